/** The limits for all leaky buckets (buckets.ts) keyed by user, address, link or network. */
import type { MailLimit } from '#server/lib/mail/kinds.ts'
import type { Limit } from './buckets.ts'

const perDay = (mails: number): number => mails / 24

/** Rate limits for mail to one address. All buckets drain within a day. */
export const MAIL_LIMITS: Record<MailLimit, Limit> = {
  /** Anyone can request a link for any address. */
  link: { burst: 5, perHour: perDay(20) },
  /** Anyone can sign up with any address. */
  signUp: { burst: 3, perHour: perDay(12) },
  /** Anyone can invite any address, withdraw the invitation, and invite again. */
  invite: { burst: 5, perHour: perDay(10) },
  newDevice: { burst: 1, perHour: 1 },
  account: { burst: 10, perHour: perDay(20) },
  /** Anyone with a substitute's link can send reports to its teacher. */
  report: { burst: 3, perHour: perDay(6) },
  /** Plans and reports to a school's office with a confirmed address. All teachers of a school may be absent at once. */
  office: { burst: 1000, perHour: perDay(1000) },
}

/** Plans and reports that one person may mail to addresses that they typed, which may belong to strangers. Drains within a day. */
export const TYPED_MAIL_LIMIT: Limit = { burst: 10, perHour: perDay(20) }

/** Every password bucket drains within 15 minutes, and every other bucket within an hour. */
export const SIGN_IN_LIMITS = {
  /** Per account and network. */
  pair: { burst: 8, perHour: 32 },
  /** Per account, across all networks. Allows at most 30 attempts in any 15 minutes. */
  account: { burst: 15, perHour: 60 },
  /** Wrong passwords per network, across all existing accounts. A school with 300 users may share one IP address. */
  network: { burst: 300, perHour: 1200 },
  /** Attempts on nonexistent accounts, per network. */
  unknown: { burst: 100, perHour: 400 },
  /** Per account and known browser. */
  device: { burst: 15, perHour: 60 },
  /**
   * Per account, across all its signed-in sessions. A session ends after 15 attempts. The remaining attempts are for the account's other
   * sessions.
   */
  proof: { burst: 20, perHour: 80 },
  /** Password-reset requests. `links` is per network, `linksTo` per address, whether or not the address has an account. */
  links: { burst: 40, perHour: 60 },
  linksTo: { burst: 4, perHour: 4 },
  /** New accounts per network. */
  registration: { burst: 60, perHour: 400 },
  /** New guests per network. Allows for two back-to-back workshops in which everyone starts at once. */
  guest: { burst: 100, perHour: 200 },
} satisfies Record<string, Limit>

export const RATES = {
  /** Invalid session tokens and invalid download links, per network. Above this limit, only recently valid tokens are looked up. */
  madeUp: { burst: 3000, perHour: 180_000 },
  /** Discount code attempts per user. Low enough to make guessing a code impractical. */
  discountCodes: { burst: 10, perHour: 10 },
  /** Addresses that a school's administrators invite in bulk, per school. Enough for all teachers of a school, around 300, at once. */
  bulkInvites: { burst: 400, perHour: 400 },
  /** Views of a substitute's page, per link. Two substitutes and an office share one. Each view reads and sanitizes a plan. */
  linkViews: { burst: 120, perHour: 1200 },
  /** Reads of a calendar address. Apple's calendar reads it every five minutes at most, on each of a teacher's devices. */
  feedReads: { burst: 60, perHour: 240 },
  /** Unsubscribe clicks per link, not per network, because mail providers send the clicks of thousands of users from a few addresses. */
  unsubscribeClicks: { burst: 20, perHour: 60 },
} satisfies Record<string, Limit>
