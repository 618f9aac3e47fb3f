/** Simulates a user of the stand-in without a browser. */

export type Choice = {
  /** The account to choose, or undefined to cancel. */
  email: string | undefined
  /** True if Google hasn't verified the email address. */
  isUnverified?: boolean
  /** True if the user doesn't grant Drive access when we ask for it. */
  keepsDriveClosed?: boolean
}

/** Follows redirects and submits forms like a browser. Resolves with the redirect URL to our server. */
export const visit = async (address: string, { email, isUnverified = false, keepsDriveClosed = false }: Choice): Promise<string> => {
  const cookies = new Map<string, string>()
  const { origin } = new URL(address)
  const open = async (url: string, pressed?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, {
      method: pressed ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(pressed && { body: pressed }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`Google goes on nowhere from ${url} (${reply.status}): ${(await reply.text()).slice(0, 300)}`)
    return new URL(location, url).href
  }
  const choosing = await open(address)
  if (!choosing.startsWith(origin)) return choosing
  const pressed = new URLSearchParams(
    email === undefined
      ? { deny: 'yes' }
      : { person: email, ...(isUnverified && { unverified: 'on' }), ...(keepsDriveClosed && { closed: 'on' }) },
  )
  return open(await open(choosing, pressed))
}
