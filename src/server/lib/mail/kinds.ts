/**
 * The rate limits for mail to one address (features/mail/limits). The limits are separate, so that mail a stranger can trigger never uses
 * up the limit for mail that the user requests or needs.
 */
export type MailLimit = 'link' | 'signUp' | 'invite' | 'newDevice' | 'account' | 'report' | 'office'

type Traits = {
  limit: MailLimit
  /**
   * True for mail that isn't about the account itself. It is sent only to users who haven't opted out, with a one-click unsubscribe link.
   */
  isNews?: true
  /** True for mail that users are waiting for or that is time-sensitive. Like password links, it is sent before all other mail. */
  isUrgent?: true
}

/** The kinds of mail, as stored in the database. src/server/letters.ts contains their letters. */
const KINDS = {
  welcome: { limit: 'signUp', isNews: true },
  'confirm-address': { limit: 'signUp', isUrgent: true },
  'set-password': { limit: 'signUp' },
  'password-reset': { limit: 'link' },
  'new-device': { limit: 'newDevice' },
  'trial-ending': { limit: 'account', isNews: true },
  'trial-ended': { limit: 'account', isNews: true },
  renewal: { limit: 'account', isUrgent: true },
  'payment-failed': { limit: 'account', isUrgent: true },
  invited: { limit: 'invite', isNews: true },
  'school-invited': { limit: 'invite', isNews: true },
  'school-administrator': { limit: 'account' },
  'role-changed': { limit: 'account' },
  'no-proved-backup': { limit: 'account' },
  'office-address': { limit: 'invite' },
  /** To a school's office, whose address its administrators typed and a person there confirmed. */
  'plan-to-office': { limit: 'office', isUrgent: true },
  /** To an office whose address nobody has confirmed. It may belong to a stranger, who can unsubscribe. */
  'plan-to-typed-office': { limit: 'invite', isUrgent: true, isNews: true },
  'report-to-office': { limit: 'office' },
  'report-to-typed-office': { limit: 'invite', isNews: true },
  /** Has its own switch in Preferences. */
  'report-arrived': { limit: 'report' },
} satisfies Record<string, Traits>

/**
 * Kinds that count toward an address's limit. Campaigns don't, because each user receives a campaign only once, and campaigns must not use
 * up the limit for mail that users request.
 */
export type CountedKind = keyof typeof KINDS
export type MailKind = CountedKind | 'campaign'
/** Kinds that can also be sent to an address without an account. */
const ADDRESS_KINDS = [
  'school-invited',
  'office-address',
  'plan-to-office',
  'plan-to-typed-office',
  'report-to-office',
  'report-to-typed-office',
] as const
export type AddressKind = (typeof ADDRESS_KINDS)[number]

export const traitsOf = (kind: CountedKind): Traits => KINDS[kind]
export const isNews = (kind: MailKind): boolean => kind === 'campaign' || traitsOf(kind).isNews === true
export const isAddressKind = (kind: MailKind): kind is AddressKind => ADDRESS_KINDS.some((each) => each === kind)
