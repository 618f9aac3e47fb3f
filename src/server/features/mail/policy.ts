import type { MailKind } from '#server/lib/mail/post.ts'

/** What is not about the account itself: it goes only to who has not said that they want none, and one press ends it. */
const NEWS: readonly MailKind[] = ['welcome', 'trial-ending', 'trial-ended', 'invited', 'school-invited', 'campaign']

/** What people wait for, or lose something without: it leaves the queue before all other mail. Links for a new password do too. */
export const LEAVES_FIRST: readonly MailKind[] = ['confirm-address', 'payment-failed', 'renewal']

export const isNews = (kind: MailKind): boolean => NEWS.includes(kind)

/** Who unsubscribes: a person, or an address without an account that was invited. */
export type Unsubscriber = { userId: string } | { address: string }

const OWNER = 'unsubscribe'

type Sealing = { seal: (purpose: 'mail', owner: string, text: string) => string }
type Opening = { open: (purpose: 'mail', owner: string, sealed: string) => string | undefined }

/** Returns by what one POST, without a session, ends mails: nobody can make one up, and it shows no address. */
export const unsubscribeToken = (keys: Sealing, who: Unsubscriber): string => keys.seal('mail', OWNER, JSON.stringify(who))

/** Returns who a token is for; undefined where it is none of ours. */
export const unsubscriberOf = (keys: Opening, token: string): Unsubscriber | undefined => {
  const opened = keys.open('mail', OWNER, token)
  return opened === undefined ? undefined : JSON.parse(opened)
}

const CONFIRM_MS = 30 * 86_400_000

/** Returns what confirms, for thirty days, that mail to a person's address reaches them. */
export const confirmationToken = (keys: Sealing, { userId, email }: { userId: string; email: string }, now: Date): string =>
  keys.seal('mail', 'confirm', JSON.stringify({ userId, email, until: now.getTime() + CONFIRM_MS }))

/** Returns whose address a token confirms; undefined where it is none of ours, or too old. */
export const confirmedBy = (keys: Opening, token: string, now: Date): { userId: string; email: string } | undefined => {
  const opened = keys.open('mail', 'confirm', token)
  if (opened === undefined) return undefined
  const { until, ...whose } = JSON.parse(opened)
  return until > now.getTime() ? whose : undefined
}
