export type AddressParameters = {
  /** The session token with which an outside sign-in returns. */
  token: string | null
  /** The address without those parameters; null when it has none. */
  cleaned: string | null
}

/** What an address brings: `token` is for us, `session_id` (left by a checkout) only has to go. */
export const addressParametersOf = (address: string): AddressParameters => {
  const url = new URL(address)
  const token = url.searchParams.get('token') || null
  if (!url.searchParams.has('token') && !url.searchParams.has('session_id')) return { token, cleaned: null }
  url.searchParams.delete('token')
  url.searchParams.delete('session_id')
  return { token, cleaned: url.pathname + url.search + url.hash }
}

/**
 * Takes `token` and `session_id` out of the address bar and the history, and returns the token.
 * To be called before anything is drawn or asked for: a token must not leave in a referrer nor stay behind Back.
 */
export const takeAddressToken = (): string | null => {
  const { token, cleaned } = addressParametersOf(window.location.href)
  if (cleaned !== null) window.history.replaceState(window.history.state, '', cleaned)
  return token
}
