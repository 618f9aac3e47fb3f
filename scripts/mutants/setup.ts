import fc from 'fast-check'

// A mutant is found by the first example that fails. Looking for the smallest one would take most of the time.
fc.configureGlobal({ endOnFailure: true })
