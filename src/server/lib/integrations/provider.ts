/**
 * The interface of a sign-in provider, which identifies people. Google's also gives access to the Drive files that they
 * pick. The real ones are open-provider.ts and open-google.ts.
 */

/** How to reach a provider. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  /** The issuer's address, as in the provider's own documentation. */
  issuer: string
}

/** Any OpenID Connect provider. `button` is the text of its button. */
export type OidcSettings = ProviderSettings & { button: string }

/** Google, at https://accounts.google.com or a mock. */
export type GoogleSettings = ProviderSettings & {
  /** Settings of the file picker; undefined if it isn't configured. */
  picker: { apiKey: string; appId: string } | undefined
}

/** The person that a provider identified. */
export type ProviderPerson = {
  /** Google's own id for them, which never changes. For other providers: the issuer, a space, and the provider's id. */
  sub: string
  /** In lowercase. The provider has verified it. */
  email: string
  name: string | null
}

/** One sign-in flow, stored in the browser until it returns from the provider. */
export type ProviderFlow = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

/** The purpose of a flow. With `confirm`, the provider asks for the password again, if it supports that. */
type RoundWish = { drive: boolean; confirm: boolean; email?: string | undefined }

/** Calls end within ten seconds, and fail with {@link ProviderFailed}. */
export type SignInProvider = {
  /** The provider's name within a sentence. */
  readonly name: string
  /** Origin of the sign-in pages, to which calls may redirect. */
  readonly origin: string
  /** Returns the address to redirect to. With `drive` (Google only), also asks for lasting access to the files that the person picks. */
  addressOf: (round: ProviderFlow, wish: RoundWish) => Promise<string>
  /**
   * Returns the person who has returned, with a refresh token for their Drive if they granted access. `address` is the full
   * address to which the provider sent the browser.
   */
  arrival: (round: ProviderFlow, address: URL) => Promise<{ person: ProviderPerson; driveRefreshToken?: string | undefined }>
}

export type Oidc = SignInProvider & {
  /** The text of its button. */
  readonly button: string
}

export type Google = SignInProvider & {
  /** Settings of the file picker; undefined if it isn't configured. */
  readonly picker: { apiKey: string; appId: string; scriptUrl: string } | undefined
  /** Returns an access token that is valid for minutes, or undefined if the person has revoked our access to their Drive. */
  driveToken: (refreshToken: string) => Promise<string | undefined>
  /** Revokes our access to a Drive. Does nothing if it is already revoked. */
  closeDrive: (refreshToken: string) => Promise<void>
}

/** `unverified`: the provider hasn't verified the person's address. */
type Reason = 'away' | 'refused' | 'unverified'

/** A failed flow or call: the provider is unavailable or broken, its response is invalid, or the person declined. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly reason: Reason
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
