import type { Limit } from '#server/lib/limits/buckets.ts'
import type { CountedKind } from '#server/lib/mail/post.ts'

const perDay = (mails: number): number => mails / 24

/**
 * How much mail goes to one address. What a stranger can cause never takes room from what a person asks for or has to know, so
 * each has a bucket of its own. All are empty again after twelve hours.
 */
export const MAIL_LIMITS = {
  /** Anybody can ask for a link for any address. */
  link: { burst: 5, perHour: perDay(20) },
  /** Anybody can sign up with any address. */
  signUp: { burst: 3, perHour: perDay(12) },
  /** Anybody can invite any address, and withdraw, and invite again. */
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
