/** The cookie by which a browser is known again; it opens nothing. */
export const DEVICE_COOKIE = 'firstbell_device'

/** Returns the cookie of the browser that calls; undefined where it is none of ours. */
export const deviceOf = ({ cookies }: { cookies: Record<string, string | undefined> }): string | undefined => {
  const device = cookies[DEVICE_COOKIE]
  return device && /^[\w-]{43}$/.test(device) ? device : undefined
}
