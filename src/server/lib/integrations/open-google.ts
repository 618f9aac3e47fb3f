/** Google sign-in, and access to the Drive files that users pick. Loaded only if configured. */
import * as openid from 'openid-client'
import { openClient, personIn, TIMEOUT_MS } from './open-provider.ts'
import { type Google, type GoogleSettings, ProviderFailed } from './provider.ts'

const GOOGLE = 'https://accounts.google.com'
const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'

/** Tests that wait for the timeout pass a shorter `timeoutMs`. */
export const openGoogle = ({ picker, ...settings }: GoogleSettings, timeoutMs = TIMEOUT_MS): Google => {
  const { issuer } = settings
  const { origin, protocol, hostname } = new URL(issuer)
  // Only a mock server may use plain HTTP.
  const isInsecure = protocol === 'http:' && !/(?:^|\.)google\.com$/.test(hostname)
  const { within, discovered, addressFor, tokensFor } = openClient({ ...settings, name: 'Google', timeoutMs, isInsecure })

  return {
    name: 'Google',
    origin,
    picker: picker && { ...picker, scriptUrl: issuer === GOOGLE ? 'https://apis.google.com/js/api.js' : `${origin}/js/api.js` },

    addressOf: (round, { drive, email }) =>
      within(async () => {
        const url = await addressFor(round, {
          ...(email !== undefined && { login_hint: email }),
          // Google returns a refresh token only if it prompts the user for consent.
          ...(drive
            ? { scope: `openid email profile ${DRIVE_SCOPE}`, access_type: 'offline', prompt: 'consent' }
            : { prompt: 'select_account' }),
        })
        if (url.origin !== origin) throw new ProviderFailed('away', "Google's sign-in page is on another host")
        return url.href
      }),

    arrival: (round, address) =>
      within(async () => {
        const { claims, scope, refresh_token: refreshToken } = await tokensFor(round, address)
        const mayOpen = scope?.split(' ').includes(DRIVE_SCOPE) ?? false
        return { person: personIn(claims, claims['email_verified'] === true), driveRefreshToken: mayOpen ? refreshToken : undefined }
      }),

    driveToken: (refreshToken) =>
      within(async () => {
        try {
          return (await openid.refreshTokenGrant(await discovered(), refreshToken)).access_token
        } catch (error) {
          if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return undefined
          throw error
        }
      }),

    closeDrive: (refreshToken) =>
      within(async () => {
        try {
          await openid.tokenRevocation(await discovered(), refreshToken)
        } catch (error) {
          // Already revoked.
          if (!(error instanceof openid.ResponseBodyError && error.error === 'invalid_token')) throw error
        }
      }),
  }
}
