/** Forged requests to the provider callback that try to sign in as someone else. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openGoogle } from '#server/lib/integrations/open-google.ts'
import { openOidc } from '#server/lib/integrations/open-provider.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { clock, config, db, keys, pool, setClock } from '#test/app.ts'
import { aBrowser as aBrowserAt, CALLBACK, OIDC_CALLBACK, type TestBrowser } from '#test/provider-browser.ts'
import type { Forgery } from '#test/world/google/forgery.ts'
import { startGoogle } from '#test/world/google/start.ts'

const standIns = { google: await startGoogle({ redirectUris: [CALLBACK] }), oidc: await startGoogle({ redirectUris: [OIDC_CALLBACK] }) }
const services = {
  google: openGoogle({ ...standIns.google, picker: undefined }),
  oidc: openOidc({ ...standIns.oidc, button: 'Sign in with Lincoln District' }),
}
const app = await buildApp({ db, keys, clock, logger: false, config, services })
afterAll(() => Promise.all([app.close(), standIns.google.close(), standIns.oidc.close()]))

const NORA = { email: 'nora.quinn@school.example' }
const COOKIE = 'firstbell_google'
const countOf = async (table: string): Promise<number> => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)

describe.each([
  ['google', CALLBACK],
  ['oidc', OIDC_CALLBACK],
] as const)('by %s', (provider, callback) => {
  const google = standIns[provider]
  let browser: TestBrowser
  const aBrowser = () => aBrowserAt(app, google, provider)
  beforeEach(() => {
    google.forge(undefined)
    browser = aBrowser()
  })

  const arriving = async (address?: string): Promise<URL> => new URL(await google.visit(address ?? (await browser.goToSignIn()), NORA))
  /** Returns Nora's callback URL with one query parameter changed or removed. */
  const changed = async (name: string, value?: string): Promise<URL> => {
    const back = await arriving()
    if (value === undefined) back.searchParams.delete(name)
    else back.searchParams.set(name, value)
    return back
  }
  const forging = (forgery: Forgery) => async (): Promise<URL> => {
    google.forge(forgery)
    return arriving()
  }
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

  test.each<[string, () => Promise<URL>]>([
    ['another state', () => changed('state', 'x'.repeat(43))],
    ['no state', () => changed('state')],
    ['an empty state', () => changed('state', '')],
    ['a made-up code', () => changed('code', 'made-up')],
    ['no code', () => changed('code')],
    ['another issuer with the code', () => changed('iss', 'https://evil.example')],
    ['an error in addition to the code', () => changed('error', 'server_error')],
    [
      'the address of another browser',
      async () => {
        const back = await arriving()
        browser = aBrowser()
        return back
      },
    ],
    [
      'the address of another browser, in one with its own round trip',
      async () => {
        const back = await arriving()
        browser = aBrowser()
        await browser.goToSignIn()
        return back
      },
    ],
    [
      "the code of someone else's round trip with one's own state",
      async () => {
        const code = (await arriving()).searchParams.get('code') ?? ''
        browser = aBrowser()
        return changed('code', code)
      },
    ],
    [
      'an address that was already used',
      async () => {
        const back = await arriving()
        await browser.comeBack(back.href)
        await pool.query('delete from google_arrivals')
        return back
      },
    ],
    [
      'a code that was used before, in a new round trip',
      async () => {
        const back = await arriving()
        await browser.comeBack(back.href)
        await pool.query('delete from google_arrivals')
        return changed('code', back.searchParams.get('code') ?? '')
      },
    ],
    [
      'a changed cookie',
      async () => {
        const back = await arriving()
        browser.cookies[COOKIE] = `${browser.cookies[COOKIE]?.slice(0, -4)}AAAA`
        return back
      },
    ],
    [
      'a cookie sealed with another key',
      async () => {
        const back = await arriving()
        const opened = keys.open('google-sign-in', 'browser', browser.cookies[COOKIE] ?? '') ?? ''
        browser.cookies[COOKIE] = makeKeyRing(newKey()).seal('google-sign-in', 'browser', opened)
        return back
      },
    ],
    [
      'a round trip started ten minutes ago',
      async () => {
        const back = await arriving()
        setClock('2026-11-18T14:10:01Z')
        return back
      },
    ],
    ['a token for another round trip', forging({ claims: { nonce: 'another' } })],
    ['a token without a round trip', forging({ claims: { nonce: undefined } })],
    ['a token of another issuer', forging({ claims: { iss: 'https://evil.example' } })],
    ['a token for another application', forging({ claims: { aud: 'another.apps.stand-in.example' } })],
    ['a token for two applications', forging({ claims: { aud: [google.clientId, 'another'], azp: 'another' } })],
    ['an expired token', forging({ claims: { iat: secondsAgo(7200), exp: secondsAgo(3600) } })],
    ['a token that never expires', forging({ claims: { exp: undefined } })],
    ['a token without a subject', forging({ claims: { sub: undefined } })],
    ['a token with a wrong signature', forging({ isSignedByAnother: true })],
    ['a token without a signature', forging({ isUnsigned: true })],
    // Starts with the Kelvin sign, which lowercases to an ordinary "k".
    ['an address that lowercases to someone else’s', forging({ claims: { email: '\u212Aim@school.example' } })],
    ['an invalid address', forging({ claims: { email: 'nora.quinn' } })],
    ['an overlong address', forging({ claims: { email: `${'nora'.repeat(100)}@school.example` } })],
    ["an ID that can't be stored", forging({ claims: { sub: '1\0' } })],
  ])('%s is rejected', async (_, make) => {
    const back = await make()
    expect(await browser.comeBack(back.href)).toEqual({ problem: 'refused', provider })
    expect([await countOf('google_arrivals'), await countOf('sessions'), await countOf('users')]).toEqual([0, 0, 0])
  })

  test.each<[string, Forgery]>([
    ['an address that the provider has not verified', { claims: { email_verified: false } }],
    ['an address without a verification claim', { claims: { email_verified: undefined } }],
    ['an address with a nonstandard verification claim', { claims: { email_verified: 'true' } }],
    ['an address that the tenant does not own', { claims: { email_verified: undefined, xms_edov: false } }],
    ['no address', { claims: { email: '' } }],
  ])('%s is rejected as unverified', async (_, forgery) => {
    const back = await forging(forgery)()
    expect(await browser.comeBack(back.href)).toEqual({ problem: 'unverified', provider })
    expect([await countOf('google_arrivals'), await countOf('sessions'), await countOf('users')]).toEqual([0, 0, 0])
  })

  test('declining at the provider returns the reason and signs nobody in', async () => {
    const back = await google.visit(await browser.goToSignIn(), { email: undefined })
    expect(await browser.comeBack(back)).toEqual({ problem: 'cancelled', provider })
    expect(await countOf('google_arrivals')).toBe(0)
  })

  test('a forged return doesn’t affect the browser’s current round trip', async () => {
    const back = await arriving()
    expect(await browser.comeBack(`${callback}?code=x&state=y`)).toEqual({ problem: 'refused', provider })
    expect(await browser.comeBack(back.href)).toEqual({ token: expect.any(String) })
  })

  test('the code in the address works once, within a minute, in the browser that started', async () => {
    const code = await browser.codeOf(NORA)
    const other = aBrowser()
    expect((await other.exchange(code)).status).toBe(404)
    await other.goToSignIn()
    expect((await other.exchange(code)).status).toBe(404)
    expect((await browser.exchange(code)).status).toBe(200)
    expect((await browser.exchange(code)).status).toBe(404)

    const late = await browser.codeOf(NORA)
    setClock('2026-11-18T14:01:00Z')
    expect((await browser.exchange(late)).status).toBe(404)
    expect(await countOf('sessions')).toBe(1)
  })

  test.each([
    ['is cut if it is too long', 'Nora '.repeat(100), 'Nora '.repeat(20).trim()],
    ['is omitted if it can’t be stored', 'Nora\0', null],
  ])('a name %s', async (_, name, displayName) => {
    google.forge({ claims: { name } })
    expect((await browser.arrive(NORA)).body).toMatchObject({ kind: 'signed_in', user: { displayName } })
  })
})
