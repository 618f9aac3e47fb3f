/** The stand-in's accounts. */
import { createHash } from 'node:crypto'

export type Person = {
  sub: string
  email: string
  name: string | null
  /** False if Google hasn't verified the email address. */
  isVerified: boolean
}

/** Returns an id in Google's format. The same address always gets the same id. */
const subOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(21, '1')

const nameOf = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** Returns the account for an email address. */
export const personOf = (address: string): Person => {
  const email = address.trim()
  return { sub: subOf(email.toLowerCase()), email, name: nameOf(email), isVerified: true }
}

/** Accounts offered on the page. The first one also has a password in the development data. */
export const KNOWN = ['maya.rivera@firstbell.example', 'nora.quinn@school.example', 'omar.haddad@gmail.example'].map(personOf)
