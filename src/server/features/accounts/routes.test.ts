import { describe, expect, test } from 'vitest'
import { subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { DAY_MS } from '#shared/dates.ts'
import { refusals } from '#shared/errors.ts'
import { call, db, setClock } from '#test/app.ts'
import { aTeacher } from './samples.ts'

const START = Date.parse('2026-11-18T14:00:00Z')
const daysLater = (days: number) => new Date(START + days * DAY_MS).toISOString()

const register = (body: Record<string, unknown>) => call('POST', '/api/auth/register', { body })
const login = (email: string, password: string) => call('POST', '/api/auth/login', { body: { email, password } })
const me = (token?: string) => call('GET', '/api/user', { token })

describe('registering', () => {
  test('a teacher signs up, is signed in at once and starts a seven-day trial', async () => {
    const { status, body } = await register({ email: ' Maya@School.Example ', passwordHash: 'x', timezone: 'America/New_York' })
    expect(status).toBe(201)
    expect(body.user).toEqual({
      id: expect.any(String),
      calendarId: expect.any(String),
      calendarVersion: 0,
      schoolVersion: null,
      hasPlanned: false,
      email: 'maya@school.example',
      displayName: null,
      profileImage: null,
      googleId: null,
      hasOidc: false,
      hasPassword: true,
      isEmailConfirmed: false,
      mailComesBack: false,
      schoolId: null,
      schoolAdministration: false,
      usesSharedDevices: false,
      isAdmin: false,
      isGuest: false,
      subscriptionStatus: 'TRIAL',
      freeTrialStarted: '2026-11-18T14:00:00.000Z',
      aiFeatureFlag: false,
      aiCustomInstructions: '',
      emergencyProcedures: '',
      studentNotes: '',
      unreadableNotes: [],
      substituteInstructions: '',
      classroom: {
        ...{ schoolName: '', officeEmail: '', officePhone: '', nursePhone: '' },
        ...{ nextDoor: '', room: '', grade: '', students: '' },
      },
      showTutorial: true,
      referralCredits: 0,
      preferences: {
        theme: 'light',
        timeFormat: '12',
        weekStartsOn: 'sunday',
        defaultBlockDuration: 45,
        compactView: false,
        animateGradient: true,
        mails: true,
        reportMails: true,
        titleHues: [],
        aiPrompts: null,
      },
      timezone: 'America/New_York',
      createdAt: '2026-11-18T14:00:00.000Z',
    })
    expect((await me(body.token)).body).toEqual(body.user)
  })

  test.each([
    [' Maya Rivera ', 'Maya Rivera'],
    ['   ', null],
  ])('a teacher who gives the name %j is called %j', async (displayName, called) => {
    const { body } = await register({ email: 'maya@school.example', password: 'x', displayName })
    expect(body.user.displayName).toBe(called)
  })

  test('a name that is too long is refused', async () => {
    const { status, body } = await register({ email: 'maya@school.example', password: 'x', displayName: 'M'.repeat(101) })
    expect([status, body.issues[0].path]).toEqual([refusals.too_large.status, 'displayName'])
  })

  test('neither the password nor the token is stored in plain text', async () => {
    const { body } = await register({ email: 'maya@school.example', passwordHash: 'my very own secret' })
    const kept = JSON.stringify([await db.select().from(users), await db.select().from(sessions)])
    expect(kept).toContain('$argon2id$')
    expect(kept).not.toContain('my very own secret')
    expect(kept).not.toContain(body.token)
  })

  test('an address is taken regardless of case, even if two people register at the same moment', { tags: ['engine'] }, async () => {
    const replies = await Promise.all(['maya@school.example', 'MAYA@school.example'].map((email) => register({ email, password: 'x' })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
    expect(replies.find((reply) => reply.status === 409)?.body.code).toBe('taken')
  })

  test.each([
    ['no e-mail', 'malformed', { password: 'x' }],
    ['something that is no e-mail', 'malformed', { email: 'maya', password: 'x' }],
    ['a line break in the e-mail', 'malformed', { email: 'a@b.example\nbcc: c@d.example', password: 'x' }],
    ['no password', 'malformed', { email: 'maya@school.example' }],
    ['an empty password', 'refused_by_rule', { email: 'maya@school.example', password: '' }],
    ['a password of 257 characters', 'too_large', { email: 'maya@school.example', password: 'x'.repeat(257) }],
    ['a zone nobody knows', 'refused_by_rule', { email: 'maya@school.example', password: 'x', timezone: 'Mars/Olympus' }],
  ] as const)('%s is refused as %s', async (_what, code, body) => {
    expect(await register(body)).toMatchObject({ status: refusals[code].status, body: { code } })
    expect(await db.select().from(users)).toEqual([])
  })

  test('nobody can become an administrator by registering', async () => {
    const { body } = await register({ email: 'maya@school.example', password: 'x', isAdmin: true, subscriptionStatus: 'PROTEACHERACTIVE' })
    expect(body.user).toMatchObject({ isAdmin: false, subscriptionStatus: 'TRIAL' })
  })
})

describe('signing in', () => {
  test('the right password signs in; a wrong one and an unknown address get identical responses', async () => {
    const ann = await aTeacher(db)
    expect(await login(ann.email, ann.password)).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { email: ann.email } },
    })
    const wrong = await login(ann.email, 'guess')
    const unknown = await login('nobody@school.example', 'guess')
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials', message: 'Invalid credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })
})

describe('a session', () => {
  test('ends on sign-out, with effect on the next call', async () => {
    const ann = await aTeacher(db)
    expect((await me(ann.token)).status).toBe(200)
    expect(await call('POST', '/api/auth/logout', { token: ann.token, headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await me(ann.token)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test('is extended by use, expires after 7 idle days, and after 30 days in any case', async () => {
    const used = await aTeacher(db, { now: new Date(START) })
    const left = await aTeacher(db, { now: new Date(START) })
    for (let day = 5; day <= 25; day += 5) {
      setClock(daysLater(day))
      expect((await me(used.token)).status).toBe(200)
    }
    expect((await me(left.token)).status).toBe(401)
    setClock(daysLater(29.9))
    expect((await me(used.token)).status).toBe(200)
    setClock(daysLater(30.1))
    expect((await me(used.token)).status).toBe(401)
  })

  test.each([undefined, '', 'short', 'x'.repeat(43), 'x'.repeat(5000)])('the token %j is rejected', async (token) => {
    expect((await call('GET', '/api/user', { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    call('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword } })

  test('keeps this session, ends the others and invalidates the old password', async () => {
    const ann = await aTeacher(db)
    const elsewhere = (await login(ann.email, ann.password)).body.token
    expect(await change(ann.token, ann.password, 'second bell')).toMatchObject({ status: 200, body: { success: true } })
    expect((await me(ann.token)).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(401)
    expect((await login(ann.email, ann.password)).status).toBe(401)
    setClock(daysLater(0.01))
    expect((await login(ann.email, 'second bell')).status).toBe(200)
  })

  test('needs the current password, and a new one of six characters', async () => {
    const ann = await aTeacher(db)
    expect(await change(ann.token, 'guess', 'second bell')).toMatchObject({ status: 422, body: { code: 'wrong_password' } })
    expect(await change(ann.token, ann.password, '12345')).toMatchObject({
      status: 422,
      body: { message: 'Password must be at least 6 characters long.' },
    })
    expect((await login(ann.email, ann.password)).status).toBe(200)
  })
})

describe('the profile', () => {
  const patch = (token: string, body: unknown) => call('PATCH', '/api/user', { token, body })

  test('changing one preference keeps the others', async () => {
    const ann = await aTeacher(db)
    await patch(ann.token, { preferences: { theme: 'dark' } })
    const { body } = await patch(ann.token, { preferences: { timeFormat: '24' } })
    expect(body.preferences).toMatchObject({ theme: 'dark', timeFormat: '24', weekStartsOn: 'sunday', defaultBlockDuration: 45 })
  })

  test('a title’s color applies to all lessons on that subject, keeps other colors, and can be reset', async () => {
    const ann = await aTeacher(db)
    const set = (title: string, hue: number | null) => patch(ann.token, { titleHue: { title, hue } })
    await Promise.all([set('Math: fractions', 3), set('Art', 0)])
    await set(' MATH ', 5)
    const { body } = await patch(ann.token, { preferences: { theme: 'dark' } })
    expect(body.preferences).toMatchObject({
      theme: 'dark',
      titleHues: [
        { subject: 'art', hue: 0 },
        { subject: 'math', hue: 5 },
      ],
    })
    expect((await set('Art', null)).body.preferences.titleHues).toEqual([{ subject: 'math', hue: 5 }])
    expect((await patch(ann.token, { preferences: { titleHues: [] } })).status).toBe(400)
    for (const hue of [11, -1, 1.5]) expect((await set('Art', hue)).status).toBeGreaterThanOrEqual(400)
  })

  test('AI prompts are stored within limits, and the built-in ones can be restored', async () => {
    const ann = await aTeacher(db)
    const set = (aiPrompts: object | null) => patch(ann.token, { preferences: { aiPrompts } })
    const prompt = { name: 'Stations', text: 'Write four stations.' }
    expect((await set([prompt])).body.preferences).toMatchObject({ theme: 'light', aiPrompts: [prompt] })
    expect((await set(null)).body.preferences.aiPrompts).toBeNull()
    for (const many of [Array(13).fill(prompt), [{ ...prompt, name: 'n'.repeat(41) }], [{ ...prompt, text: ' ' }], [{ ...prompt, id: 1 }]])
      expect((await set(many)).status).toBeGreaterThanOrEqual(400)
    expect((await me(ann.token)).body.preferences.aiPrompts).toBeNull()
  })

  test('two preferences changed at the same moment are both saved', { tags: ['engine'] }, async () => {
    const ann = await aTeacher(db)
    await Promise.all([patch(ann.token, { preferences: { theme: 'dark' } }), patch(ann.token, { preferences: { compactView: true } })])
    expect((await me(ann.token)).body.preferences).toMatchObject({ theme: 'dark', compactView: true })
  })

  test('name, notes and tour can be changed, and notes are sanitized', async () => {
    const ann = await aTeacher(db)
    const { body } = await patch(ann.token, {
      displayName: ' Ann ',
      showTutorial: false,
      studentNotes: '<p>Ana <script>x()</script>reads</p>',
    })
    expect(body).toMatchObject({ displayName: 'Ann', showTutorial: false, studentNotes: '<p>Ana reads</p>' })
  })

  test.each([
    { isAdmin: true },
    { subscriptionStatus: 'PROTEACHERACTIVE' },
    { freeTrialStarted: '2030-01-01' },
    { referralCredits: 12 },
    { aiFeatureFlag: true },
    { email: 'other@school.example' },
    { schoolId: 's1' },
    { googleId: 'g1' },
    { hasOidc: true },
    { oidcId: 'o1' },
    { passwordHash: 'x' },
    { displayName: 'Ann', isAdmin: true },
    { displayName: '  ' },
    { preferences: { theme: 'pink' } },
    { preferences: { isAdmin: true } },
    { preferences: { defaultBlockDuration: 44 } },
    { profileImage: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { profileImage: 'https://evil.example/x.png' },
    { aiCustomInstructions: 'x'.repeat(2001) },
  ])('%j is refused and nothing of it is kept', async (body) => {
    const ann = await aTeacher(db)
    const before = [await db.select().from(users), await db.select().from(userRoles), await db.select().from(subscriptions)]
    expect([400, 413, 422]).toContain((await patch(ann.token, body)).status)
    expect([await db.select().from(users), await db.select().from(userRoles), await db.select().from(subscriptions)]).toEqual(before)
  })
})

describe('a teacher whose plan has ended', () => {
  test('can’t change notes or profile, but can still choose the theme, the time zone and to skip the tour', async () => {
    const ann = await aTeacher(db)
    const patch = (body: object) => call('PATCH', '/api/user', { token: ann.token, body })
    await patch({ studentNotes: '<p>Ana</p>', displayName: 'Ann' })
    await db.update(subscriptions).set({ status: 'PROTEACHEREXPIRED' })
    for (const body of [{ studentNotes: '<p>Ben</p>' }, { displayName: 'Other' }, { profileImage: null }, { aiCustomInstructions: 'x' }])
      expect(await patch(body)).toMatchObject({ status: 402, body: { code: 'subscription_needed' } })
    const { status, body } = await patch({ preferences: { theme: 'dark' }, timezone: 'UTC', showTutorial: false })
    expect([status, body.preferences.theme, body.studentNotes, body.displayName]).toEqual([200, 'dark', '<p>Ana</p>', 'Ann'])
  })
})

test('the public settings contain the password rule and the services that aren’t configured', async () => {
  expect((await call('GET', '/api/settings')).body).toEqual({
    passwordMinLength: 0,
    contactEmail: 'hello@school.example',
    google: null,
    oidc: null,
    ai: false,
    isAiForEverybody: false,
    metricsToken: undefined,
    mail: false,
    signUp: { mode: 'open' },
  })
})
