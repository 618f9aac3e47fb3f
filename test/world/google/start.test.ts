import * as openid from 'openid-client'
import { afterAll, afterEach, expect, it } from 'vitest'
import { DRIVE_SCOPE } from './provider.ts'
import { startGoogle } from './start.ts'

const HERE = 'http://localhost/api/auth/google/callback'
const google = await startGoogle({ redirectUris: [HERE] })
afterEach(() => {
  google.heal()
  google.forge(undefined)
})
afterAll(() => google.close())

const discover = () =>
  openid.discovery(new URL(google.issuer), google.clientId, undefined, openid.ClientSecretPost(google.clientSecret), {
    execute: [openid.allowInsecureRequests],
  })

const roundTo = async (more: Record<string, string> = {}) => {
  const config = await discover()
  const verifier = openid.randomPKCECodeVerifier()
  const challenge = await openid.calculatePKCECodeChallenge(verifier)
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: HERE,
    scope: 'openid email profile',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  const tokensOf = (back: string, pkceCodeVerifier = verifier) =>
    openid.authorizationCodeGrant(config, new URL(back), { expectedState: 'a-state', expectedNonce: 'a-nonce', pkceCodeVerifier })
  return { config, address: address.href, tokensOf }
}

it('vouches for the chosen account, with a stable id', async () => {
  const { address, tokensOf } = await roundTo()
  const claims = (await tokensOf(await google.visit(address, { email: 'nora.quinn@school.example' }))).claims()
  expect(claims).toMatchObject({
    iss: google.issuer,
    aud: google.clientId,
    email: 'nora.quinn@school.example',
    email_verified: true,
    name: 'Nora Quinn',
  })
  const again = await roundTo()
  const later = (
    await again.tokensOf(await google.visit(again.address, { email: 'nora.quinn@school.example', isUnverified: true }))
  ).claims()
  expect(later).toMatchObject({ sub: claims?.sub, email_verified: false })
})

it('redirects back a user who declines', async () => {
  const { address } = await roundTo()
  expect(await google.visit(address, { email: undefined })).toMatch(/^http:\/\/localhost\/api\/auth\/google\/callback\?error=access_denied/)
})

it('grants offline access to a Drive until it is revoked', async () => {
  const { config, address, tokensOf } = await roundTo({ scope: `openid email ${DRIVE_SCOPE}`, access_type: 'offline', prompt: 'consent' })
  const { refresh_token: refreshToken = '', scope } = await tokensOf(await google.visit(address, { email: 'nora.quinn@school.example' }))
  expect(scope).toContain(DRIVE_SCOPE)
  const { access_token: accessToken } = await openid.refreshTokenGrant(config, refreshToken)
  expect(await google.holderOf(accessToken)).toEqual({ email: 'nora.quinn@school.example', scope: expect.stringContaining(DRIVE_SCOPE) })
  await openid.tokenRevocation(config, refreshToken)
  await expect(openid.refreshTokenGrant(config, refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(openid.tokenRevocation(config, refreshToken)).rejects.toMatchObject({ status: 400 })
})

it('grants no Drive access if the user declines it', async () => {
  const { address, tokensOf } = await roundTo({ scope: `openid email ${DRIVE_SCOPE}`, access_type: 'offline' })
  const { scope } = await tokensOf(await google.visit(address, { email: 'nora.quinn@school.example', keepsDriveClosed: true }))
  expect(scope).not.toContain(DRIVE_SCOPE)
})

it('refuses another redirect URI, a sign-in without PKCE, another verifier and another secret', async () => {
  const elsewhere = await roundTo({ redirect_uri: 'http://evil.example/callback' })
  await expect(google.visit(elsewhere.address, { email: 'nora.quinn@school.example' })).rejects.toThrow('redirect_uri')
  const bare = new URL((await roundTo()).address)
  bare.searchParams.delete('code_challenge')
  bare.searchParams.delete('code_challenge_method')
  expect(await google.visit(bare.href, { email: 'nora.quinn@school.example' })).toContain('error=invalid_request')
  const { address, tokensOf } = await roundTo()
  const back = await google.visit(address, { email: 'nora.quinn@school.example' })
  await expect(tokensOf(back, openid.randomPKCECodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' })
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: HERE,
    client_id: google.clientId,
    client_secret: 'no',
  })
  expect((await fetch(`${google.issuer}/token`, { method: 'POST', body })).status).toBe(401)
})

it('forges tokens and fails on demand', async () => {
  const { address, tokensOf } = await roundTo()
  google.forge({ claims: { nonce: 'another' } })
  await expect(tokensOf(await google.visit(address, { email: 'nora.quinn@school.example' }))).rejects.toMatchObject({
    cause: { cause: { claim: 'nonce' } },
  })
  google.trouble({ kind: 'error' })
  await expect(discover()).rejects.toThrow()
})
