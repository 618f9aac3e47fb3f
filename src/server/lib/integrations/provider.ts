/**
 * The sign-in provider interface, which identifies users. The Google provider also gives access to the Drive files that users pick.
 * Implemented in open-provider.ts and open-google.ts.
 */

/** Connection settings for a provider. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  /** The issuer URL from the provider's documentation. */
  issuer: string
}

/** Settings for any OpenID Connect provider. `button` is the label of its sign-in button. */
export type OidcSettings = ProviderSettings & { button: string }

/** Settings for Google, at https://accounts.google.com or a mock. */
export type GoogleSettings = ProviderSettings & {
  /** Settings for the file picker. Undefined if it isn't configured. */
  picker: { apiKey: string; appId: string } | undefined
}

/** The identity that a provider returned. */
export type ProviderPerson = {
  /** For Google, the user's Google account ID, which never changes. For other providers, the issuer, a space, and the provider's id. */
  sub: string
  /** In lowercase and verified by the provider. */
  email: string
  name: string | null
}

/** A sign-in flow, stored in the browser until the user returns from the provider. */
export type ProviderFlow = {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  /**
   * Set for re-authentication: when the flow started, in seconds since 1970. If the provider says when the user last signed in there, it
   * must be after that.
   */
  confirmsSince?: number
}

/** The purpose of a flow. With `confirm`, the provider asks for the password again if it supports that. */
type RoundWish = { drive: boolean; confirm: boolean; email?: string | undefined }

/** Calls finish within ten seconds and throw {@link ProviderFailed} on failure. */
export type SignInProvider = {
  /** The provider's name, for use in a sentence. */
  readonly name: string
  /** Origin of the sign-in pages that calls may redirect to. */
  readonly origin: string
  /** Returns the URL to redirect to. With `drive` (Google only), also requests offline access to the files that the user picks. */
  addressOf: (round: ProviderFlow, wish: RoundWish) => Promise<string>
  /**
   * Returns the identity of a user who returned from the provider, with a Drive refresh token if they granted access. `address` is the full
   * URL that the provider redirected the browser to.
   */
  arrival: (round: ProviderFlow, address: URL) => Promise<{ person: ProviderPerson; driveRefreshToken?: string | undefined }>
}

export type Oidc = SignInProvider & {
  /** Label of the provider's sign-in button. */
  readonly button: string
}

export type Google = SignInProvider & {
  /** Settings for the file picker. Undefined if it isn't configured. */
  readonly picker: { apiKey: string; appId: string; scriptUrl: string } | undefined
  /** Returns a short-lived access token, or undefined if the user has revoked our access to their Drive. */
  driveToken: (refreshToken: string) => Promise<string | undefined>
  /** Revokes our access to a Drive. Does nothing if the access is already revoked. */
  closeDrive: (refreshToken: string) => Promise<void>
}

/** `unverified`: the provider hasn't verified the user's email address. */
type Reason = 'away' | 'refused' | 'unverified'

/** A failed flow or call. The provider is unavailable or broken, its response is invalid, or the user declined. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly reason: Reason
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
