/**
 * What we need of a provider of sign-ins: to know who somebody is; and of Google, the files of Drive that they pick. The real
 * ones are open-provider.ts and open-google.ts.
 */

/** How a provider is reached. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  /** Where it is, as its own documents say. */
  issuer: string
}

/** Any provider that speaks OpenID Connect. `button` is the text of its button. */
export type OidcSettings = ProviderSettings & { button: string }

/** Google, at https://accounts.google.com or a stand-in. */
export type GoogleSettings = ProviderSettings & {
  /** What the file picker needs; undefined where no files are picked. */
  picker: { apiKey: string; appId: string } | undefined
}

/** Whom a provider vouches for. */
export type ProviderPerson = {
  /** Google's own id for them, which never changes. Of another provider: its issuer, a space, and its id for them. */
  sub: string
  /** In lower case; the provider has made sure that it is theirs. */
  email: string
  name: string | null
}

/** One round to a provider, kept in the browser that makes it until it comes back. */
export type ProviderRound = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

/** What a person goes to a provider for: `confirm` has it ask them for their password again, where it does that. */
type RoundWish = { drive: boolean; confirm: boolean; email?: string | undefined }

/** Every call ends within ten seconds, and fails with {@link ProviderFailed}. */
export type SignInProvider = {
  /** What it is called within a sentence. */
  readonly name: string
  /** Where people sign in, to which a call may send them. */
  readonly origin: string
  /** Returns the address to go to. With `drive`, the files that the person picks are asked for, for later too: Google's alone. */
  addressOf: (round: ProviderRound, wish: RoundWish) => Promise<string>
  /**
   * Returns who has come back, with what opens their Drive where that was granted. `address` is the whole one that the provider
   * sent the browser to.
   */
  arrival: (round: ProviderRound, address: URL) => Promise<{ person: ProviderPerson; driveRefreshToken?: string | undefined }>
}

export type Oidc = SignInProvider & {
  /** The text of its button. */
  readonly button: string
}

export type Google = SignInProvider & {
  /** What the file picker needs; undefined where no files are picked. */
  readonly picker: { apiKey: string; appId: string; scriptUrl: string } | undefined
  /** Returns a token that lives for minutes; undefined where the person has closed their Drive to us. */
  driveToken: (refreshToken: string) => Promise<string | undefined>
  /** Has Google forget that a Drive was opened to us; one that is forgotten already is no failure. */
  closeDrive: (refreshToken: string) => Promise<void>
}

/** `unverified`: the provider doesn't say that the person's address is theirs. */
type Reason = 'away' | 'refused' | 'unverified'

/** Why a round or a call failed: the provider isn't there or broken, or what came isn't what it should be, or the person said no. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly reason: Reason
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
