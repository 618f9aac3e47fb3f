/** The user who unsubscribes, or an invited address without an account. */
export type Unsubscriber = { userId: string } | { address: string }

const OWNER = 'unsubscribe'

type Sealing = { seal: (purpose: 'mail', owner: string, text: string) => string }
type Opening = { open: (purpose: 'mail', owner: string, sealed: string) => string | undefined }

/** Returns a token for one-click unsubscribe without a session. It can't be forged and doesn't reveal the address. */
export const unsubscribeToken = (keys: Sealing, who: Unsubscriber): string => keys.seal('mail', OWNER, JSON.stringify(who))

/**
 * Returns the URL for one-click unsubscribe (POST) and the URL of the page that the unsubscribe link opens. `address` is the server's base
 * URL.
 */
export const unsubscribeLinks = (keys: Sealing, who: Unsubscriber, address: string): { post: string; page: string } => {
  const token = unsubscribeToken(keys, who)
  return { post: `${address}/api/mail/unsubscribe?token=${token}`, page: `${address}/mail#unsubscribe=${token}` }
}

/** Returns the user or address for an unsubscribe token, or undefined if the token is invalid. */
export const unsubscriberOf = (keys: Opening, token: string): Unsubscriber | undefined => {
  const opened = keys.open('mail', OWNER, token)
  return opened === undefined ? undefined : JSON.parse(opened)
}
