/** Opens the planner with the invitations that a teacher received. */
export const INVITES_ADDRESS = '/collaboration'
/** Open the planner with a dialog for what an email is about. */
export const BILLING_ADDRESS = '/account/billing'
export const SECURITY_ADDRESS = '/account/security'
export const PREFERENCES_ADDRESS = '/preferences'

/** The teacher's timetable. */
export const TIMETABLE_ADDRESS = '/timetable'

/** Opens the planner with the dialog for a day on which a substitute teaches. The installed app has a shortcut to it. */
export const OUT_TODAY_ADDRESS = '/out-today'

/** Opens the list of teachers for a school's administrator. */
export const OUR_TEACHERS_ADDRESS = '/dashboard?calendar=teachers'

/** Paths that the single-page app renders. All other paths outside /api are prerendered pages or return 404. */
export const APP_ADDRESSES = [
  BILLING_ADDRESS,
  SECURITY_ADDRESS,
  '/admin',
  '/auth',
  '/auth/success',
  '/checkout',
  INVITES_ADDRESS,
  '/dashboard',
  '/mail',
  OUT_TODAY_ADDRESS,
  PREFERENCES_ADDRESS,
  '/search',
  '/sub-plan',
  TIMETABLE_ADDRESS,
  '/try',
] as const
export type AppAddress = (typeof APP_ADDRESSES)[number]

/** The addresses that the app's service worker opens without the network: those of the planner. */
export const KEPT_ADDRESSES: readonly AppAddress[] = [
  BILLING_ADDRESS,
  SECURITY_ADDRESS,
  INVITES_ADDRESS,
  '/dashboard',
  OUT_TODAY_ADDRESS,
  PREFERENCES_ADDRESS,
  '/search',
  '/sub-plan',
  TIMETABLE_ADDRESS,
]

/** The sign-up page. `/auth` without a query is the sign-in page. */
export const SIGN_UP_ADDRESS = '/auth?mode=register'
/** The page that sends a link to set a new password. */
export const FORGOT_ADDRESS = '/auth?mode=forgot'

/** Normalizes a path for lookup: lowercase, without trailing slashes. */
export const pagePath = (path: string): string => path.replace(/\/+$/, '').toLowerCase() || '/'
