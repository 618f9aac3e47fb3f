import { RETENTION } from '#shared/retention.ts'

/** How long a browser is remembered after its last sign-in. In seconds, for the cookie's Max-Age. */
const DEVICE_LIFE_S = RETENTION.deviceDays * 24 * 3600

type Settings = { isHttps: boolean }

/** The cookie's name without HTTPS. Version 0.1.0 used it with HTTPS, too. */
const PLAIN_NAME = 'firstbell_device'

/**
 * Returns the name of the cookie that recognizes a returning browser. It grants no access. Over HTTPS, its prefix keeps pages without HTTPS
 * from setting it. The `__Host-` prefix would require sending it with every request.
 */
const nameOf = ({ isHttps }: Settings): string => (isHttps ? `__Secure-${PLAIN_NAME}` : PLAIN_NAME)

type Reply = { setCookie: (name: string, value: string, options: { path: string; maxAge: number }) => unknown }

/** Sets the device cookie, which the browser sends only to the sign-in calls. */
export const keepDevice = (reply: Reply, device: string, settings: Settings): void => {
  reply.setCookie(nameOf(settings), device, { path: '/api/auth', maxAge: DEVICE_LIFE_S })
}

/** Returns the browser's device cookie, also one from version 0.1.0, or undefined if it's missing or malformed. */
export const deviceOf = ({ cookies }: { cookies: Record<string, string | undefined> }, settings: Settings): string | undefined => {
  const device = cookies[nameOf(settings)] ?? cookies[PLAIN_NAME]
  return device && /^[\w-]{43}$/.test(device) ? device : undefined
}
