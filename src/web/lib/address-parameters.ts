import { storePaid } from './storage.ts'

export type AddressParameters = {
  /** The session token with which an outside sign-in returns. */
  token: string | null
  /** It is the one that Stripe leads back to after paying. That proves nothing. */
  isPaid: boolean
  /** The address without those parameters; null when it has none. */
  cleaned: string | null
}

/** What an address brings: `token` is for us, `session_id` (left by a checkout) says where somebody comes from. */
export const addressParametersOf = (address: string): AddressParameters => {
  const url = new URL(address)
  const token = url.searchParams.get('token') || null
  const isPaid = url.searchParams.has('session_id')
  if (!url.searchParams.has('token') && !isPaid) return { token, isPaid, cleaned: null }
  url.searchParams.delete('token')
  url.searchParams.delete('session_id')
  return { token, isPaid, cleaned: url.pathname + url.search + url.hash }
}

/**
 * Takes `token` and `session_id` out of the address bar and the history, and returns the token; that somebody comes from
 * paying is kept.
 * To be called before anything is drawn or asked for: a token must not leave in a referrer nor stay behind Back.
 */
export const takeAddressToken = (): string | null => {
  const { token, isPaid, cleaned } = addressParametersOf(window.location.href)
  if (isPaid) storePaid(Date.now())
  if (cleaned !== null) window.history.replaceState(window.history.state, '', cleaned)
  return token
}
