/**
 * Sign-in providers, accessed through openid-client. Loaded only if one is configured.
 *
 * 1. Every call finishes within ten seconds. Calls are never retried.
 * 2. A user returning from the provider is accepted only with the flow's own state, nonce and PKCE verifier, in an unexpired token that the
 *    provider signed for us, with an email address that the provider has verified.
 * 3. Token times are checked against the real time, even if the app's clock is ahead.
 * 4. Re-authentication fails if the token says that the user signed in at the provider before the flow started.
 */

import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { nameOfButton } from '#shared/accounts/rules.ts'
import { MAX } from '#shared/limits.ts'
import { text } from '#shared/text.ts'
import { type Oidc, type OidcSettings, ProviderFailed, type ProviderFlow, type ProviderPerson, type ProviderSettings } from './provider.ts'

export const TIMEOUT_MS = 10_000
/** How far the provider's clock may be behind ours. As long as a proof lasts, so a sign-in that it lets through is recent. */
const CLOCK_TOLERANCE_S = 300

/** openid-client error codes for invalid responses. */
const GARBAGE = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
])

/** True if the provider didn't respond or sent an unreadable response, rather than refusing the request. */
const isAway = (error: unknown): boolean => {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 || error.status === 429
  if (error instanceof openid.AuthorizationResponseError) return ['server_error', 'temporarily_unavailable'].includes(error.error)
  if (error instanceof openid.ClientError) return error.code === undefined || GARBAGE.has(error.code)
  // Thrown by `fetch`.
  return error instanceof TypeError
}

/** Returns the result of a provider call, or throws after a timeout. */
const answeredWithin = async <T>(milliseconds: number, name: string, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed('away', `${name} didn't respond in time`)), milliseconds)
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

/** An ASCII email address. Lowercasing non-ASCII letters can turn an address into another user's. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/
const MAX_ADDRESS = 254
const Sub = text(255)
const Name = text(MAX.name).check(z.trim(), z.minLength(1))

const nameIn = (name: unknown): string | null => {
  const short =
    typeof name === 'string'
      ? name
          .trim()
          .slice(0, MAX.name)
          .replace(/\p{Surrogate}$/u, '')
      : ''
  const kept = Name.safeParse(short)
  return kept.success ? kept.data : null
}

type Claims = { sub?: string; email?: unknown; name?: unknown }

/**
 * Returns the identity in verified claims. Omits a name that can't be stored. Throws `unverified` if the provider hasn't verified the
 * address, and `refused` if the id or the address can't be stored.
 */
export const personIn = ({ sub, email, name }: Claims, isVerified: boolean): ProviderPerson => {
  const address = typeof email === 'string' ? email.trim() : ''
  if (!sub || !Sub.safeParse(sub).success) throw new ProviderFailed('refused', "The token doesn't identify a person")
  if (!isVerified || address === '') throw new ProviderFailed('unverified', "The provider hasn't verified an email address")
  if (!ADDRESS.test(address) || address.length > MAX_ADDRESS) throw new ProviderFailed('refused', "The email address isn't valid")
  return { sub, email: address.toLowerCase(), name: nameIn(name) }
}

type Client = ProviderSettings & {
  name: string
  timeoutMs: number
  /** True if plain HTTP is allowed, for a mock on this machine. */
  isInsecure: boolean
}

/** Returns the functions that all providers share. */
export const openClient = ({ clientId, clientSecret, issuer, name, timeoutMs, isInsecure }: Client) => {
  const execute = [openid.enableNonRepudiationChecks, ...(isInsecure ? [openid.allowInsecureRequests] : [])]
  const [post, basic] = [openid.ClientSecretPost(clientSecret), openid.ClientSecretBasic(clientSecret)]
  /** Authenticates the client with a method that the provider supports, by default the Authorization header. */
  const authenticate: openid.ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest)

  let known: Promise<openid.Configuration> | undefined
  /** Returns the provider's discovered configuration. Fetched on first use, and again after a failure. */
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
    /** Returns the authorization URL that starts a flow. */
    addressFor: async ({ state, nonce, codeVerifier, redirectUri }: ProviderFlow, more: Record<string, string>): Promise<URL> =>
      openid.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...more,
      }),
    /** Returns the tokens and claims at the end of a flow. */
    tokensFor: async ({ state, nonce, codeVerifier, confirmsSince = 0 }: ProviderFlow, address: URL) => {
      const tokens = await openid.authorizationCodeGrant(await discovered(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new ProviderFailed('refused', 'The ID token is missing')
      // Not every provider sends `auth_time`. Those that do prove that nobody removed `prompt=login` from the address.
      const { auth_time: signedInAt = Number.POSITIVE_INFINITY } = claims
      if (!(Number(signedInAt) >= confirmsSince - CLOCK_TOLERANCE_S))
        throw new ProviderFailed('refused', "The provider didn't ask for the password again")
      return { ...tokens, claims }
    },
  }
}

/** True values of the Microsoft Entra claim that an address belongs to its tenant. Entra sends that claim instead of `email_verified`. */
const IS_OF_TENANT: readonly unknown[] = [true, 1, '1', 'true']

/** Tests that wait for the timeout pass a shorter `timeoutMs`. */
export const openOidc = ({ button, ...settings }: OidcSettings, timeoutMs = TIMEOUT_MS): Oidc => {
  const name = nameOfButton(button)
  const { protocol, origin: ofIssuer } = new URL(settings.issuer)
  const { within, discovered, addressFor, tokensFor } = openClient({ ...settings, name, timeoutMs, isInsecure: protocol === 'http:' })
  let origin = ofIssuer

  return {
    name,
    button,
    // The sign-in page may have a different host than the issuer. The host is known before any user is redirected there.
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
