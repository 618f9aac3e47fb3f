import { slot, text } from './storage.ts'

/** When the customer returned from checkout (epoch milliseconds). */
export const paidAt = slot('paidAt', text, 'tab-session')

export type AddressParameters = {
  /** The sign-in code or session token that an external sign-in adds to the URL. */
  token: string | null
  /** True for the URL Stripe redirects to after checkout. Doesn't prove payment, because anyone can open that URL. */
  isPaid: boolean
  /** The path, query and fragment without the token and checkout parameters, or null if the URL has neither parameter. */
  cleaned: string | null
}

/** Parses a URL. `token` is a sign-in code or a session token from our server. Stripe Checkout adds `session_id`. */
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
 * Removes `token` and `session_id` from the address bar and the history, and returns the token. Also records a return from checkout. Call
 * this before the first render or request, because the token must not leak through a referrer or stay in the browser history.
 */
export const takeAddressToken = (): string | null => {
  const { token, isPaid, cleaned } = addressParametersOf(window.location.href)
  if (isPaid) paidAt.set(String(Date.now()))
  if (cleaned !== null) window.history.replaceState(window.history.state, '', cleaned)
  return token
}
