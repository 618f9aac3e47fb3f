import { expect, test } from 'vitest'
import { wordsOfProblem } from './problems.ts'

test.each([
  ['nothing to say where there is no problem', null, undefined],
  ['Google is away', 'away', 'Google cannot be reached'],
  ['Google does not vouch for the address', 'unverified', 'Google didn’t confirm your e-mail address'],
  ['the person pressed Cancel', 'cancelled', 'Cancelled'],
  ['what an address made up is as a refusal', 'made-up', 'Google did not confirm who you are'],
  ['a name that every object has is made up too', 'constructor', 'Google did not confirm who you are'],
])('%s', (_, problem, title) => {
  expect(wordsOfProblem(problem, 'Google')?.title).toBe(title)
})
