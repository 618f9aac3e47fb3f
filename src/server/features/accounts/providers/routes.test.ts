import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { openGoogle } from '#server/lib/integrations/open-google.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { aBrowser, CALLBACK, type TestBrowser } from '#test/provider-browser.ts'
import { startGoogle } from '#test/world/google/start.ts'
import { forgetArrivals } from './jobs.ts'

const google = await startGoogle({ redirectUris: [CALLBACK] })
const picker = { apiKey: 'key', appId: 'app' }
const buildWith = (timeoutMs?: number) =>
  buildApp({ db, keys, clock, logger: false, config, services: { google: openGoogle({ ...google, picker }, timeoutMs) } })
const app = await buildWith()
afterAll(() => Promise.all([app.close(), google.close()]))

const NORA = { email: 'nora.quinn@school.example' }
const OMAR = { email: 'omar.haddad@gmail.example' }
let browser: TestBrowser
beforeEach(() => {
  google.heal()
  browser = aBrowser(app, google)
})

const countOf = async (table: string): Promise<number> => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)
const acts = async () => (await pool.query(`select act from audit_log where act like 'google.%' order by id`)).rows.map(({ act }) => act)
const me = (token: string) => browser.call('GET', '/api/user', { token })
/** Signs up a user through Google only. */
const arrived = async (who = NORA) => (await browser.arrive(who)).body as { token: string; user: { id: string; googleId: string } }
/** Creates an account with Nora's address and a password, as a stranger could. */
const taken = () => aTeacher(db, { ...NORA, now: clock() })
const join = (choice: string, how: object) => browser.call('POST', '/api/auth/join', { body: { choice, how } })

describe('a new person', () => {
  test('signs up with Google with a name, a time zone, a trial and no password, and is the same person the next time', async () => {
    const code = await browser.codeOf(NORA, await browser.goToSignIn('?timezone=America/Chicago'))
    const { status, body } = await browser.exchange(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'signed_in',
      user: { email: NORA.email, displayName: 'Nora Quinn', timezone: 'America/Chicago', hasPassword: false, subscriptionStatus: 'TRIAL' },
    })
    expect(body.user.googleId).toMatch(/^\d{21}$/)
    expect((await me(body.token)).body).toEqual(body.user)
    expect((await aBrowser(app, google).arrive(NORA)).body.user.id).toBe(body.user.id)
  })

  test('can sign up from an unknown time zone', async () => {
    const code = await browser.codeOf(NORA, await browser.goToSignIn('?timezone=America/Atlantis'))
    expect((await browser.exchange(code)).body).toMatchObject({ kind: 'signed_in', user: { timezone: 'UTC' } })
  })

  test('is the same person after changing the address at Google, and a different Google account with that address is not', async () => {
    const { sub } = google.add({ email: 'n.quinn@school.example' })
    const { user } = await arrived({ email: 'n.quinn@school.example' })
    google.add({ sub, email: 'nora.smith@school.example' })
    expect((await browser.arrive({ email: 'nora.smith@school.example' })).body.user).toMatchObject({
      id: user.id,
      email: 'n.quinn@school.example',
    })
    google.add({ sub: '100000000000000000001', email: 'n.quinn@school.example' })
    expect(await browser.arrive({ email: 'n.quinn@school.example' })).toMatchObject({ status: 409, body: { code: 'taken' } })
  })

  test('earns the colleague who invited them a credit', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { referralCode } = (await browser.call('GET', '/api/referral/info', { token: ann.token })).body
    await browser.exchange(await browser.codeOf(NORA, await browser.goToSignIn(`?ref=${referralCode}`)))
    expect(await countOf('referrals')).toBe(1)
  })

  test('keeps this browser’s guest planner', async () => {
    const guest = (await browser.call('POST', '/api/auth/guest', { body: {} })).body
    const { body } = await browser.arrive(NORA, { guest: guest.token })
    expect(body).toMatchObject({ kind: 'signed_in', user: { id: guest.user.id, isGuest: false, email: NORA.email, hasPlanned: true } })
    expect((await me(guest.token)).status).toBe(401)
  })
})

describe('while Maintenance Mode is on', () => {
  const begin = () =>
    pool.query(`insert into maintenance (words, until) values ('We move.', $1)`, [new Date(clock().getTime() + 3_600_000)])

  test('a new person can’t sign up, an existing one can sign in', async () => {
    await arrived(OMAR)
    const other = await buildWith()
    try {
      await begin()
      expect(await aBrowser(other, google).arrive(NORA)).toMatchObject({
        status: 503,
        body: { code: 'in_maintenance', message: 'We move.' },
      })
      expect((await aBrowser(other, google).arrive(OMAR)).body.kind).toBe('signed_in')
      expect(await countOf('users')).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('nobody can link Google', async () => {
    const { token } = await taken()
    const other = await buildWith()
    try {
      await begin()
      expect((await aBrowser(other, google).arriveFor('link', token, NORA)).body.code).toBe('in_maintenance')
      expect((await me(token)).body.googleId).toBeNull()
      expect(await acts()).toEqual([])
    } finally {
      await other.close()
    }
  })
})

describe('an account with a password under the address that Google vouches for', () => {
  const choose = async () => (await browser.arrive(NORA)).body.choice as string

  test('isn’t opened by the address alone: Nora is asked', async () => {
    const { token } = await taken()
    expect((await browser.arrive(NORA)).body).toEqual({ kind: 'choose', provider: 'google', choice: expect.any(String), email: NORA.email })
    expect((await me(token)).body.googleId).toBeNull()
    expect(await countOf('sessions')).toBe(1)
  })

  test('is linked with its password, but not with a wrong one or in another browser', async () => {
    const { userId, token, password } = await taken()
    const choice = await choose()
    expect(await join(choice, { kind: 'password', password: 'wrong' })).toMatchObject({ status: 422, body: { code: 'wrong_password' } })
    const other = aBrowser(app, google)
    await other.goToSignIn()
    expect((await other.call('POST', '/api/auth/join', { body: { choice, how: { kind: 'keep' } } })).status).toBe(404)
    const { body } = await join(choice, { kind: 'password', password })
    expect(body.user).toMatchObject({ id: userId, googleId: expect.any(String), hasPassword: true })
    expect((await join(choice, { kind: 'keep' })).status).toBe(404)
    expect((await me(token)).status).toBe(200)
    expect(await acts()).toEqual(['google.linked'])
  })

  test('that someone else created first belongs to Nora alone once she keeps it: its password and sessions are invalid', async () => {
    const { userId, token, password } = await taken()
    await aDay(db, { owner: userId, date: '2026-11-18', blocks: [aBlock()] })
    const { body } = await join(await choose(), { kind: 'keep' })
    expect(body.user).toMatchObject({ id: userId, hasPassword: false, hasPlanned: true })
    expect((await me(token)).status).toBe(401)
    expect((await browser.call('POST', '/api/auth/login', { body: { email: NORA.email, password } })).status).toBe(401)
    expect((await browser.arrive(NORA)).body.user.id).toBe(userId)
    expect(await acts()).toEqual(['google.kept'])
  })

  test('that someone shared with themselves is shared with nobody once Nora keeps it', async () => {
    const { userId } = await taken()
    const thief = await aTeacher(db, { now: clock() })
    await anInvite(db, { inviter: userId, invitee: thief.userId, includesStudentNotes: true })
    const look = () => browser.call('GET', `/api/collaboration/view/${userId}`, { token: thief.token })
    expect((await look()).status).toBe(200)
    await join(await choose(), { kind: 'keep' })
    expect((await look()).status).toBe(404)
  })

  test('that someone linked to their own Google account loses that link, too', async () => {
    const { token } = await taken()
    expect((await browser.arriveFor('link', token, OMAR)).body).toEqual({ kind: 'done', provider: 'google', purpose: 'link' })
    await join(await choose(), { kind: 'keep' })
    expect((await browser.arrive(OMAR)).body.user.email).toBe(OMAR.email)
  })

  test('is deleted with everything in it if Nora starts empty', async () => {
    const { userId, token } = await taken()
    await aDay(db, { owner: userId, date: '2026-11-18', blocks: [aBlock()] })
    const { body } = await join(await choose(), { kind: 'empty' })
    expect(body.user).toMatchObject({ email: NORA.email, hasPassword: false, hasPlanned: false })
    expect(body.user.id).not.toBe(userId)
    expect((await me(token)).status).toBe(401)
    expect([await countOf('users'), await countOf('calendar_days')]).toEqual([1, 0])
    expect(await acts()).toEqual(['google.emptied'])
  })

  test('starts a new trial for Nora once, however often she starts empty', async () => {
    await taken()
    const startEmpty = async () =>
      (await join(await choose(), { kind: 'empty' })).body as { token: string; user: { freeTrialStarted: string } }
    setClock('2026-12-18T14:00:00Z')
    const first = await startEmpty()
    expect(first.user.freeTrialStarted).toBe('2026-12-18T14:00:00.000Z')
    // Nora's own account now has a password and no Google link, so it blocks the next sign-in.
    await browser.call('POST', '/api/auth/set-password', { token: first.token, body: { newPassword: 'second-bell' } })
    await browser.call('DELETE', '/api/user/google', { token: first.token })
    setClock('2027-01-18T14:00:00Z')
    expect((await startEmpty()).user.freeTrialStarted).toBe('2026-12-18T14:00:00.000Z')
  })

  test('waits ten minutes for the choice, then deletes what Google sent', async () => {
    await taken()
    const choice = await choose()
    setClock('2026-11-18T14:10:01Z')
    expect((await join(choice, { kind: 'keep' })).status).toBe(404)
    await doJob(forgetArrivals)
    expect(await countOf('google_arrivals')).toBe(0)
  })
})

describe('a teacher with a password', () => {
  test('links Google, signs in with it, and unlinks it', async () => {
    const ann = await aTeacher(db, { now: clock() })
    expect((await browser.arriveFor('link', ann.token, OMAR)).body).toEqual({ kind: 'done', provider: 'google', purpose: 'link' })
    expect((await browser.arrive(OMAR)).body.user.id).toBe(ann.userId)
    expect((await browser.call('POST', '/api/auth/google', { token: ann.token, body: { purpose: 'link' } })).status).toBe(422)
    expect((await browser.call('DELETE', '/api/user/google', { token: ann.token })).status).toBe(200)
    expect((await me(ann.token)).body).toMatchObject({ googleId: null, hasPassword: true })
    expect(await acts()).toEqual(['google.linked', 'google.unlinked'])
  })

  test('can’t link someone else’s Google account or continue after signing out', async () => {
    const ann = await aTeacher(db, { now: clock() })
    await arrived(OMAR)
    expect(await browser.arriveFor('link', ann.token, OMAR)).toMatchObject({ status: 409, body: { code: 'taken' } })
    const code = await browser.codeOf(NORA, await browser.goFor('link', ann.token))
    await browser.call('POST', '/api/auth/logout', { token: ann.token })
    expect((await browser.exchange(code)).status).toBe(404)
    expect((await pool.query('select id from users where google_id is not null')).rows).toHaveLength(1)
  })

  test('must re-authenticate before linking Google for any purpose, and before unlinking it', async () => {
    const ann = await aTeacher(db, { now: clock() })
    await browser.arriveFor('link', ann.token, OMAR)
    const bea = await aTeacher(db, { now: clock() })
    setClock('2026-11-18T14:05:01Z')
    const go = (purpose: string) => browser.call('POST', '/api/auth/google', { token: bea.token, body: { purpose } })
    const unlink = () => browser.call('DELETE', '/api/user/google', { token: ann.token })
    const unproven = { status: 403, body: { code: 'proof_needed' } }
    for (const purpose of ['link', 'drive']) expect(await go(purpose)).toMatchObject(unproven)
    expect(await unlink()).toMatchObject(unproven)
    expect((await me(ann.token)).body.googleId).not.toBeNull()
    for (const { token, password } of [ann, bea]) await browser.call('POST', '/api/auth/proof', { token, body: { password } })
    for (const purpose of ['link', 'drive']) expect((await go(purpose)).status).toBe(200)
    expect((await unlink()).status).toBe(200)
  })

  test('links nothing with a Drive round trip started before Google was unlinked', async () => {
    const ann = await aTeacher(db, { now: clock() })
    await browser.arriveFor('link', ann.token, OMAR)
    const code = await browser.codeOf(NORA, await browser.goFor('drive', ann.token))
    await browser.call('DELETE', '/api/user/google', { token: ann.token })
    expect((await browser.exchange(code)).status).toBe(422)
    expect((await me(ann.token)).body.googleId).toBeNull()
  })

  test('connects Drive, which links Google the first time; another Google account or a denied Drive changes nothing', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const closed = await google.visit(await browser.goFor('drive', ann.token), { ...OMAR, keepsDriveClosed: true })
    expect(await browser.comeBack(closed)).toEqual({ problem: 'cancelled', provider: 'google' })
    expect((await me(ann.token)).body.googleId).toBeNull()
    expect((await browser.arriveFor('drive', ann.token, OMAR)).body).toEqual({ kind: 'done', provider: 'google', purpose: 'link' })
    const { accessToken } = (await browser.call('GET', '/api/drive/token', { token: ann.token })).body
    expect(await google.holderOf(accessToken)).toMatchObject({ email: OMAR.email, scope: expect.stringContaining('drive.file') })
    expect((await browser.arriveFor('drive', ann.token, NORA)).status).toBe(422)
  })
})

describe('someone who only signs in with Google', () => {
  const remove = (token: string) => browser.call('POST', '/api/user/delete', { token, body: { confirmation: 'DELETE' } })
  const confirm = { status: 403, body: { code: 'proof_needed' } }

  test('must confirm with Google again after five minutes before deleting, exporting or signing out devices', async () => {
    const { token } = await arrived()
    setClock('2026-11-18T14:05:01Z')
    expect(await remove(token)).toMatchObject(confirm)
    expect(await browser.call('POST', '/api/user/export', { token })).toMatchObject(confirm)
    expect(await browser.call('DELETE', '/api/auth/sessions', { token })).toMatchObject(confirm)
    expect((await browser.arriveFor('confirm', token, OMAR)).status).toBe(422)
    expect(await remove(token)).toMatchObject(confirm)
    expect((await browser.arriveFor('confirm', token, NORA)).body).toEqual({ kind: 'done', provider: 'google', purpose: 'confirm' })
    expect((await remove(token)).status).toBe(200)
    expect([await countOf('users'), await countOf('google_arrivals'), await countOf('sessions')]).toEqual([0, 0, 0])
  })

  test('can’t unlink Google while it is the only way to sign in, and can set a password', async () => {
    const { token } = await arrived()
    expect(await browser.call('DELETE', '/api/user/google', { token })).toMatchObject({ status: 422, body: { code: 'refused_by_rule' } })
    const other = (await aBrowser(app, google).arrive(NORA)).body.token
    const set = () => browser.call('POST', '/api/auth/set-password', { token, body: { newPassword: 'second-bell' } })
    expect((await set()).status).toBe(200)
    expect((await set()).status).toBe(422)
    expect([(await me(token)).status, (await me(other)).status]).toEqual([200, 401])
    expect((await browser.call('POST', '/api/auth/login', { body: { email: NORA.email, password: 'second-bell' } })).status).toBe(200)
    expect((await browser.call('DELETE', '/api/user/google', { token })).status).toBe(200)
  })
})

describe('while Google', () => {
  const troubles = [{ kind: 'down' }, { kind: 'error' }, { kind: 'garbage' }, { kind: 'slow', ms: 60_000 }] as const

  test.each(troubles)('is $kind, the page reports it and nothing is half done', async (trouble) => {
    const hasty = await buildWith(300)
    const there = aBrowser(hasty, google)
    google.trouble(trouble)
    expect(await there.comeBack(`http://localhost${'/api/auth/google'}`)).toEqual({ problem: 'away', provider: 'google' })
    const ann = await aTeacher(db, { now: clock() })
    const wish = { token: ann.token, body: { purpose: 'link' } }
    expect(await there.call('POST', '/api/auth/google', wish)).toMatchObject({ status: 503, body: { code: 'unavailable' } })

    google.heal()
    const patient = aBrowser(app, google)
    const back = await google.visit(await patient.goToSignIn(), NORA)
    google.trouble({ ...trouble, calls: '/token' })
    there.cookies['firstbell_google'] = patient.cookies['firstbell_google'] ?? ''
    expect(await there.comeBack(back)).toEqual({ problem: 'away', provider: 'google' })
    expect([await countOf('google_arrivals'), await countOf('users')]).toEqual([0, 1])
    await hasty.close()
  })
})
