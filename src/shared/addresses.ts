/** Where the app draws the page. Every other address outside /api is a page made by the build, or is not there. */
export const APP_ADDRESSES = [
  '/admin',
  '/auth',
  '/auth/success',
  '/checkout',
  '/dashboard',
  '/mail',
  '/search',
  '/sub-plan',
  '/try',
] as const
export type AppAddress = (typeof APP_ADDRESSES)[number]

/** Where an account is made; `/auth` alone asks for a sign-in. */
export const SIGN_UP_ADDRESS = '/auth?mode=register'

/** The path of an address as pages are looked up by it: a slash at its end and capitals change nothing. */
export const pagePath = (path: string): string => path.replace(/\/+$/, '').toLowerCase() || '/'
