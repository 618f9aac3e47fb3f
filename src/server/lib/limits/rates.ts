/** The rates of all leaky buckets (buckets.ts) that count by person, address, link or network. */
import type { MailLimit } from '#server/lib/mail/kinds.ts'
import type { Limit } from './buckets.ts'

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

/** Every password bucket drains within 15 minutes, and every other bucket within an hour. */
export const SIGN_IN_LIMITS = {
  /** One account from one network. */
  pair: { burst: 8, perHour: 32 },
  /** One account from all networks together: at most 30 attempts in any 15 minutes. */
  account: { burst: 15, perHour: 60 },
  /** Wrong passwords from one network, over all existing accounts. A school of 300 shares one IP address. */
  network: { burst: 300, perHour: 1200 },
  /** Nonexistent accounts, from one network. */
  unknown: { burst: 100, perHour: 400 },
  /** One account from one of its known browsers. */
  device: { burst: 15, perHour: 60 },
  /** One account from all of its signed-in sessions. One session ends after 15 attempts; the rest are for the other sessions. */
  proof: { burst: 20, perHour: 80 },
  /** Password-reset requests: `links` from one network, `linksTo` for one address, whether or not it has an account. */
  links: { burst: 40, perHour: 60 },
  linksTo: { burst: 4, perHour: 4 },
  /** New accounts from one network. */
  registration: { burst: 60, perHour: 400 },
  /** Guests from one network. Allows for a workshop where everyone starts at once, and the next one after it. */
  guest: { burst: 100, perHour: 200 },
} satisfies Record<string, Limit>

export const RATES = {
  /** Invalid session tokens, and invalid download links, by network. Above it, only recently valid tokens are looked up. */
  madeUp: { burst: 3000, perHour: 180_000 },
  /** Discount codes, by person. Too low for guessing one. */
  discountCodes: { burst: 10, perHour: 10 },
  /** Clicks on unsubscribe, by link and not by network: mail providers send those of thousands of users from a few addresses. */
  unsubscribeClicks: { burst: 20, perHour: 60 },
} satisfies Record<string, Limit>
