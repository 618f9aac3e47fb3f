import * as z from 'zod/mini'

/** An address that was typed or pasted, and whether it is invited: `joined` and `invited` are left out, and `problem` has to be fixed. */
export type TypedAddress = { email: string; status: 'new' | 'joined' | 'invited' } | { email: string; status: 'bad'; problem: string }

/** The addresses that the server accepts. The web build drops the contract’s own `EmailAddress`, like every schema. */
const Address = z.email().check(z.maxLength(254))
const SEPARATORS = /[\s,;<>()"]+/

/** Returns the addresses in a typed or pasted text. Ignores the names beside them, as in 'Grace Kim <grace@lincoln.org>'. */
export const splitAddresses = (text: string): string[] => {
  const words = text.toLowerCase().split(SEPARATORS).filter(Boolean)
  const addresses = words.map((word) => word.replace(/^mailto:/, '').replace(/\.$/, '')).filter((word) => word.includes('@'))
  return [...new Set(addresses.length > 0 ? addresses : words)]
}

const problemOf = (email: string): string | null => {
  const [name, domain, ...rest] = email.split('@')
  if (domain === undefined) return `${email} has no @.`
  if (!name || !domain || rest.length > 0) return `${email} isn’t an email address.`
  if (!domain.includes('.')) return `${email} has no ending like .org.`
  return Address.safeParse(email).success ? null : `${email} isn’t an email address.`
}

/** Returns what happens to an address. `joined` and `invited` are the addresses that need no invitation. */
export const checkedAddress = (email: string, joined: ReadonlySet<string>, invited: ReadonlySet<string>): TypedAddress => {
  const problem = problemOf(email)
  if (problem !== null) return { email, status: 'bad', problem }
  return { email, status: joined.has(email) ? 'joined' : invited.has(email) ? 'invited' : 'new' }
}

const nameOf = (email: string): string => email.split('@')[0] ?? email

const listed = (emails: readonly string[]): string => {
  const names = emails.map(nameOf)
  if (names.length > 3) return `${names.length} addresses`
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Returns sentences about the addresses that aren't invited, or none. */
export const leftOutWords = (addresses: readonly TypedAddress[]): string[] =>
  (
    [
      ['joined', 'already here'],
      ['invited', 'already invited'],
    ] as const
  ).flatMap(([status, why]) => {
    const emails = addresses.filter((address) => address.status === status).map(({ email }) => email)
    if (emails.length === 0) return []
    return emails.length === 1 ? `${listed(emails)} is ${why} and is left out.` : `${listed(emails)} are ${why} and are left out.`
  })
