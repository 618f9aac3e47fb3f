/** A section of the API. The second segment of a call's path determines its tag in the API document. */

type Tag = { name: string; description: string; segments: readonly string[] }

const TAGS: readonly Tag[] = [
  { name: 'auth', description: 'Sign up, sign in and out, confirm the caller’s identity, and manage sessions.', segments: ['auth'] },
  {
    name: 'user',
    description: 'The caller’s own account: profile, preferences, storage, and everything stored about them.',
    segments: ['user'],
  },
  {
    name: 'calendar',
    description: 'The days of the caller’s or the school’s calendar: read, save, repeat, undo, and search them.',
    segments: ['calendar'],
  },
  { name: 'classes', description: 'The caller’s classes, to which time blocks belong.', segments: ['classes'] },
  {
    name: 'timetables',
    description: 'Timetables, which lessons are laid down from, and lessons that have no day.',
    segments: ['timetables', 'unplaced'],
  },
  { name: 'imports', description: 'Calendars, spreadsheets and documents to bring in.', segments: ['imports'] },
  {
    name: 'bell-schedules',
    description: 'Times of a day, such as a 2-hour delay, with which teachers shorten days.',
    segments: ['bell-schedules'],
  },
  {
    name: 'templates',
    description: 'Time blocks, days, and weeks to use again.',
    segments: ['time-block-templates', 'daily-templates', 'weekly-templates', 'templates'],
  },
  { name: 'sub-plans', description: 'Plans for substitute teachers, ready to print.', segments: ['sub-plans'] },
  { name: 'sub-links', description: 'Links that show a plan to a substitute without a sign-in.', segments: ['sub-links', ':token'] },
  { name: 'feeds', description: 'Secret addresses from which calendar programs read a planner.', segments: ['feeds'] },
  { name: 'sub-reports', description: 'Reports of substitutes, which only their teacher reads.', segments: ['sub-reports'] },
  { name: 'collaboration', description: 'Invites between teachers, and the schedules that they share.', segments: ['collaboration'] },
  { name: 'school', description: 'The school that the caller belongs to, and its invitations.', segments: ['school'] },
  { name: 'live', description: 'Changes as they happen.', segments: ['live'] },
  { name: 'ai', description: 'Lesson texts written with AI.', segments: ['ai'] },
  { name: 'drive', description: 'Access to files in the caller’s Google Drive.', segments: ['drive'] },
  {
    name: 'billing',
    description: 'Plans, payments through Stripe, and referral credits.',
    segments: ['billing', 'subscription', 'create-checkout-session', 'referral'],
  },
  { name: 'mail', description: 'Links in our email: confirm an address, or unsubscribe.', segments: ['mail'] },
  { name: 'exports', description: 'Files with the caller’s lessons, for Word, spreadsheets, calendars and print.', segments: ['exports'] },
  { name: 'downloads', description: 'Files to download through a link.', segments: ['downloads'] },
  {
    name: 'admin',
    description: 'For administrators: of a school (teachers, invitations), or of the platform (everything else).',
    segments: ['admin'],
  },
  { name: 'server', description: 'Public settings and health of this server.', segments: ['settings', 'health'] },
]

/** The tags in the format of the API document. */
export const API_TAGS = TAGS.map(({ name, description }) => ({ name, description }))

/**
 * Returns the tag of a call with this path. If no tag is declared for the path, returns its segment, which the linter in the tests then
 * reports.
 */
export const tagOf = (path: string): string => {
  const segment = path.split('/')[2] ?? ''
  return TAGS.find(({ segments }) => segments.includes(segment))?.name ?? segment
}
