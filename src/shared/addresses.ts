/** Opens the planner with the invitations that a teacher received. */
export const INVITES_ADDRESS = '/collaboration'

/** Paths that the single-page app renders. All other paths outside /api are prerendered pages or return 404. */
export const APP_ADDRESSES = [
  '/admin',
  '/auth',
  '/auth/success',
  '/checkout',
  INVITES_ADDRESS,
  '/dashboard',
  '/mail',
  '/search',
  '/sub-plan',
  '/try',
] as const
export type AppAddress = (typeof APP_ADDRESSES)[number]

/** The sign-up page. `/auth` without a query is the sign-in page. */
export const SIGN_UP_ADDRESS = '/auth?mode=register'

/** Normalizes a path for lookup: lowercase, without trailing slashes. */
export const pagePath = (path: string): string => path.replace(/\/+$/, '').toLowerCase() || '/'
