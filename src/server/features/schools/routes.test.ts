// @module-tag engine
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { app, call, clock, db, pool, setClock } from '#test/app.ts'
import { type ASchool, aMember, aSchoolWith } from './samples.ts'

const DATE = '2026-11-18'
type Person = { userId: string; email: string; token: string }

const school = (given: Parameters<typeof aSchoolWith>[1] = {}) => aSchoolWith(db, { now: clock(), ...given })
const member = (of: ASchool, given: Parameters<typeof aTeacher>[1] = {}) => aMember(db, of, { now: clock(), ...given })

const mySchool = async ({ token }: Person) => (await call('GET', '/api/school', { token })).body
const invite = (by: Person, email: string) => call('POST', '/api/admin/school-invitations', { token: by.token, body: { email } })
const accept = ({ token }: Person, id: string) => call('POST', `/api/school/invitations/${id}/accept`, { token })
const decline = ({ token }: Person, id: string) => call('POST', `/api/school/invitations/${id}/decline`, { token })
const leave = ({ token }: Person) => call('POST', '/api/school/leave', { token })
const remove = (by: Person, of: Person) => call('DELETE', `/api/admin/teachers/${of.userId}`, { token: by.token })
const makeAdministrator = (by: Person, of: Person, isAdministrator = true) =>
  call('PATCH', `/api/admin/teachers/${of.userId}`, { token: by.token, body: { isAdministrator } })
const look = (by: Person, at: Person, query = `?date=${DATE}`) =>
  call('GET', `/api/admin/teacher-calendar/${at.userId}${query}`, { token: by.token })
const plan = async (by: Person, of: Person) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/admin/sub-plans/generate/${of.userId}`,
    headers: { authorization: `Bearer ${by.token}` },
    payload: { dates: [DATE] },
  })
  return { status: statusCode, text: body }
}
const acts = async () => (await pool.query('select act from audit_log order by id')).rows.map(({ act }) => act)

describe('a teacher joins a school', () => {
  test('by accepting its invitation, sees who can view their schedule, and can leave', async () => {
    const { administrator, name } = await school()
    const ann = await aTeacher(db, { email: 'ann@school.example', displayName: 'Ann', now: clock() })
    const sent = await invite(administrator, '  ANN@school.example ')
    expect(sent).toMatchObject({ status: 201, body: { email: 'ann@school.example', status: 'waiting' } })

    const { invitations, school: before } = await mySchool(ann)
    expect(before).toBeNull()
    expect(invitations).toEqual([{ id: sent.body.id, schoolName: name, invitedBy: 'Priya Shah', invitedAt: '2026-11-18T14:00:00.000Z' }])
    expect(await accept(ann, sent.body.id)).toMatchObject({ status: 200, body: { success: true } })
    expect(await mySchool(ann)).toMatchObject({
      school: {
        name,
        joinedAt: '2026-11-18T14:00:00.000Z',
        isAdministrator: false,
        includesStudentNotes: false,
        administrators: [{ displayName: 'Priya Shah', email: administrator.email }],
      },
      invitations: [],
    })
    expect((await call('GET', '/api/admin/school-invitations', { token: administrator.token })).body).toEqual([])

    expect((await leave(ann)).status).toBe(200)
    expect(await mySchool(ann)).toEqual({ school: null, invitations: [] })
    expect((await leave(ann)).status).toBe(404)
    expect(await acts()).toEqual(['school.invited', 'school.joined', 'school.left'])
  })

  test('an address without an account finds the invitation there once it has one', async () => {
    const { administrator } = await school()
    await invite(administrator, 'new@school.example')
    const newcomer = await aTeacher(db, { email: 'new@school.example' })
    const { invitations } = await mySchool(newcomer)
    expect((await accept(newcomer, invitations[0].id)).status).toBe(200)
  })

  test('only with an invitation to their own address', async () => {
    const { administrator } = await school()
    const { body } = await invite(administrator, 'ann@school.example')
    const bob = await aTeacher(db, { now: clock() })
    for (const answer of [accept, decline]) expect((await answer(bob, body.id)).status).toBe(404)
    expect(await mySchool(bob)).toEqual({ school: null, invitations: [] })
  })

  test('one school at a time; the other invitation stays pending', async () => {
    const { administrator, name } = await school({ name: 'Washington Middle' })
    const other = await school()
    const ann = await member(other)
    const { body } = await invite(administrator, ann.email)
    expect(await accept(ann, body.id)).toMatchObject({
      status: 422,
      body: { message: 'You already belong to a school. Leave it first, then accept.' },
    })
    expect((await mySchool(ann)).invitations).toHaveLength(1)
    await leave(ann)
    expect((await accept(ann, body.id)).status).toBe(200)
    expect((await mySchool(ann)).school.name).toBe(name)
  })

  test('and can’t be invited twice or after joining, but can be invited again after declining, and the old invitation is stale', async () => {
    const lincoln = await school()
    const { administrator } = lincoln
    const ann = await aTeacher(db, { now: clock() })
    const first = await invite(administrator, ann.email)
    expect(await invite(administrator, ann.email)).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect((await decline(ann, first.body.id)).status).toBe(200)
    expect((await mySchool(ann)).invitations).toEqual([])
    expect((await call('GET', '/api/admin/school-invitations', { token: administrator.token })).body).toMatchObject([
      { status: 'declined' },
    ])
    expect((await accept(ann, first.body.id)).status).toBe(409)
    const again = await invite(administrator, ann.email)
    expect(again.body.id).not.toBe(first.body.id)
    expect((await accept(ann, first.body.id)).status).toBe(404)
    expect((await accept(ann, again.body.id)).status).toBe(200)
    expect(await invite(administrator, ann.email)).toMatchObject({ status: 409, body: { code: 'taken' } })
  })

  test('not with an invitation that was withdrawn', async () => {
    const { administrator } = await school()
    const other = await school()
    const ann = await aTeacher(db, { now: clock() })
    const { body } = await invite(administrator, ann.email)
    const withdraw = (by: Person) => call('DELETE', `/api/admin/school-invitations/${body.id}`, { token: by.token })
    expect((await withdraw(other.administrator)).status).toBe(404)
    expect((await withdraw(administrator)).status).toBe(200)
    expect((await withdraw(administrator)).status).toBe(404)
    expect((await accept(ann, body.id)).status).toBe(404)
  })

  test('only after signing up', async () => {
    const { body } = await call('POST', '/api/auth/guest', { body: {} })
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await call('POST', `/api/school/invitations/${id}/accept`, { token: body.token })).toMatchObject({
      status: 403,
      body: { code: 'sign_up_needed' },
    })
  })
})

describe('an administrator', () => {
  test('reads 300 teachers by name in one query', async () => {
    const lincoln = await school({ members: 299 })
    const { body } = await call('GET', '/api/admin/teachers', { token: lincoln.administrator.token })
    expect(body).toHaveLength(300)
    expect(body[0]).toEqual({
      id: lincoln.administrator.userId,
      displayName: 'Priya Shah',
      hasEmergencyPlan: false,
      email: lincoln.administrator.email,
      isAddressConfirmed: true,
      isAdministrator: true,
      joinedAt: '2026-11-18T14:00:00.000Z',
    })
  })

  test('adds and removes another administrator, and removes a teacher', async () => {
    const lincoln = await school()
    const { administrator } = lincoln
    const ann = await member(lincoln)
    expect((await call('GET', '/api/admin/teachers', { token: ann.token })).status).toBe(403)
    expect(await makeAdministrator(administrator, ann)).toMatchObject({ status: 200, body: { id: ann.userId, isAdministrator: true } })
    expect((await call('GET', '/api/admin/teachers', { token: ann.token })).status).toBe(200)
    expect((await makeAdministrator(administrator, ann, false)).body).toMatchObject({ isAdministrator: false })
    expect((await call('GET', '/api/admin/teachers', { token: ann.token })).status).toBe(403)
    expect((await remove(administrator, ann)).status).toBe(200)
    expect((await remove(administrator, ann)).status).toBe(404)
    expect((await mySchool(ann)).school).toBeNull()
  })

  test('keeps the role as long as they are the last', async () => {
    const lincoln = await school()
    const { administrator } = lincoln
    const ann = await member(lincoln)
    for (const reply of [
      await leave(administrator),
      await remove(administrator, administrator),
      await makeAdministrator(administrator, administrator, false),
    ])
      expect(reply).toMatchObject({ status: 422, body: { message: expect.stringContaining('another teacher an administrator first') } })
    await makeAdministrator(administrator, ann)
    expect((await leave(administrator)).status).toBe(200)
    expect((await leave(ann)).status).toBe(422)
  })

  test.each([
    ['leave', (one: Person, two: Person) => [leave(one), leave(two)]],
    ['remove each other', (one: Person, two: Person) => [remove(one, two), remove(two, one)]],
    ['stop being one', (one: Person, two: Person) => [makeAdministrator(one, one, false), makeAdministrator(two, two, false)]],
  ])('of two who %s at once, one remains', async (_, both) => {
    for (let round = 0; round < 10; round++) {
      const lincoln = await school()
      const ann = await member(lincoln)
      await makeAdministrator(lincoln.administrator, ann)
      await Promise.all(both(lincoln.administrator, ann))
      const { rows } = await pool.query('select 1 from user_roles where school_id = $1 and school_administration', [lincoln.id])
      expect(rows).toHaveLength(1)
    }
  })

  test('gets the teacher in only one of two schools accepted at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [lincoln, washington] = [await school(), await school()]
      const ann = await aTeacher(db, { now: clock() })
      const ids = [(await invite(lincoln.administrator, ann.email)).body.id, (await invite(washington.administrator, ann.email)).body.id]
      const replies = await Promise.all(ids.map((id) => accept(ann, id)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
      expect((await mySchool(ann)).invitations).toHaveLength(1)
    }
  })
})

describe('an administrator views a teacher’s schedule', () => {
  const planned = async () => {
    const lincoln = await school()
    const ann = await member(lincoln, { displayName: 'Ann', timezone: 'America/Chicago' })
    const blocks = [aBlock({ title: 'Math', hasAlert: true, alertMessage: 'Inhaler' })]
    await aDay(db, { owner: ann.userId, date: DATE, blocks, hasNote: true, noteText: 'Picture day', now: clock() })
    return { lincoln, ann, priya: lincoln.administrator }
  }

  test('and sees their days and marks without alerts, and whose they are', async () => {
    const { ann, priya } = await planned()
    const math = await aClass(db, { owner: ann.userId, name: 'Math', color: 7, room: 'Room 12' })
    const { body } = await look(priya, ann)
    expect(body).toMatchObject([
      { userId: ann.userId, date: DATE, noteText: 'Picture day', blocks: [{ title: 'Math', hasAlert: false, alertMessage: '' }] },
    ])
    expect((await look(priya, ann, '?from=2026-11-16&to=2026-11-20')).body).toEqual(body)
    expect((await look(priya, ann, '/marks?from=2026-11-16&to=2026-11-20')).body).toMatchObject([{ date: DATE, hasAlert: false }])
    expect((await call('GET', `/api/admin/teachers/${ann.userId}`, { token: priya.token })).body).toEqual({
      id: ann.userId,
      displayName: 'Ann',
      profileImage: null,
      timezone: 'America/Chicago',
      classes: [{ id: math.id, name: 'Math', color: 7 }],
      sharesStudentNotes: false,
    })
    expect((await plan(priya, ann)).text).not.toContain('Inhaler')
  })

  test('only in their school, and only while both belong to it', async () => {
    const { lincoln, ann, priya } = await planned()
    const other = await school()
    const bob = await member(lincoln)
    const stranger = await aTeacher(db, { now: clock() })
    const all = (by: Person, at: Person) => [
      look(by, at),
      look(by, at, '/marks?from=2026-11-16&to=2026-11-20'),
      plan(by, at),
      call('GET', `/api/admin/teachers/${at.userId}`, { token: by.token }),
    ]
    for (const { status } of await Promise.all([...all(other.administrator, ann), ...all(priya, stranger)])) expect(status).toBe(404)
    for (const { status } of await Promise.all(all(bob, ann))) expect(status).toBe(403)
    await leave(ann)
    for (const { status } of await Promise.all(all(priya, ann))) expect(status).toBe(404)
    expect((await call('GET', '/api/school/looks', { token: ann.token })).body).toEqual([])
  })

  test('and is logged once in ten minutes, plus once per sub plan, and the teacher sees it', async () => {
    const { ann, priya } = await planned()
    await Promise.all([look(priya, ann), look(priya, ann, '/marks?from=2026-11-16&to=2026-11-20')])
    setClock('2026-11-18T14:09:59Z')
    await look(priya, ann, '?date=2026-11-19')
    await plan(priya, ann)
    setClock('2026-11-18T14:10:01Z')
    await look(priya, ann)
    await plan(priya, ann)
    const { body } = await call('GET', '/api/school/looks', { token: ann.token })
    expect(body).toEqual([
      { at: '2026-11-18T14:10:01.000Z', by: 'Priya Shah', kind: 'plan' },
      { at: '2026-11-18T14:10:01.000Z', by: 'Priya Shah', kind: 'calendar' },
      { at: '2026-11-18T14:09:59.000Z', by: 'Priya Shah', kind: 'plan' },
      { at: '2026-11-18T14:00:00.000Z', by: 'Priya Shah', kind: 'calendar' },
    ])
    expect((await call('GET', '/api/school/looks', { token: priya.token })).body).toEqual([])
  })

  test('not at all while views can’t be logged', async () => {
    const { ann, priya } = await planned()
    await pool.query(
      `create function disk_is_full() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
    )
    await pool.query('create trigger full_disk before insert on audit_log for each row execute function disk_is_full()')
    try {
      const replies = [await look(priya, ann), await look(priya, ann, '/marks?from=2026-11-16&to=2026-11-20'), await plan(priya, ann)]
      expect(replies.map(({ status }) => status)).toEqual([507, 507, 507])
      expect(JSON.stringify(replies)).not.toContain('Math')
    } finally {
      await pool.query('drop function disk_is_full cascade')
    }
  })

  test('with their student notes in a sub plan only while they allow it', async () => {
    const { ann, priya } = await planned()
    const notes = { studentNotes: '<p>Theo: EpiPen in the office</p>', emergencyProcedures: '<p>East door</p>' }
    await call('PATCH', '/api/user', { token: ann.token, body: notes })
    const share = (includesStudentNotes: boolean) => call('PATCH', '/api/school', { token: ann.token, body: { includesStudentNotes } })
    const text = async () => (await plan(priya, ann)).text
    expect(await text()).toContain('East door')
    expect(await text()).not.toContain('EpiPen')
    expect((await share(true)).status).toBe(200)
    expect((await mySchool(ann)).school.includesStudentNotes).toBe(true)
    expect(await text()).toContain('EpiPen')
    await share(false)
    expect(await text()).not.toContain('EpiPen')
  })

  test('even after their own plan has ended', async () => {
    const { ann, priya } = await planned()
    await pool.query(`update subscriptions set status = 'TRIALEXPIRED' where user_id = $1`, [priya.userId])
    expect((await look(priya, ann)).status).toBe(200)
    expect((await plan(priya, ann)).status).toBe(200)
  })

  test('but platform admins never can', async () => {
    const { ann, priya } = await planned()
    await pool.query('update user_roles set is_admin = true where user_id = $1', [priya.userId])
    expect((await look(priya, ann)).status).toBe(404)
    expect((await call('GET', '/api/admin/teachers', { token: priya.token })).status).toBe(404)
  })
})

test('setting student notes to the same value fifty times logs one row', async () => {
  const of = await school()
  const ann = await member(of)
  for (let press = 0; press < 50; press++)
    expect((await call('PATCH', '/api/school', { token: ann.token, body: { includesStudentNotes: true } })).status).toBe(200)
  expect((await pool.query(`select actor_id, school_id from audit_log where act = 'school.notes'`)).rows).toEqual([
    { actor_id: ann.userId, school_id: expect.any(String) },
  ])
})

test('a teacher without a school can’t share student notes with one', async () => {
  const ann = await aTeacher(db, { now: clock() })
  expect((await call('PATCH', '/api/school', { token: ann.token, body: { includesStudentNotes: true } })).status).toBe(404)
  expect(await mySchool(ann)).toEqual({ school: null, invitations: [] })
})
