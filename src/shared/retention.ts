/**
 * How long data is kept. The cleanup jobs delete by these rows, and test/retention.test.ts checks that the Privacy Policy promises the
 * same. Data without a row is kept until its owner deletes it.
 */
export const RETENTION = {
  /** A guest and their planner, unless they sign up. Nobody else can delete them. */
  guestDays: 3,
  /** Every change to a calendar, so that it can be undone. The history's quota never drops a younger one. */
  historyDays: 30,
  /** Templates that can be brought back. As long as the history: the Privacy Policy names both at once. */
  deletedTemplateDays: 30,
  /** Text in the browser that was never saved. Shared computers must not keep it forever. */
  draftDays: 30,
  /** After the last use: a teacher who plans once a week stays signed in. */
  sessionIdleDays: 7,
  /** No matter how often it's used, so that a stolen token expires, too. */
  sessionDays: 30,
  /** After the last sign-in. In a known browser, strangers who guess the password can't lock the owner out. */
  deviceDays: 180,
  /** Every bucket of sign-in attempts drains within an hour. */
  attemptHours: 1,
  /** The link gives access to the account, and the user has just requested it. */
  passwordLinkHours: 1,
  /** Nobody can sign in to the account before this link is used, and the user may not expect the mail. */
  firstPasswordLinkDays: 7,
  /** The link only proves that mail arrives, so it may wait. */
  confirmationLinkDays: 30,
  /** Also for counts of failed sign-ins. A database trigger refuses to delete younger entries of the log. */
  auditMonths: 12,
  /** After the account's deletion, so that an address gets only one trial. */
  pastTrialMonths: 12,
  /** The same for discount codes. */
  pastCouponMonths: 12,
  /** Twelve months, also in a leap year. */
  mailDays: 366,
  /** Every bucket of mail to an address drains within twelve hours. */
  mailLimitDays: 1,
  /** Stripe retries an event for three days. */
  stripeEventDays: 30,
  /** A checkout page stays open for a day. The other two leave time to ask Stripe for the outcome. */
  checkoutDays: 3,
  /** Runs of jobs, for the dashboard. */
  jobRunDays: 30,
  /** One a night for a month. */
  dailyBackups: 30,
  /** Platform admins can make any number, and each takes disk space. */
  manualBackups: 10,
  /** Backups contain data that people have deleted since. */
  manualBackupDays: 90,
} as const
