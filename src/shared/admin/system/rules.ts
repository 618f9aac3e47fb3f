const GROUPS = ['Mail', 'Billing', 'Backups', 'Planner', 'Accounts', 'Cleanup', 'Other'] as const
export type JobGroup = (typeof GROUPS)[number]

type Described = { group: JobGroup; words: string }
const all = <Jobs extends Record<string, string>>(group: JobGroup, jobs: Jobs) =>
  Object.fromEntries(Object.entries(jobs).map(([name, words]) => [name, { group, words }])) as Record<keyof Jobs, Described>

const DESCRIBED = {
  ...all('Mail', {
    'send-mail': 'Send one email',
    'send-reminders': 'Send trial and renewal reminders',
    'send-password-link': 'Send a password link',
    'send-campaign': 'Send a campaign',
  }),
  ...all('Billing', {
    'end-plans': 'End expired trials and plans',
    'settle-add-ons': 'Cancel and resume AI add-ons',
    'ask-for-plans': 'Refresh all customers from Stripe',
    'ask-for-plan': 'Retry one customer from Stripe',
    'use-credits': 'Apply and expire referral credits',
    'give-credit': 'Add a credit in Stripe',
    'leave-stripe': 'End a deleted account’s subscriptions',
  }),
  ...all('Backups', {
    'back-up': 'Create the scheduled backup',
    'prove-backup': 'Test restoring the backup',
    'warn-about-backups': 'Email admins if no backup was tested',
    'copy-backups': 'Copy backups to the second place',
    'note-deletion': 'Keep a deleted account out of restores',
  }),
  ...all('Planner', {
    'make-lessons-findable': 'Index lessons for search',
    'release-tokens': 'Release unused AI tokens',
  }),
  ...all('Accounts', {
    'count-active-teachers': 'Count active teachers',
    'close-drive': 'Revoke Google Drive access',
  }),
  ...all('Cleanup', {
    'forget-guests': 'Delete old guests',
    'forget-sub-links': 'Delete substitute links that ended',
    'forget-ended-sessions': 'Delete ended sessions',
    'forget-sign-in-attempts': 'Delete old sign-in attempts',
    'forget-arrivals': 'Delete unfinished provider sign-ins',
    'forget-password-links': 'Delete expired password links',
    'forget-sub-reports': 'Delete old substitute reports',
    'forget-deleted-templates': 'Delete removed templates for good',
    'forget-old-operations': 'Delete old planner history',
    'forget-idempotency-keys': 'Delete remembered requests after a day',
    'forget-old-mails': 'Delete old email records',
    'forget-old-events': 'Delete old Stripe events',
    'forget-past-trials': 'Delete old trial records',
    'forget-old-audit': 'Delete old audit log entries',
    'forget-old-runs': 'Delete old job runs',
  }),
}
export type JobName = keyof typeof DESCRIBED

const described = (name: string): Described | undefined => (DESCRIBED as Record<string, Described>)[name]

/** Returns a job's name as admins read it. A job of an older release, which nothing describes any longer, keeps its own name. */
export const jobWords = (name: string): string => described(name)?.words ?? name

/** Returns jobs by group, in the order in which admins read them. Omits empty groups. */
export const jobsByGroup = <Job extends { name: string }>(jobs: readonly Job[]): { group: JobGroup; jobs: Job[] }[] =>
  GROUPS.map((group) => ({ group, jobs: jobs.filter(({ name }) => (described(name)?.group ?? 'Other') === group) })).filter(
    ({ jobs }) => jobs.length > 0,
  )
