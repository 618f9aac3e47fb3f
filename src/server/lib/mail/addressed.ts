/**
 * Mail about a record to an address that users can change before the mail is written. The mail is bound to the address that it was counted
 * for, so that changing the address never sends uncounted mail to another one.
 */
import type { KeyRing } from '#server/lib/keys/key-ring.ts'

/** Returns the `about` of mail about a record to an address. It doesn't reveal the address. */
export const aboutMailTo = (keys: Pick<KeyRing, 'fingerprints'>, id: string, email: string): string =>
  `${id} ${keys.fingerprints('mail', email)[0]}`

/** Returns the id of the record that an {@link aboutMailTo} names. */
export const idIn = (about: string): string => about.split(' ', 1)[0] ?? ''

/** Returns true if mail was queued for this address. */
export const isMailTo = (keys: Pick<KeyRing, 'fingerprints'>, about: string, email: string): boolean =>
  keys.fingerprints('mail', email).includes(about.split(' ')[1] ?? '')
