/** Cookie that recognizes a returning browser. It grants no access. */
export const DEVICE_COOKIE = 'firstbell_device'

/** Returns the browser's device cookie; undefined if it's missing or malformed. */
export const deviceOf = ({ cookies }: { cookies: Record<string, string | undefined> }): string | undefined => {
  const device = cookies[DEVICE_COOKIE]
  return device && /^[\w-]{43}$/.test(device) ? device : undefined
}
