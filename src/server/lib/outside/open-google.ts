/**
 * Google, by openid-client. Loaded only where it is set up.
 *
 * 1. Every call ends within ten seconds; nothing is tried again.
 * 2. Who has come back is believed only with the round's own state, nonce and PKCE verifier, in a token that Google signed for
 *    us and that still holds, about an address that Google has verified.
 * 3. Tokens go by the true time, whatever the clock of the app says.
 */
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { MAX_NAME } from '#shared/accounts/contract.ts'
import { text } from '#shared/text.ts'
import { type Google, GoogleFailed, type GooglePerson, type GoogleSettings } from './google.ts'

const TIMEOUT_MS = 10_000
const GOOGLE = 'https://accounts.google.com'
const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'

/** What openid-client says of an answer that nobody could have meant. */
const GARBAGE = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
])

/** Whether Google did not answer, or answered with nothing that could be read, in place of a no. */
const isAway = (error: unknown): boolean => {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 || error.status === 429
  if (error instanceof openid.AuthorizationResponseError) return ['server_error', 'temporarily_unavailable'].includes(error.error)
  if (error instanceof openid.ClientError) return error.code === undefined || GARBAGE.has(error.code)
  // What `fetch` throws.
  return error instanceof TypeError
}

/** Returns what a call of Google answers, in time. */
const answeredWithin = async <T>(milliseconds: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GoogleFailed('away', 'Google did not answer in time')), milliseconds)
  })
  try {
    return await Promise.race([call, late])
  } catch (error) {
    if (error instanceof GoogleFailed) throw error
    const { code = '' } = error instanceof openid.ClientError ? error : {}
    throw new GoogleFailed(
      isAway(error) ? 'away' : 'refused',
      `Google failed: ${[error instanceof Error && error.message, code].filter(Boolean).join(' ')}`,
      {
        cause: error,
      },
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

/** Returns whom an ID token is about, which openid-client has checked. A name that cannot be kept is left out. */
const personIn = ({ sub, email, email_verified: isVerified, name }: Partial<openid.IDToken> = {}): GooglePerson => {
  const address = typeof email === 'string' ? email.trim() : ''
  if (!sub || !Sub.safeParse(sub).success || isVerified !== true || !ADDRESS.test(address) || address.length > MAX_ADDRESS)
    throw new GoogleFailed('refused', 'Google does not vouch for an address')
  const kept = Name.safeParse(
    typeof name === 'string'
      ? name
          .trim()
          .slice(0, MAX_NAME)
          .replace(/\p{Surrogate}$/u, '')
      : '',
  )
  return { sub, email: address.toLowerCase(), name: kept.success ? kept.data : null }
}

/** `timeoutMs` is shorter where a test waits for it. */
export const openGoogle = ({ clientId, clientSecret, issuer, picker }: GoogleSettings, timeoutMs = TIMEOUT_MS): Google => {
  const within = <T>(call: Promise<T>): Promise<T> => answeredWithin(timeoutMs, call)
  const { origin, protocol, hostname } = new URL(issuer)
  const execute = [openid.enableNonRepudiationChecks]
  // Only a stand-in is reached without encryption.
  if (protocol === 'http:' && !/(?:^|\.)google\.com$/.test(hostname)) execute.push(openid.allowInsecureRequests)

  let known: Promise<openid.Configuration> | undefined
  /** Where things are at Google: asked for at the first need, and again while that fails. */
  const discovered = (): Promise<openid.Configuration> => {
    known ??= openid
      .discovery(new URL(issuer), clientId, undefined, openid.ClientSecretPost(clientSecret), { execute, timeout: timeoutMs / 1000 })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }

  return {
    origin,
    picker: picker && { ...picker, scriptUrl: issuer === GOOGLE ? 'https://apis.google.com/js/api.js' : `${origin}/js/api.js` },

    addressOf: ({ state, nonce, codeVerifier, redirectUri }, { drive, email }) =>
      within(
        (async () => {
          const url = openid.buildAuthorizationUrl(await discovered(), {
            redirect_uri: redirectUri,
            scope: ['openid', 'email', 'profile', ...(drive ? [DRIVE_SCOPE] : [])].join(' '),
            state,
            nonce,
            code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
            code_challenge_method: 'S256',
            ...(email !== undefined && { login_hint: email }),
            // Google gives what opens a Drive for later only where the person is asked.
            ...(drive ? { access_type: 'offline', prompt: 'consent' } : { prompt: 'select_account' }),
          })
          if (url.origin !== origin) throw new GoogleFailed('away', 'Google sends people elsewhere')
          return url.href
        })(),
      ),

    arrival: ({ state, nonce, codeVerifier }, address) =>
      within(
        (async () => {
          const tokens = await openid.authorizationCodeGrant(await discovered(), address, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          })
          const mayOpen = tokens.scope?.split(' ').includes(DRIVE_SCOPE) ?? false
          return { person: personIn(tokens.claims()), driveRefreshToken: mayOpen ? tokens.refresh_token : undefined }
        })(),
      ),

    driveToken: (refreshToken) =>
      within(
        (async () => {
          try {
            return (await openid.refreshTokenGrant(await discovered(), refreshToken)).access_token
          } catch (error) {
            if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return undefined
            throw error
          }
        })(),
      ),

    closeDrive: (refreshToken) =>
      within(
        (async () => {
          try {
            await openid.tokenRevocation(await discovered(), refreshToken)
          } catch (error) {
            // It is forgotten already.
            if (!(error instanceof openid.ResponseBodyError && error.error === 'invalid_token')) throw error
          }
        })(),
      ),
  }
}
