import { RETENTION } from '#shared/retention.ts'

/** How long a browser is remembered after its last sign-in. In seconds, for the cookie's Max-Age. */
const DEVICE_LIFE_S = RETENTION.deviceDays * 24 * 3600

export const DEVICE_COOKIE_OPTIONS = { path: '/api/auth', maxAge: DEVICE_LIFE_S }

/** Cookie that recognizes a returning browser. It grants no access. */
export const DEVICE_COOKIE = 'firstbell_device'

/** Returns the browser's device cookie, or undefined if it's missing or malformed. */
export const deviceOf = ({ cookies }: { cookies: Record<string, string | undefined> }): string | undefined => {
  const device = cookies[DEVICE_COOKIE]
  return device && /^[\w-]{43}$/.test(device) ? device : undefined
}
