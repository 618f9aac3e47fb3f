/**
 * The rate limits for mail to one address (features/mail/limits). Separate limits, so that mail a stranger can trigger never uses up the
 * limit of mail that the user requests or needs to know.
 */
export type MailLimit = 'link' | 'signUp' | 'invite' | 'newDevice' | 'account'

type Traits = {
  limit: MailLimit
  /** Not about the account itself: sent only to users who haven't opted out, with a one-click unsubscribe link. */
  isNews?: true
  /** Users wait for it, or lose something without it. Sent before all other mail, as password links are. */
  isUrgent?: true
}

/** The kinds of mail, as the database stores them. src/server/letters.ts lists their texts. */
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
} satisfies Record<string, Traits>

/**
 * Kinds that count toward an address's limit. Campaigns don't: each person receives one once, and it takes no room from mail that they
 * request.
 */
export type CountedKind = keyof typeof KINDS
export type MailKind = CountedKind | 'campaign'
/** Kinds that can also be sent to an address without an account. */
export type AddressKind = 'school-invited'

export const traitsOf = (kind: CountedKind): Traits => KINDS[kind]
export const isNews = (kind: MailKind): boolean => kind === 'campaign' || traitsOf(kind).isNews === true
export const isAddressKind = (kind: MailKind): kind is AddressKind => kind === 'school-invited'
