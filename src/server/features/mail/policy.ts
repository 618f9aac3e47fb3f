import type { MailKind } from '#server/lib/mail/post.ts'

/** Mail that isn't about the account itself. It's sent only to users who haven't opted out, and has a one-click unsubscribe link. */
const NEWS: readonly MailKind[] = ['welcome', 'trial-ending', 'trial-ended', 'invited', 'school-invited', 'campaign']

/** Mail that users wait for, or that they lose something without. It's sent before all other mail, as password links are. */
export const LEAVES_FIRST: readonly MailKind[] = ['confirm-address', 'payment-failed', 'renewal']

export const isNews = (kind: MailKind): boolean => NEWS.includes(kind)

/** The unsubscribing user, or an invited address without an account. */
export type Unsubscriber = { userId: string } | { address: string }

const OWNER = 'unsubscribe'

type Sealing = { seal: (purpose: 'mail', owner: string, text: string) => string }
type Opening = { open: (purpose: 'mail', owner: string, sealed: string) => string | undefined }

/** Returns a token for one-click unsubscribe without a session. It can't be forged and doesn't reveal the address. */
export const unsubscribeToken = (keys: Sealing, who: Unsubscriber): string => keys.seal('mail', OWNER, JSON.stringify(who))

/** Returns the user or address of an unsubscribe token; undefined if the token is invalid. */
export const unsubscriberOf = (keys: Opening, token: string): Unsubscriber | undefined => {
  const opened = keys.open('mail', OWNER, token)
  return opened === undefined ? undefined : JSON.parse(opened)
}

const CONFIRM_MS = 30 * 86_400_000

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
