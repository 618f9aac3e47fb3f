/** Limits per call or per user. Byte quotas are settings of the installation (calendar/quota). */
export const MAX = {
  /** Time blocks per day. */
  blocksOfDay: 60,
  /** Characters in a time block's title. */
  title: 200,
  /** Characters in a rich-text field. */
  lessonHtml: 200_000,
  /** Characters in a block-out's reason or a note. */
  markText: 2000,
  /** Days in one save, each with its own content. */
  savedDays: 31,
  /** Days in one date range for marking or repeating. */
  rangeDays: 366,
  /** Days in one repeat. */
  repeatedDays: 366,
  /** Maximum number of distinct days in one repeat. A weekly schedule needs five. Longer rotations need more. */
  patterns: 20,
  readDays: 400,
  /** Active classes of one calendar. */
  classes: 40,
  /** Characters in a class's name and room. */
  className: 100,
  room: 60,
  /** Days of a cycle, and of two weeks. */
  cycleDays: 10,
  timetableRows: 24,
  fixedLessons: 20,
  /** Lessons without a class, such as lunch, that a timetable adds to a day. */
  breaksOfDay: 8,
  /** Days from a timetable's first day to its last. */
  timetableDays: 400,
  /** Timetables of one calendar, one for each school year. */
  timetables: 40,
  /** Times that a timetable can change. */
  timetableVersions: 40,
  /** Bell schedules of a school, and of a teacher. */
  bellSchedules: 12,
  /** Closures of one calendar, over all years. */
  closures: 2000,
  shortDays: 2000,
  /** Unplaced lessons of one calendar. */
  unplaced: 4000,
  /** Characters in an import's content as text, and in base64: 5 MB. */
  importText: 5 * 1024 * 1024,
  importCharacters: 7_000_000,
  /** Lessons, days off and notes that one import brings in. */
  importEntries: 5_000,
  /** Columns of a spreadsheet that can come in. */
  importColumns: 40,
  /** Lines that an import lists as problems. */
  importProblems: 200,
  /** Characters in a search. */
  search: 200,
  /** Days in one sub plan, about a month. */
  planDays: 31,
  /** A teacher's substitute links that are open. */
  openLinks: 20,
  /** Days between the last day of a plan and the end of its link. */
  daysPastPlan: 14,
  /** Counted openings of a link, and those that its maker sees. */
  openings: 200,
  shownOpenings: 20,
  /** Reports of one link. */
  reports: 20,
  /** Reports of one teacher, from all links. */
  storedReports: 1000,
  /** Reports that a teacher sees at once. */
  listedReports: 100,
  /** Lessons in a report, and characters in the note on one of them. */
  reportLessons: 300,
  reportNote: 500,
  /** Names of absent students in a report. */
  absent: 200,
  /** Characters in the other texts of a report. */
  reportText: 10_000,
  /** Emergency plans of one teacher. */
  emergencyPlans: 5,
  /** Characters in a phone number, and in the other lines about a classroom. */
  phone: 40,
  classroomLine: 120,
  /** Templates of each kind per user. */
  templates: 1000,
  /** Characters in a display name. */
  name: 100,
  /** Subjects with a custom color, more than any teacher needs. */
  titleHues: 200,
  /** Characters in a school's name. */
  schoolName: 200,
  /** Addresses in one call that invites teachers to a school. */
  invitedAtOnce: 100,
  /** Characters in an AI prompt. */
  prompt: 4_000,
  /** Characters in the custom AI instructions. */
  instructions: 2_000,
  /** Number of saved prompts, and characters in each prompt's name and text. */
  storedPrompts: 12,
  promptName: 40,
  promptText: 500,
  /** Characters in a campaign's subject and text. */
  campaignSubject: 150,
  campaignText: 5000,
  /** Characters and rows in a bulk update file. */
  bulkCharacters: 1_000_000,
  bulkRows: 5_000,
  /** Users per page of the dashboard, and the highest page number. */
  pageSize: 100,
  page: 1_000_000_000,
  /** Characters in a platform admin's search. */
  userSearch: 100,
  /** Maximum duration of Maintenance Mode, in hours. */
  maintenanceHours: 24,
} as const

/**
 * Rate limits per user, or per network address for public calls. Calls without an entry are subject only to the operator's global limit.
 */
export const PER_MINUTE = {
  /** Each AI response can take up to a minute. */
  answers: 10,
  /** Each export reads all of a user's data. */
  exports: 3,
  /** Files with lessons of a date range. Each reads and writes up to a year of lessons. */
  lessonFiles: 10,
  /** Each preview reads up to 5 MB, and is sent again when the teacher changes a choice. */
  importPreviews: 30,
  imports: 10,
  /** Each sub plan may contain a month of lessons. */
  subPlans: 10,
  /** Each lookup reveals whether an email address belongs to a colleague. */
  lookups: 30,
  /** Each attempt checks or sets a password, which costs a hash. */
  passwordTries: 10,
  /** Each re-authentication costs a password hash, even if the password is correct. */
  proofs: 30,
  /** Setting an account's first password costs a hash. */
  firstPasswords: 10,
  /** Sign-ins with a provider. A user needs only one. */
  providerRounds: 20,
  /** Sign-ins with a provider per network. An entire school may sign in at first bell. */
  providerRoundsOfNetwork: 600,
  /** Per network. Choices made during a provider sign-in if an account with the same email address already exists. */
  providerChoices: 60,
  /** Each token costs a request to Google. */
  driveTokens: 20,
  /** Email confirmation links. Mail providers open the links of many users from a few addresses. */
  confirmations: 30,
  /** Each billing portal session costs a request to Stripe. */
  portals: 10,
  /** High, because Stripe sends events from a few addresses. Events are authenticated only by their signature. */
  webhookEvents: 100_000,
  /** A platform admin's search is debounced, but still sent at every pause in typing. */
  userSearches: 60,
  /** Platform admin calls that read or change thousands of users. */
  bulkCalls: 10,
  /** Previews of a bulk change while the admin edits the list. */
  bulkPreviews: 30,
} as const

export const PER_HOUR = {
  /** Limits enumeration of accounts by email address. */
  invites: 20,
  /** Enough to email all teachers of a school, around 300, within an hour. */
  schoolInvites: 400,
  /** Each link renders a plan, and each can be mailed to the office. Enough for an administrator when 300 teachers are absent. */
  subLinks: 400,
  /** Each call emails a substitute's report to the office. */
  reportShares: 60,
  /** Each call sends an email to the caller's own address. */
  confirmationMails: 6,
  /** Each test sends the campaign's email to its author. */
  campaignTests: 30,
  /** Each call creates a checkout page in Stripe. */
  checkouts: 30,
  /** Each call makes up to six requests to Stripe, and users rarely need more than two calls. */
  checkoutConfirmations: 20,
  /** Each backup reads the whole database. */
  backups: 4,
} as const
