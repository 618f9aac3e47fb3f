/**
 * Providers of sign-ins, by openid-client. Loaded only where one is set up.
 *
 * 1. Every call ends within ten seconds; nothing is tried again.
 * 2. Who has come back is believed only with the round's own state, nonce and PKCE verifier, in a token that the provider signed
 *    for us and that still holds, about an address that the provider has verified.
 * 3. Tokens go by the true time, whatever the clock of the app says.
 */
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { MAX_NAME } from '#shared/accounts/contract.ts'
import { nameOfButton } from '#shared/accounts/rules.ts'
import { text } from '#shared/text.ts'
import { type Oidc, type OidcSettings, ProviderFailed, type ProviderPerson, type ProviderRound, type ProviderSettings } from './provider.ts'

export const TIMEOUT_MS = 10_000

/** What openid-client says of an answer that nobody could have meant. */
const GARBAGE = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
])

/** Whether a provider did not answer, or answered with nothing that could be read, in place of a no. */
const isAway = (error: unknown): boolean => {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 || error.status === 429
  if (error instanceof openid.AuthorizationResponseError) return ['server_error', 'temporarily_unavailable'].includes(error.error)
  if (error instanceof openid.ClientError) return error.code === undefined || GARBAGE.has(error.code)
  // What `fetch` throws.
  return error instanceof TypeError
}

/** Returns what a call of a provider answers, in time. */
const answeredWithin = async <T>(milliseconds: number, name: string, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed('away', `${name} did not answer in time`)), milliseconds)
  })
  try {
    return await Promise.race([call(), late])
  } catch (error) {
    if (error instanceof ProviderFailed) throw error
    const { code = '' } = error instanceof openid.ClientError ? error : {}
    throw new ProviderFailed(
      isAway(error) ? 'away' : 'refused',
      `${name} failed: ${[error instanceof Error && error.message, code].filter(Boolean).join(' ')}`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** An address in ASCII: others have letters of which lower case makes the address of somebody else. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/
const MAX_ADDRESS = 254
const Sub = text(255)
const Name = text(MAX_NAME).check(z.trim(), z.minLength(1))

const nameIn = (name: unknown): string | null => {
  const short =
    typeof name === 'string'
      ? name
          .trim()
          .slice(0, MAX_NAME)
          .replace(/\p{Surrogate}$/u, '')
      : ''
  const kept = Name.safeParse(short)
  return kept.success ? kept.data : null
}

type Claims = { sub?: string; email?: unknown; name?: unknown }

/**
 * Returns whom checked claims are about. A name that cannot be kept is left out. Throws `unverified` where the provider doesn't
 * vouch for the address, `refused` for an id or an address that nobody can keep.
 */
export const personIn = ({ sub, email, name }: Claims, isVerified: boolean): ProviderPerson => {
  const address = typeof email === 'string' ? email.trim() : ''
  if (!sub || !Sub.safeParse(sub).success) throw new ProviderFailed('refused', 'There is nobody in the token')
  if (!isVerified || address === '') throw new ProviderFailed('unverified', 'The provider does not vouch for an address')
  if (!ADDRESS.test(address) || address.length > MAX_ADDRESS) throw new ProviderFailed('refused', 'The address is none')
  return { sub, email: address.toLowerCase(), name: nameIn(name) }
}

type Client = ProviderSettings & {
  name: string
  timeoutMs: number
  /** It may be reached without encryption: a stand-in on this machine. */
  isInsecure: boolean
}

/** What all providers have in common. */
export const openClient = ({ clientId, clientSecret, issuer, name, timeoutMs, isInsecure }: Client) => {
  const execute = [openid.enableNonRepudiationChecks, ...(isInsecure ? [openid.allowInsecureRequests] : [])]
  const [post, basic] = [openid.ClientSecretPost(clientSecret), openid.ClientSecretBasic(clientSecret)]
  /** How the provider wants to know that it is us; one that doesn't say wants the header. */
  const authenticate: openid.ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest)

  let known: Promise<openid.Configuration> | undefined
  /** Where things are at the provider: asked for at the first need, and again while that fails. */
  const discovered = (): Promise<openid.Configuration> => {
    known ??= openid
      .discovery(new URL(issuer), clientId, undefined, authenticate, { execute, timeout: timeoutMs / 1000 })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }

  return {
    within: <T>(call: () => Promise<T>): Promise<T> => answeredWithin(timeoutMs, name, call),
    discovered,
    /** Returns the address at which a round begins. */
    addressFor: async ({ state, nonce, codeVerifier, redirectUri }: ProviderRound, more: Record<string, string>): Promise<URL> =>
      openid.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...more,
      }),
    /** Returns what a round has brought. */
    tokensFor: async ({ state, nonce, codeVerifier }: ProviderRound, address: URL) => {
      const tokens = await openid.authorizationCodeGrant(await discovered(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new ProviderFailed('refused', 'There is no ID token')
      return { ...tokens, claims }
    },
  }
}

/** How Microsoft's Entra says that an address is its tenant's own, in place of `email_verified`. */
const IS_OF_TENANT: readonly unknown[] = [true, 1, '1', 'true']

/** `timeoutMs` is shorter where a test waits for it. */
export const openOidc = ({ button, ...settings }: OidcSettings, timeoutMs = TIMEOUT_MS): Oidc => {
  const name = nameOfButton(button)
  const { protocol, origin: ofIssuer } = new URL(settings.issuer)
  const { within, discovered, addressFor, tokensFor } = openClient({ ...settings, name, timeoutMs, isInsecure: protocol === 'http:' })
  let origin = ofIssuer

  return {
    name,
    button,
    // People may sign in at another host than the issuer's: it is known before anybody is sent there.
    get origin() {
      return origin
    },

    addressOf: (round, { confirm, email }) =>
      within(async () => {
        const more = { ...(email !== undefined && { login_hint: email }), ...(confirm && { prompt: 'login' }) }
        const url = await addressFor(round, more)
        origin = url.origin
        return url.href
      }),

    arrival: (round, address) =>
      within(async () => {
        const { claims, access_token: accessToken } = await tokensFor(round, address)
        const { iss, sub } = claims
        const config = await discovered()
        const isThin = claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
        const said = isThin ? await openid.fetchUserInfo(config, accessToken, sub) : claims
        const isVerified = said['email_verified'] === true || IS_OF_TENANT.includes(said['xms_edov'])
        const person = personIn({ ...said, sub }, isVerified)
        return { person: { ...person, sub: `${iss} ${sub}` } }
      }),
  }
}
