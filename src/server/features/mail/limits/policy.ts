import type { Limit } from '#server/lib/limits/buckets.ts'
import type { CountedKind } from '#server/lib/mail/post.ts'

const perDay = (mails: number): number => mails / 24

/**
 * Rate limits for mail to one address. The kinds have separate buckets, so that mail a stranger can trigger never uses up the limit of
 * mail that the user requests or needs to know. All buckets drain within twelve hours.
 */
export const MAIL_LIMITS = {
  /** Anyone can request a link for any address. */
  link: { burst: 5, perHour: perDay(20) },
  /** Anyone can sign up with any address. */
  signUp: { burst: 3, perHour: perDay(12) },
  /** Anyone can invite any address, withdraw the invitation, and invite again. */
  invite: { burst: 5, perHour: perDay(10) },
  newDevice: { burst: 1, perHour: 1 },
  account: { burst: 10, perHour: perDay(20) },
} satisfies Record<string, Limit>

export type MailLimit = keyof typeof MAIL_LIMITS

export const LIMIT_OF: Record<CountedKind, MailLimit> = {
  'password-reset': 'link',
  welcome: 'signUp',
  'confirm-address': 'signUp',
  'set-password': 'signUp',
  invited: 'invite',
  'school-invited': 'invite',
  'new-device': 'newDevice',
  'trial-ending': 'account',
  'trial-ended': 'account',
  renewal: 'account',
  'payment-failed': 'account',
  'role-changed': 'account',
  'school-administrator': 'account',
}
