import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'

const CONFIRM_MS = RETENTION.confirmationLinkDays * DAY_MS
const OWNER = 'office'

type Whose = { schoolId: string; email: string }

/** Returns a token, valid for 30 days, that proves that mail to a school's office arrives. */
export const officeToken = (keys: Pick<KeyRing, 'seal'>, { schoolId, email }: Whose, now: Date): string =>
  keys.seal('mail', OWNER, JSON.stringify({ schoolId, email, until: now.getTime() + CONFIRM_MS }))

/** Returns the school and address that a token confirms, or undefined if the token is invalid or expired. */
export const officeConfirmedBy = (keys: Pick<KeyRing, 'open'>, token: string, now: Date): Whose | undefined => {
  const opened = keys.open('mail', OWNER, token)
  if (opened === undefined) return undefined
  const { until, ...whose } = JSON.parse(opened)
  return until > now.getTime() ? whose : undefined
}
