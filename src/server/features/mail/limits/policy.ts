import type { Limit } from '#server/lib/limits/buckets.ts'
import type { MailLimit } from '#server/lib/mail/kinds.ts'

const perDay = (mails: number): number => mails / 24

/** Rate limits for mail to one address. All buckets drain within twelve hours. */
export const MAIL_LIMITS: Record<MailLimit, Limit> = {
  /** Anyone can request a link for any address. */
  link: { burst: 5, perHour: perDay(20) },
  /** Anyone can sign up with any address. */
  signUp: { burst: 3, perHour: perDay(12) },
  /** Anyone can invite any address, withdraw the invitation, and invite again. */
  invite: { burst: 5, perHour: perDay(10) },
  newDevice: { burst: 1, perHour: 1 },
  account: { burst: 10, perHour: perDay(20) },
}
