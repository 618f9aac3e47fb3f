/**
 * How long each kind of data is kept. The cleanup jobs use these values, and test/retention.test.ts checks that the Privacy Policy states
 * the same values. Data that isn't listed here is kept until its owner deletes it.
 */
export const RETENTION = {
  /** Guests and their planners, unless the guest signs up. Only the guest can delete them sooner. */
  guestDays: 3,
  /** Changes to a calendar, so that they can be undone. The history quota never drops more recent changes. */
  historyDays: 30,
  /** Deleted templates that can still be restored. Must equal `historyDays`, because the Privacy Policy states one period for both. */
  deletedTemplateDays: 30,
  /** Since a substitute's link ended, with its openings. */
  subLinkDays: 30,
  /** Since a substitute's report came in, unless the teacher keeps it. It can name students. */
  subReportDays: 30,
  /** After a link ended, so that a report that is already on the phone can still be sent or corrected. */
  reportGraceDays: 2,
  /** Unsaved text in the browser. Shared computers must not keep it forever. */
  draftDays: 30,
  /** Since the request. Long enough to repeat a call whose answer was lost. */
  idempotencyHours: 24,
  /** Since the last use. A teacher who plans once a week stays signed in. */
  sessionIdleDays: 7,
  /** Regardless of use, so that a stolen token expires too. */
  sessionDays: 30,
  /** Since the last sign-in. In a known browser, a stranger's failed password guesses don't lock the owner out. */
  deviceDays: 180,
  /** Short, because the link gives access to the account and the user has just requested it. */
  passwordLinkHours: 1,
  /** Nobody can sign in to the account until this link is used, and the user might not expect the email. */
  firstPasswordLinkDays: 7,
  /** The link only proves that the address receives email, so it can stay valid longer. */
  confirmationLinkDays: 30,
  /** Also applies to counts of failed sign-ins. A database trigger rejects the deletion of more recent log entries. */
  auditMonths: 12,
  /** Since the account's deletion, so that each email address gets only one trial. */
  pastTrialMonths: 12,
  /** Likewise, for discount codes. */
  pastCouponMonths: 12,
  /** Twelve months, even in a leap year. */
  mailDays: 366,
  /** Stripe retries an event for three days. */
  stripeEventDays: 30,
  /** A checkout page stays open for one day. The other two days leave time to ask Stripe for the outcome. */
  checkoutDays: 3,
  /** Job runs, for the admin dashboard. */
  jobRunDays: 30,
  /** The schedule and the number of backups to keep are settings, which may not exceed this. */
  scheduledBackupDays: 30,
  /** Platform admins can create any number of backups, and each one uses disk space. */
  manualBackups: 10,
  /** Backups contain data that users have since deleted. */
  manualBackupDays: 90,
} as const
