import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { app, call, clock, db, pool, setClock } from '#test/app.ts'
import { anInvite } from './samples.ts'

const DATE = '2026-11-18'
type Teacher = Awaited<ReturnType<typeof aTeacher>>
/** Ann shares her plans only with Bob. */
let ann: Teacher
let bob: Teacher
let cleo: Teacher
let shown: string
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock(), timezone: 'America/Chicago' })
  bob = await aTeacher(db, { displayName: 'Bob Ray', now: clock() })
  cleo = await aTeacher(db, { displayName: 'Cleo Fox', now: clock() })
  shown = await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
  await aDay(db, {
    owner: ann.userId,
    date: DATE,
    blocks: [aBlock({ title: 'Fractions', description: '<p>Read page 12</p>', hasAlert: true, alertMessage: 'Call the nurse' })],
    hasNote: true,
    noteText: 'Picture day',
  })
  await aDay(db, { owner: ann.userId, date: '2026-11-19', isBlocked: true, blockedText: 'FALL BREAK' })
  await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks: [aBlock({ hasAlert: true, alertMessage: 'Call the nurse' })] })
  await call('PATCH', '/api/user', {
    token: ann.token,
    body: {
      emergencyProcedures: '<p>East door</p>',
      substituteInstructions: '<p>Keys in the desk</p>',
      studentNotes: '<p>Ana sits in front</p>',
      preferences: { timeFormat: '12' },
    },
  })
})

const look = (who: Teacher, at: Teacher, rest = '') => call('GET', `/api/collaboration/calendar/${at.userId}${rest}`, { token: who.token })
const plan = (who: Teacher, of: Teacher, choices: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/collaboration/sub-plans/generate',
    headers: { authorization: `Bearer ${who.token}` },
    payload: { dates: [DATE], collaboratorUserId: of.userId, ...choices },
  })
const find = (who: Teacher, email: string) => call('GET', `/api/user/by-email/${encodeURIComponent(email)}`, { token: who.token })

describe('a colleague views a schedule', () => {
  test('lessons, note and block-out are as the teacher has them, without alerts', async () => {
    const { body: own } = await call('GET', '/api/calendar', { token: ann.token })
    const { status, body } = await look(bob, ann, `?from=${DATE}&to=2026-11-22`)
    expect(status).toBe(200)
    const silent = (day: { blocks: object[] }) => ({
      ...day,
      blocks: day.blocks.map((each) => ({ ...each, hasAlert: false, alertMessage: '' })),
    })
    expect(body).toEqual(own.map(silent))
    expect(JSON.stringify(body)).not.toContain('nurse')
    expect((await look(bob, ann, `?date=${DATE}`)).body).toEqual(body.slice(0, 1))
    expect((await look(bob, ann)).body).toEqual(body)
  })

  test('a month has block-outs and notes, but no alerts', async () => {
    const { body } = await look(bob, ann, `/marks?from=2026-11-01&to=2026-11-30`)
    expect(body).toMatchObject([
      { date: DATE, noteText: 'Picture day', hasAlert: false },
      { date: '2026-11-19', blockedText: 'FALL BREAK', hasAlert: false },
    ])
  })

  test('the teacher’s school entries overlay it', async () => {
    const { rows } = await pool.query(`insert into schools (name, timezone, created_at) values ('Hill School', 'UTC', now()) returning id`)
    const [{ id: schoolId }] = rows
    await pool.query('insert into calendars (school_id) values ($1)', [schoolId])
    await pool.query('update user_roles set school_id = $1, joined_school_at = now() where user_id = $2', [schoolId, ann.userId])
    await pool.query(
      `insert into calendar_days (calendar_id, date, is_blocked, blocked_text, has_note, blocks, has_alert, bytes, version, operation_id)
       select id, $2, true, 'Snow day', false, '[]', false, 10, 1, gen_random_uuid() from calendars where school_id = $1`,
      [schoolId, DATE],
    )
    const school = { isBlocked: true, blockedText: 'Snow day', schoolId, userBlocked: false }
    expect((await look(bob, ann, `?date=${DATE}`)).body).toMatchObject([{ ...school, blocks: [{ title: 'Fractions', hasAlert: false }] }])
    expect((await look(bob, ann, `/marks?from=${DATE}&to=${DATE}`)).body).toMatchObject([school])
  })

  test('they see the classes of that calendar, whose colors the lessons have, but no rooms', async () => {
    const seen = async () => (await call('GET', `/api/collaboration/view/${ann.userId}`, { token: bob.token })).body.classes
    expect(await seen()).toEqual([])
    const math = await aClass(db, { owner: ann.userId, name: 'Math', color: 7, room: 'Room 12' })
    const art = await aClass(db, { owner: ann.userId, name: 'Art' })
    await aClass(db, { owner: bob.userId, name: 'Music' })
    expect(await seen()).toEqual([
      { id: math.id, name: 'Math', color: 7 },
      { id: art.id, name: 'Art', color: art.color },
    ])
  })

  test('they see whose it is (a name, a picture, and a time zone) and whether they get student notes', async () => {
    const seenBy = async ({ token }: { token: string }) => (await call('GET', `/api/collaboration/view/${ann.userId}`, { token })).body
    const whose = { id: ann.userId, displayName: 'Ann Lee', profileImage: null, timezone: 'America/Chicago', classes: [] }
    expect(await seenBy(bob)).toEqual({ ...whose, sharesStudentNotes: false })
    await anInvite(db, { inviter: ann.userId, invitee: cleo.userId, includesStudentNotes: true })
    expect(await seenBy(cleo)).toEqual({ ...whose, sharesStudentNotes: true })
  })

  test('after access is revoked, the next request finds nothing', async () => {
    expect((await look(bob, ann)).status).toBe(200)
    await call('POST', `/api/collaboration/revoke-outbound/${shown}`, { token: ann.token })
    for (const reply of [await look(bob, ann), await look(bob, ann, `/marks?from=${DATE}&to=${DATE}`)]) expect(reply.status).toBe(404)
    expect((await call('GET', `/api/collaboration/view/${ann.userId}`, { token: bob.token })).status).toBe(404)
    expect((await plan(bob, ann)).statusCode).toBe(404)
  })

  test('sharing is one-way, and a teacher’s own schedule stays their own', async () => {
    expect((await look(ann, bob)).status).toBe(404)
    expect((await look(ann, ann)).status).toBe(404)
  })

  test.each([
    ['?date=today', 400],
    [`?from=${DATE}`, 400],
    ['?from=2026-11-20&to=2026-11-18', 422],
    ['?from=2026-01-01&to=2027-12-31', 422],
    ['/marks', 400],
  ])('%s is refused', async (rest, status) => {
    expect((await look(bob, ann, rest)).status).toBe(status)
  })

  test('they can’t change anything in it', async () => {
    const [day] = (await look(bob, ann, `?date=${DATE}`)).body
    const before = (await pool.query('select * from calendar_days order by date')).rows
    for (const url of [`/api/calendar/${day.id}`, `/api/calendar/operations/${day.operationId}/undo`])
      for (const method of ['PATCH', 'PUT', 'DELETE', 'POST'] as const)
        expect((await call(method, url, { token: bob.token, body: { blocks: [] } })).status).toBe(404)
    expect((await pool.query('select * from calendar_days order by date')).rows).toEqual(before)
  })
})

describe('a substitute plan of a colleague’s days', () => {
  test('has instructions and procedures, with times in its maker’s format, but no alerts or student notes', async () => {
    await call('PATCH', '/api/user', { token: bob.token, body: { preferences: { timeFormat: '24' } } })
    const { statusCode, headers, body } = await plan(bob, ann)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    for (const words of ['Ann Lee', 'Fractions', 'Read page 12', 'East door', 'Keys in the desk', 'Picture day', '08:00 – 08:45'])
      expect(body).toContain(words)
    for (const words of ['Ana', 'nurse', 'Bob Ray']) expect(body).not.toContain(words)
  })

  test('contains only what was chosen', async () => {
    const { body } = await plan(bob, ann, {
      emergencyProcedures: false,
      substituteInstructions: false,
      lessons: 'glance',
      message: 'Thank you',
    })
    for (const words of ['East door', 'Keys in the desk', 'Read page 12']) expect(body).not.toContain(words)
    for (const words of ['Fractions', 'Thank you']) expect(body).toContain(words)
    expect((await plan(bob, ann, { alerts: true })).statusCode).toBe(400)
  })

  test('has student notes only for a colleague who may see them, and only if chosen', async () => {
    await anInvite(db, { inviter: ann.userId, invitee: cleo.userId, includesStudentNotes: true })
    expect((await plan(cleo, ann)).body).toContain('Ana sits in front')
    expect((await plan(cleo, ann, { studentNotes: false })).body).not.toContain('Ana sits in front')
    expect((await plan(bob, ann)).body).not.toContain('Ana sits in front')
  })

  test('can only be made from schedules shared with the caller', async () => {
    expect((await plan(ann, bob)).statusCode).toBe(404)
    expect((await plan(cleo, ann)).statusCode).toBe(404)
    expect((await plan(bob, ann, { collaboratorUserId: 'ann' })).statusCode).toBe(400)
    expect((await plan(bob, ann, { dates: [] })).statusCode).toBe(422)
  })
})

test('a user with an ended plan can still view shared schedules and make sub plans', async () => {
  await pool.query('update sessions set idle_expires_at = $1', ['2026-12-18'])
  setClock('2026-11-26T14:00:00Z')
  expect((await look(bob, ann)).body).toHaveLength(3)
  expect((await plan(bob, ann)).body).toContain('Fractions')
})

describe('a user is found by email', () => {
  test('by colleagues on both sides of an accepted invite, and by themselves', async () => {
    expect((await find(bob, ann.email)).body).toEqual({ id: ann.userId })
    expect((await find(ann, bob.email.toUpperCase())).body).toEqual({ id: bob.userId })
    expect((await find(ann, ann.email)).body).toEqual({ id: ann.userId })
  })

  test('by no one else, who gets the same reply as for an unknown email', async () => {
    await anInvite(db, { inviter: cleo.userId, invitee: ann.userId, status: 'waiting' })
    const unknown = await find(cleo, 'nobody@school.example')
    expect(unknown.status).toBe(404)
    const known = await find(cleo, ann.email)
    expect(known.body).toEqual(unknown.body)
    expect((await find(ann, cleo.email)).status).toBe(404)
    expect((await find(cleo, bob.email)).status).toBe(404)
    expect((await find(ann, 'ann')).status).toBe(400)
  })
})
