import { RETENTION } from '#shared/retention.ts'

const CONFIRM_MS = RETENTION.confirmationLinkDays * 86_400_000

type Sealing = { seal: (purpose: 'mail', owner: string, text: string) => string }
type Opening = { open: (purpose: 'mail', owner: string, sealed: string) => string | undefined }

/** Returns a token, valid for 30 days, that proves that mail to a user's address reaches them. */
export const confirmationToken = (keys: Sealing, { userId, email }: { userId: string; email: string }, now: Date): string =>
  keys.seal('mail', 'confirm', JSON.stringify({ userId, email, until: now.getTime() + CONFIRM_MS }))

/** Returns the user and address that a token confirms; undefined if it's invalid or expired. */
export const confirmedBy = (keys: Opening, token: string, now: Date): { userId: string; email: string } | undefined => {
  const opened = keys.open('mail', 'confirm', token)
  if (opened === undefined) return undefined
  const { until, ...whose } = JSON.parse(opened)
  return until > now.getTime() ? whose : undefined
}
