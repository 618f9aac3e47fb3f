/** The most that one call, or one person, may have. Quotas in bytes are settings of the installation (calendar/quota). */
export const MAX = {
  /** Time blocks on one day. */
  blocksOfDay: 60,
  /** Characters of a time block’s title. */
  title: 200,
  /** Characters of a rich text. */
  lessonHtml: 200_000,
  /** Characters of a block-out’s reason or a note. */
  markText: 2000,
  /** Days in one save, each with its own content. */
  savedDays: 31,
  /** Days in one range of marks. */
  rangeDays: 366,
  /** Days in one repeat. */
  repeatedDays: 366,
  /** Different days in one repeat. A week needs five, longer timetable cycles more. */
  patterns: 20,
  readDays: 400,
  /** Characters in a search. */
  search: 200,
  /** Days in one sub plan, about a month. */
  planDays: 31,
  /** Templates of each kind that a person may have. */
  templates: 1000,
  /** Characters of a display name. */
  name: 100,
  /** Subjects with a custom color, more than any teacher needs. */
  titleHues: 200,
  /** Characters of a school’s name. */
  schoolName: 200,
  /** Characters of a prompt for AI. */
  prompt: 4_000,
  /** Characters of the custom instructions for AI. */
  instructions: 2_000,
  /** Saved prompts, then the characters of their names and texts. */
  storedPrompts: 12,
  promptName: 40,
  promptText: 500,
  /** Characters of a campaign’s subject and text. */
  campaignSubject: 150,
  campaignText: 5000,
  /** Characters and rows of a bulk update file. */
  bulkCharacters: 1_000_000,
  bulkRows: 5_000,
  /** People per page of the dashboard, and the highest page number. */
  pageSize: 100,
  page: 1_000_000_000,
  /** Characters in a platform admin’s search. */
  userSearch: 100,
  /** Hours of Maintenance Mode. */
  maintenanceHours: 24,
} as const

/**
 * How often one person may make a call, or, for public calls, one network address. Calls without a row have only the operator's limit for
 * all calls together.
 */
export const PER_MINUTE = {
  /** Each AI answer can take a whole minute. */
  answers: 10,
  /** Each export reads everything a user ever wrote. */
  exports: 3,
  /** Each sub plan may contain a month of lessons. */
  subPlans: 10,
  /** Each lookup reveals whether someone is a colleague. */
  lookups: 30,
  /** Each checks or sets a password, which costs a hash. */
  passwordTries: 10,
  /** Each proof costs a password hash, even if it's right. */
  proofs: 30,
  /** The first password of an account, which costs a hash. */
  firstPasswords: 10,
  /** Sign-ins with a provider. A person needs one. */
  providerRounds: 20,
  /** The same per network, because a whole school may sign in at first bell. */
  providerRoundsOfNetwork: 600,
  /** During such a sign-in, choices about an existing account with the same email address. Per network. */
  providerChoices: 60,
  /** Each token is a request to Google. */
  driveTokens: 20,
  /** Links that confirm an address. Mail providers open those of many users from a few addresses. */
  confirmations: 30,
  /** Each session of the billing portal is a request to Stripe. */
  portals: 10,
  /** High, because Stripe's events come from a few addresses. Only the signature authenticates them. */
  webhookEvents: 100_000,
  /** A platform admin's search is sent with each pause in typing. */
  userSearches: 60,
  /** Platform admins' calls that read or change thousands of people. */
  bulkCalls: 10,
  /** Previews of a bulk change, made while its list is edited. */
  bulkPreviews: 30,
} as const

export const PER_HOUR = {
  /** Limits probing for registered emails. */
  invites: 20,
  /** Enough to invite a school's 300 or so teachers within an hour. */
  schoolInvites: 400,
  /** Each is a mail to the caller's own address. */
  confirmationMails: 6,
  /** Each is a mail of a campaign to its author. */
  campaignTests: 30,
  /** Each opens a page at Stripe. */
  checkouts: 30,
  /** Each makes up to six requests to Stripe, and people rarely need more than two. */
  checkoutConfirmations: 20,
  /** Each backup reads the whole database. */
  backups: 4,
} as const
