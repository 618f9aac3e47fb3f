/** The operator's OpenID provider, alone and together with Google. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { personAt } from '#server/features/sign-in/reset/queries.ts'
import { openGoogle } from '#server/lib/integrations/open-google.ts'
import { openOidc } from '#server/lib/integrations/open-provider.ts'
import { clock, config, db, keys, pool, unnamedRefusals } from '#test/app.ts'
import { aBrowser, CALLBACK, OIDC_CALLBACK } from '#test/provider-browser.ts'
import { startGoogle } from '#test/world/google/start.ts'

const BUTTON = 'Sign in with Lincoln District'
const google = await startGoogle({ redirectUris: [CALLBACK] })
const district = await startGoogle({ redirectUris: [OIDC_CALLBACK] })
/** A provider that expects the client credentials in the Authorization header, as Clever does. */
const other = await startGoogle({ redirectUris: [OIDC_CALLBACK], authMethod: 'client_secret_basic' })
const withOidc = (standIn: typeof district) =>
  buildApp({
    db,
    keys,
    clock,
    logger: false,
    config,
    services: { google: openGoogle({ ...google, picker: undefined }), oidc: openOidc({ ...standIn, button: BUTTON }) },
  })
const app = await withOidc(district)
const unnamed = unnamedRefusals(app)
afterAll(() => Promise.all([app.close(), google.close(), district.close(), other.close()]))
beforeEach(() => {
  for (const standIn of [google, district, other]) {
    standIn.heal()
    standIn.forge(undefined)
  }
  expect(unnamed.splice(0)).toEqual([])
})

const NORA = { email: 'nora.quinn@school.example' }
const KIM = { email: 'kim.lee@school.example' }
const OMAR = { email: 'omar.haddad@gmail.example' }
const byDistrict = (server = app) => aBrowser(server, district, 'oidc')
const byGoogle = () => aBrowser(app, google)
type Browser = ReturnType<typeof byDistrict>

const countOf = async (table: string): Promise<number> => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)
const acts = async () => (await pool.query(`select act from audit_log where act ~ '^(oidc|google)' order by id`)).rows.map(({ act }) => act)
const me = async (token: string) => (await byDistrict().call('GET', '/api/user', { token })).body
const join = (browser: Browser, choice: string, how: object) => browser.call('POST', '/api/auth/join', { body: { choice, how } })

describe('a teacher in the district', () => {
  test('sees its button, signs up with it and is the same person the next time', async () => {
    const browser = byDistrict()
    expect((await browser.call('GET', '/api/settings')).body.oidc).toEqual({ button: BUTTON, name: 'Lincoln District' })
    const { body } = await browser.exchange(await browser.codeOf(NORA, await browser.goToSignIn('?timezone=America/Chicago')))
    expect(body).toMatchObject({
      kind: 'signed_in',
      provider: 'oidc',
      user: { ...NORA, displayName: 'Nora Quinn', timezone: 'America/Chicago', googleId: null, hasOidc: true, hasPassword: false },
    })
    expect((await byDistrict().arrive(NORA)).body.user.id).toBe(body.user.id)
  })

  test('takes over the account created for their address if nobody could sign in to it, which invalidates its links', async () => {
    const { userId } = await aTeacher(db, { ...KIM, now: clock() })
    await pool.query('update users set password_hash = null where id = $1', [userId])
    const { body } = await byDistrict().arrive(KIM)
    expect(body).toMatchObject({ kind: 'signed_in', user: { id: userId, hasOidc: true, hasPassword: false } })
    expect(await personAt(db, KIM.email)).toMatchObject({ mayReset: false })
  })

  test('is identified by their ID, even if their address changes', async () => {
    const { sub } = district.add({ email: 'n.quinn@school.example' })
    const { user } = (await byDistrict().arrive({ email: 'n.quinn@school.example' })).body
    district.add({ sub, email: 'nora.smith@school.example' })
    expect((await byDistrict().arrive({ email: 'nora.smith@school.example' })).body.user.id).toBe(user.id)
  })

  test('is someone else if another issuer has the same ID and address', async () => {
    const { user } = (await byDistrict().arrive(NORA)).body
    const { sub } = district.add(NORA)
    other.add({ ...NORA, sub })
    const moved = await withOidc(other)
    expect(await aBrowser(moved, other, 'oidc').arrive(NORA)).toMatchObject({ status: 409, body: { code: 'taken' } })
    other.add({ email: 'another@school.example', sub })
    const { body } = await aBrowser(moved, other, 'oidc').arrive({ email: 'another@school.example' })
    expect(body.user.id).not.toBe(user.id)
    await moved.close()
  })

  test('can sign in if Microsoft Entra verifies the address with its own claim', async () => {
    district.forge({ claims: { email_verified: undefined, xms_edov: '1' } })
    expect((await byDistrict().arrive(NORA)).body).toMatchObject({ kind: 'signed_in', user: NORA })
  })

  test('whose ID token lacks claims is looked up at the userinfo endpoint', async () => {
    district.forge({ claims: { email: undefined, email_verified: undefined, name: undefined } })
    expect((await byDistrict().arrive(NORA)).body).toMatchObject({ kind: 'signed_in', user: { ...NORA, displayName: 'Nora Quinn' } })
    district.forge({ claims: { email: undefined, email_verified: true } })
    expect(await byDistrict().comeBack(await district.visit(await byDistrict().goToSignIn(), OMAR))).toMatchObject({ problem: 'refused' })
    const browser = byDistrict()
    const back = await district.visit(await browser.goToSignIn(), { ...KIM, isUnverified: true })
    expect(await browser.comeBack(back)).toEqual({ problem: 'unverified', provider: 'oidc' })
  })

  test('is never sent to a provider whose document names another issuer', async () => {
    const server = await withOidc({ ...district, issuer: district.issuer.replace('127.0.0.1', 'localhost') })
    const address = await byDistrict(server).goToSignIn()
    expect(address).toMatch(/^\/auth\/success\?problem=away/)
    await server.close()
  })

  test('can sign in with a password while the provider is down, and the server still starts', async () => {
    district.trouble({ kind: 'down' })
    const fresh = await withOidc(district)
    expect(await byDistrict(fresh).comeBack('http://localhost/api/auth/oidc')).toEqual({ problem: 'away', provider: 'oidc' })
    district.heal()
    expect((await byDistrict(fresh).arrive(NORA)).body.kind).toBe('signed_in')
    await fresh.close()
  })
})

describe('a password account under the address that the district vouches for', () => {
  test('isn’t opened: Nora is asked, links it with its password and can then sign in both ways', async () => {
    const { token, userId, password } = await aTeacher(db, { ...NORA, now: clock() })
    const browser = byDistrict()
    const { body } = await browser.arrive(NORA)
    expect(body).toEqual({ kind: 'choose', provider: 'oidc', choice: expect.any(String), email: NORA.email })
    expect((await me(token)).hasOidc).toBe(false)
    expect((await join(browser, body.choice, { kind: 'password', password: 'wrong' })).status).toBe(422)
    expect((await join(browser, body.choice, { kind: 'password', password })).body.user).toMatchObject({ id: userId, hasOidc: true })
    expect(await acts()).toEqual(['oidc.linked'])
  })

  test('is kept without its password, and nobody else’s linked provider opens it', async () => {
    const squatter = await aTeacher(db, { ...NORA, now: clock() })
    await byGoogle().arriveFor('link', squatter.token, OMAR)
    const browser = byDistrict()
    const { choice } = (await browser.arrive(NORA)).body
    const { user } = (await join(browser, choice, { kind: 'keep' })).body
    expect(user).toMatchObject({ id: squatter.userId, hasPassword: false, hasOidc: true, googleId: null })
    expect((await byGoogle().arrive(OMAR)).body.user.id).not.toBe(user.id)
    expect((await byDistrict().call('GET', '/api/user', { token: squatter.token })).status).toBe(401)
  })

  test('loses someone else’s district link if Nora keeps it with Google', async () => {
    const squatter = await aTeacher(db, { ...NORA, now: clock() })
    await byDistrict().arriveFor('link', squatter.token, OMAR)
    const browser = byGoogle()
    const { choice } = (await browser.arrive(NORA)).body
    expect((await join(browser, choice, { kind: 'keep' })).body.user).toMatchObject({ hasOidc: false, googleId: expect.any(String) })
  })

  test('is deleted if Nora starts empty', async () => {
    const squatter = await aTeacher(db, { ...NORA, now: clock() })
    const browser = byDistrict()
    const { choice } = (await browser.arrive(NORA)).body
    const { user } = (await join(browser, choice, { kind: 'empty' })).body
    expect(user.id).not.toBe(squatter.userId)
    expect(await acts()).toEqual(['oidc.emptied'])
  })
})

describe('Google and the district', () => {
  test('don’t open each other’s account with the same address, and the message names the right provider', async () => {
    const { token } = (await byGoogle().arrive(NORA)).body
    expect(await byDistrict().arrive(NORA)).toMatchObject({
      status: 409,
      body: {
        code: 'taken',
        message: 'This email already signs in with Google. Sign in that way, then link Lincoln District in Account Management.',
      },
    })
    expect((await byDistrict().arriveFor('link', token, NORA)).body).toEqual({ kind: 'done', provider: 'oidc', purpose: 'link' })
    expect((await me(token)).hasOidc).toBe(true)
    expect(await countOf('users')).toBe(1)
  })

  test('aren’t confused: a round trip must return from the provider it went to', async () => {
    const browser = byDistrict()
    const google2 = new URL(await district.visit(await browser.goToSignIn(), NORA))
    const mixed = `${CALLBACK}${google2.search}`
    expect(await browser.comeBack(mixed)).toEqual({ problem: 'refused', provider: 'google' })
    const bad = new URL(google2)
    bad.searchParams.set('iss', google.issuer)
    expect(await browser.comeBack(bad.href)).toEqual({ problem: 'refused', provider: 'oidc' })
    expect([await countOf('google_arrivals'), await countOf('users')]).toEqual([0, 0])
  })

  test('don’t accept each other’s codes, and a return works once', async () => {
    const browser = byDistrict()
    const start = await browser.goToSignIn()
    const googles = new URL(await google.visit(await byGoogle().goToSignIn(), NORA))
    const back = new URL(await district.visit(start, NORA))
    const mixed = new URL(back)
    mixed.searchParams.set('code', googles.searchParams.get('code') ?? '')
    const copy = { ...browser.cookies }
    expect(await browser.comeBack(mixed.href)).toMatchObject({ problem: 'refused' })
    Object.assign(browser.cookies, copy)
    expect(await browser.comeBack(back.href)).toEqual({ token: expect.any(String) })
    expect(await browser.comeBack(back.href)).toMatchObject({ problem: 'refused' })
    Object.assign(browser.cookies, copy)
    expect(await browser.comeBack(back.href)).toMatchObject({ problem: 'refused' })
  })

  test('can each be linked to only one person', async () => {
    const nora = (await byDistrict().arrive(NORA)).body
    const ann = await aTeacher(db, { now: clock() })
    expect(await byDistrict().arriveFor('link', ann.token, NORA)).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect((await byDistrict().arriveFor('link', ann.token, OMAR)).body.kind).toBe('done')
    const { body } = await byDistrict().arriveFor('confirm', nora.token, OMAR)
    expect(body.code).toBe('refused_by_rule')
  })
})

describe('a signed-in teacher', () => {
  /** Moves every session's last re-authentication to more than five minutes ago. */
  const unprove = () => pool.query(`update sessions set confirmed_at = confirmed_at - interval '6 minutes'`)

  test('re-authenticates with the district, which asks for the password again', async () => {
    const browser = byDistrict()
    const { token } = (await browser.arrive(NORA)).body
    await unprove()
    const remove = () => browser.call('POST', '/api/user/delete', { token, body: { confirmation: 'DELETE' } })
    expect((await remove()).body.code).toBe('proof_needed')
    const address = await browser.goFor('confirm', token)
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ prompt: 'login', login_hint: NORA.email })
    expect((await browser.arrive(NORA, { address })).body).toEqual({ kind: 'done', provider: 'oidc', purpose: 'confirm' })
    expect((await remove()).status).toBe(200)
    expect(await countOf('users')).toBe(0)
  })

  test('isn’t re-authenticated by an earlier sign-in at the district, if the district says when that was', async () => {
    const browser = byDistrict()
    const { token } = (await browser.arrive(NORA)).body
    await unprove()
    const comeBack = async (ago: unknown) => {
      district.forge({ claims: { auth_time: typeof ago === 'number' ? Math.floor(Date.now() / 1000) - ago : ago } })
      const address = new URL(await browser.goFor('confirm', token))
      address.searchParams.delete('prompt')
      return browser.comeBack(await district.visit(address.href, NORA))
    }
    const refused = { problem: 'refused', provider: 'oidc' }
    expect([await comeBack(3600), await comeBack('yesterday'), await comeBack(null)]).toEqual([refused, refused, refused])
    expect((await browser.exchange((await comeBack(0)).token ?? '', token)).body.kind).toBe('done')
    // A sign-in may be older: districts want single sign-on.
    district.forge({ claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } })
    expect((await byDistrict().arrive(NORA)).body.kind).toBe('signed_in')
  })

  test('can only link it with a proof, can’t open a Drive with it, and can only unlink it with a password', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const browser = byDistrict()
    const goFor = (purpose: string) => browser.call('POST', '/api/auth/oidc', { token: ann.token, body: { purpose } })
    await unprove()
    expect((await goFor('link')).body.code).toBe('proof_needed')
    expect((await goFor('drive')).body.code).toBe('not_configured')
    expect((await goFor('confirm')).body.code).toBe('refused_by_rule')
    await pool.query('update sessions set confirmed_at = $1', [clock()])
    expect((await browser.arriveFor('link', ann.token, OMAR)).body.kind).toBe('done')
    expect((await browser.call('DELETE', '/api/user/oidc', { token: ann.token })).status).toBe(200)
    expect((await me(ann.token)).hasOidc).toBe(false)
    expect(await acts()).toEqual(['oidc.linked', 'oidc.unlinked'])

    const { token } = (await browser.arrive(NORA)).body
    expect(await browser.call('DELETE', '/api/user/oidc', { token })).toMatchObject({
      status: 422,
      body: { message: 'You don’t have a password. Set one before you unlink Lincoln District.' },
    })
  })

  test('who was a guest keeps this browser’s planner', async () => {
    const browser = byDistrict()
    const guest = (await browser.call('POST', '/api/auth/guest', { body: {} })).body
    const { body } = await browser.arrive(NORA, { guest: guest.token })
    expect(body.user).toMatchObject({ id: guest.user.id, isGuest: false, hasOidc: true })
  })
})
