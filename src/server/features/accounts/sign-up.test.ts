// @module-tag engine
/** Sign-up rules for every way to create an account (docs/decisions/0042). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { openGoogle } from '#server/lib/integrations/open-google.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import { clock, config, db, doJob, keys, pool, setClock, unnamedRefusals } from '#test/app.ts'
import { aBrowser, CALLBACK } from '#test/provider-browser.ts'
import { startGoogle } from '#test/world/google/start.ts'
import { aTeacher } from './samples.ts'

const google = await startGoogle({ redirectUris: [CALLBACK] })
const server = aMailServer()
const MODES: Record<string, SignUp> = {
  open: { mode: 'open' },
  invited: { mode: 'invited' },
  domains: { mode: 'domains', domains: ['district.example', 'lincoln.example'] },
}
const build = (signUp: SignUp, withMail: boolean) =>
  buildApp({
    db,
    keys,
    clock,
    logger: false,
    config: { ...config, signUp },
    services: { google: openGoogle({ ...google, picker: undefined }), ...(withMail && { mail: server.mail }) },
  })
const apps = await Promise.all(
  Object.entries(MODES).flatMap(([mode, signUp]) =>
    [true, false].map(async (withMail) => [`${mode} ${withMail ? 'with' : 'without'} mail`, await build(signUp, withMail)] as const),
  ),
)
const appOf = new Map(apps)
const unnamed = apps.map(([, app]) => unnamedRefusals(app))
afterAll(() => Promise.all([google.close(), ...apps.map(([, app]) => app.close())]))
beforeEach(() => {
  server.sent.length = 0
})

type Site = `${keyof typeof MODES} ${'with' | 'without'} mail`
const inSite = (site: Site) => {
  const app = appOf.get(site)
  if (!app) throw new Error(`There is no ${site}`)
  return app
}
const send = async (site: Site, url: string, body: object, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await inSite(site).inject({ method: 'POST', url, payload: body, headers })
  return { status: reply.statusCode, body: reply.json() }
}
const register = (site: Site, email: string, more: object = {}) =>
  send(site, '/api/auth/register', { email, password: 'first-bell', ...more })
const byGoogle = (site: Site, email: string) => aBrowser(inSite(site), google).arrive({ email })
const people = async () => (await pool.query('select email from users order by email')).rows.map(({ email }) => email)
const sendLinks = async () => {
  const { rows } = await pool.query(`select payload from jobs where name = 'send-password-link'`)
  for (const { payload } of rows) await doJob(sendPasswordLink, clock(), { services: { mail: server.mail }, payload })
}
/** Creates a school that has invited this address. */
const invited = async (email: string) => {
  const { administrator } = await aSchoolWith(db, { now: clock() })
  const reply = await inSite('open without mail').inject({
    method: 'POST',
    url: '/api/admin/school-invitations',
    headers: { authorization: `Bearer ${administrator.token}` },
    payload: { email },
  })
  return { administrator, id: reply.json().id as string }
}

const INVITED = 'ivy.invited@mail.example'
const AT_DISTRICT = 'Dora@District.example'
const BELOW_DISTRICT = 'sub@mail.district.example'
const LOOKS_ALIKE = 'me@notdistrict.example'
const STRANGER = 'stranger@mail.example'

describe.each([
  ['open', INVITED, true],
  ['open', STRANGER, true],
  ['invited', INVITED, true],
  ['invited', STRANGER, false],
  ['invited', AT_DISTRICT, false],
  ['domains', AT_DISTRICT, true],
  ['domains', BELOW_DISTRICT, false],
  ['domains', LOOKS_ALIKE, false],
  ['domains', INVITED, false],
] as const)('sign-up is %s: %s', (mode, email, isLetIn) => {
  test(`${isLetIn ? 'has' : 'has no'} account with a password, with Google, or as a guest who signs up`, async () => {
    await invited(INVITED)
    const before = await people()
    const guest = await send('open without mail', '/api/auth/guest', {})
    const refusal = { status: 403, body: { code: 'sign_up_closed', message: expect.stringMatching(/^Sign-up is/) } }
    const ways = {
      password: () => register(`${mode} without mail`, email),
      'password, confirmed by mail': () => register(`${mode} with mail`, email),
      google: () => byGoogle(`${mode} with mail`, email),
      guest: () => send(`${mode} without mail`, '/api/auth/guest/sign-up', { email, password: 'first-bell' }, guest.body.token),
    }
    for (const [name, way] of Object.entries(ways)) {
      const reply = await way()
      if (isLetIn) expect(reply.status, name).toBeLessThan(300)
      else expect(reply, name).toMatchObject(refusal)
      if (isLetIn) await pool.query('delete from users where email = $1', [email.toLowerCase()])
      expect(
        (await people()).filter((address) => address !== null),
        name,
      ).toEqual(before)
    }
    expect(unnamed.flatMap((found) => found.splice(0))).toEqual([])
  })
})

test.each(['invited', 'domains'] as const)('guests are refused if sign-up is restricted: %s', async (mode) => {
  const reply = await send(`${mode} without mail`, '/api/auth/guest', {})
  expect(reply).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
  expect(await people()).toEqual([])
})

test('only a pending school invitation allows sign-up, not a declined or withdrawn one or a colleague’s', async () => {
  const site = 'invited without mail'
  const { administrator, id } = await invited(INVITED)
  const withdrawn = await inSite(site).inject({
    method: 'DELETE',
    url: `/api/admin/school-invitations/${id}`,
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  expect(withdrawn.statusCode).toBeLessThan(300)
  expect((await register(site, INVITED)).status).toBe(403)
  await invited(INVITED)
  await pool.query(`update school_invitations set status = 'declined'`)
  expect((await register(site, INVITED)).status).toBe(403)
  const maya = await aTeacher(db, { now: clock() })
  await send(site, '/api/collaboration/invite', { collaboratorEmail: STRANGER }, maya.token)
  expect((await register(site, STRANGER)).status).toBe(403)
})

test('an existing account can sign in under every rule', async () => {
  const { email, password } = await aTeacher(db, { email: 'old@elsewhere.example', now: clock() })
  expect((await byGoogle('open with mail', 'nora.quinn@elsewhere.example')).status).toBe(200)
  for (const mode of ['invited', 'domains'] as const) {
    expect((await send(`${mode} with mail`, '/api/auth/login', { email, password })).status).toBe(200)
    expect((await byGoogle(`${mode} with mail`, 'nora.quinn@elsewhere.example')).status).toBe(200)
  }
})

describe('with restricted sign-up and mail', () => {
  const site = 'domains with mail'
  const EMAIL = 'dora@district.example'
  const reset = (token: string) => send(site, '/api/auth/reset-password', { token, newPassword: 'second-bell' })

  test('a typed password is ignored, and the mailbox’s reader sets one within seven days', async () => {
    const { status, body } = await register(site, EMAIL)
    expect([status, body.token, body.user.isEmailConfirmed]).toEqual([201, undefined, false])
    expect((await pool.query('select count(*)::int as count from sessions')).rows).toEqual([{ count: 0 }])
    expect((await send(site, '/api/auth/login', { email: EMAIL, password: 'first-bell' })).status).toBe(401)

    await sendLinks()
    expect(server.sent.map(({ to, subject }) => [to.address, subject])).toEqual([[EMAIL, 'Finish signing up for Firstbell']])
    setClock('2026-11-25T13:59:00Z')
    expect((await reset(server.link('reset'))).status).toBe(200)
    const signedIn = await send(site, '/api/auth/login', { email: EMAIL, password: 'second-bell' })
    expect(signedIn.body.user).toMatchObject({
      isEmailConfirmed: true,
      freeTrialStarted: clock().toISOString(),
      subscriptionStatus: 'TRIAL',
    })
  })

  test('the password may be omitted, but not elsewhere', async () => {
    expect((await register(site, EMAIL, { password: undefined })).status).toBe(201)
    expect(await register('domains without mail', 'second@district.example', { password: undefined })).toMatchObject({
      status: 400,
      body: { code: 'malformed', message: 'Please enter a password' },
    })
  })

  test('signing in with Google takes over the account pending under that address and invalidates the mailed link', async () => {
    await register(site, EMAIL)
    await sendLinks()
    const { body } = await byGoogle(site, EMAIL)
    expect(body).toMatchObject({ kind: 'signed_in', user: { email: EMAIL, hasPassword: false, isEmailConfirmed: true } })
    expect((await reset(server.link('reset'))).status).toBe(404)
  })

  test('"Forgot password?" sends another link after the first has expired', async () => {
    await register(site, EMAIL)
    setClock('2026-11-26T14:00:00Z')
    await pool.query('delete from jobs')
    await send(site, '/api/auth/forgot-password', { email: EMAIL })
    await sendLinks()
    expect(server.sent.at(-1)?.subject).toBe('Reset your Firstbell password')
    expect((await reset(server.link('reset'))).status).toBe(200)
  })
})
