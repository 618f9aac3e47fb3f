/** The people whom the stand-in knows. */
import { createHash } from 'node:crypto'

export type Person = {
  sub: string
  email: string
  name: string | null
  /** False where Google does not vouch for the address. */
  isVerified: boolean
}

/** Returns an id as Google gives them, always the same for the same address. */
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

/** Returns the person of any address. */
export const personOf = (address: string): Person => {
  const email = address.trim()
  return { sub: subOf(email.toLowerCase()), email, name: nameOf(email), isVerified: true }
}

/** Who can be chosen without typing: the first has an account with a password in the data of development. */
export const KNOWN = ['maya.rivera@firstbell.example', 'nora.quinn@school.example', 'omar.haddad@gmail.example'].map(personOf)
