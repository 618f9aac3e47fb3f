// @module-tag engine
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { flushNotices } from '#server/lib/db/notices.ts'
import { addDays } from '#shared/dates.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'
import { type ASchool, aMember, aSchoolWith, entriesOf } from './samples.ts'

const DATE = '2026-11-18'
type Person = { userId: string; token: string }

let lincoln: ASchool
let priya: Person
let ann: Person
beforeEach(async () => {
  lincoln = await aSchoolWith(db, { now: clock() })
  priya = lincoln.administrator
  ann = await aMember(db, lincoln, { now: clock() })
})

const save = (by: Person, body: object, date = DATE) => call('POST', '/api/calendar', { token: by.token, body: { date, ...body } })
const enter = (body: object, date = DATE, by = priya) => save(by, { schoolId: lincoln.id, ...body }, date)
const enterRange = (from: string, to: string, body: object, by = priya) =>
  call('POST', '/api/calendar/bulk', { token: by.token, body: { from, to, schoolId: lincoln.id, ...body } })
const undo = (by: Person, id: string) => call('POST', `/api/calendar/operations/${id}/undo`, { token: by.token })
const days = async (of: Person, from = DATE, to = from) =>
  (await call('GET', `/api/calendar?from=${from}&to=${to}`, { token: of.token })).body
const day = async (of: Person, date = DATE) => (await days(of, date))[0]
const schoolWide = async (by: Person, query = '') => call('GET', `/api/calendar?schoolWideView=true${query}`, { token: by.token })
const marks = async (of: Person, query = `from=${DATE}&to=${DATE}`) =>
  (await call('GET', `/api/calendar/marks?${query}`, { token: of.token })).body
const lesson = (title = 'Math') => aBlock({ title })

describe('an administrator’s entry for the school', () => {
  test('is visible in the school-wide view and on every member’s days, but stored in no one’s planner', async () => {
    const { status, body } = await enter({ isBlocked: true, blockedText: 'Snow day', hasNote: true, noteText: 'Buses at noon' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userId: null,
      schoolId: lincoln.id,
      isBlocked: true,
      blockedText: 'Snow day',
      noteText: 'Buses at noon',
      blocks: [],
    })
    expect((await schoolWide(priya)).body).toEqual([body])
    expect((await schoolWide(priya, `&date=${DATE}`)).body).toEqual([body])
    expect((await call('GET', `/api/calendar/marks?schoolWideView=true`, { token: priya.token })).body).toMatchObject([
      { date: DATE, isBlocked: true, schoolId: lincoln.id },
    ])
    for (const teacher of [ann, priya])
      expect(await day(teacher)).toMatchObject({
        userId: teacher.userId,
        schoolId: lincoln.id,
        isBlocked: true,
        blockedText: 'Snow day',
        userBlocked: false,
        hasNote: false,
        noteText: null,
        schoolNote: 'Buses at noon',
        blocks: [],
        version: 0,
      })
  })

  test('can be a range, with undo and history like any change', async () => {
    const { status, body } = await enterRange('2026-11-23', '2026-11-27', { isBlocked: true, blockedText: 'Closed' })
    expect(status).toBe(200)
    expect(body.entries).toHaveLength(5)
    expect(await days(ann, '2026-11-23', '2026-11-27')).toHaveLength(5)
    const history = await call('GET', '/api/calendar/history?date=2026-11-24&schoolWideView=true', { token: priya.token })
    expect(history.body).toMatchObject([{ operationId: body.operationId, kind: 'bulk', before: null }])
    expect((await call('GET', '/api/calendar/history?date=2026-11-24', { token: priya.token })).body).toEqual([])

    const undone = await undo(priya, body.operationId)
    expect(undone).toMatchObject({ status: 200, body: { entries: [], removed: expect.arrayContaining(['2026-11-23', '2026-11-27']) } })
    expect(await days(ann, '2026-11-23', '2026-11-27')).toEqual([])
    await undo(priya, undone.body.operationId)
    expect(await days(ann, '2026-11-23', '2026-11-27')).toHaveLength(5)
  })

  test('is changed and removed by its id, and stale copies are refused', async () => {
    const { body: entry } = await enter({ hasNote: true, noteText: 'Fire drill' })
    const patch = (body: object) => call('PATCH', `/api/calendar/${entry.id}`, { token: priya.token, body })
    expect(await patch({ noteText: 'Fire drill at 9:50', version: entry.version })).toMatchObject({
      status: 200,
      body: { schoolId: lincoln.id, noteText: 'Fire drill at 9:50' },
    })
    expect(await patch({ noteText: 'Late', version: entry.version })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { schoolId: lincoln.id } },
    })
    const removed = await call('DELETE', `/api/calendar/${entry.id}`, { token: priya.token })
    expect(removed.status).toBe(200)
    expect(await day(ann)).toBeUndefined()
    expect((await call('GET', `/api/calendar/history?date=${DATE}&schoolWideView=true`, { token: priya.token })).body).toMatchObject([
      { kind: 'delete', before: { userId: null, schoolId: lincoln.id, noteText: 'Fire drill at 9:50' } },
      { kind: 'save', before: { schoolId: lincoln.id, noteText: 'Fire drill' } },
      { kind: 'save', before: null },
    ])
    await undo(priya, removed.body.operationId)
    expect(await day(ann)).toMatchObject({ schoolNote: 'Fire drill at 9:50' })
  })

  test('can’t have time blocks, however they are sent', async () => {
    const { body: entry } = await enter({ isBlocked: true, blockedText: 'Closed' })
    const refused = [
      await enter({ blocks: [lesson()] }, '2026-11-19'),
      await call('POST', '/api/calendar/days', {
        token: priya.token,
        body: { schoolId: lincoln.id, days: [{ date: DATE, blocks: [lesson()] }] },
      }),
      await call('PUT', `/api/calendar/${entry.id}`, { token: priya.token, body: { blocks: [lesson()] } }),
      await call('PATCH', `/api/calendar/${entry.id}`, { token: priya.token, body: { blocks: [lesson()] } }),
    ]
    for (const reply of refused)
      expect(reply).toMatchObject({
        status: 422,
        body: { message: 'School calendars can’t hold lessons. Add days off or notes instead.' },
      })
    expect((await schoolWide(priya)).body).toMatchObject([{ blocks: [] }])
  })

  test('can be saved even after their own plan has ended, which stops their own days', async () => {
    await pool.query(`update subscriptions set status = 'TRIALEXPIRED' where user_id = $1`, [priya.userId])
    const { status, body } = await enter({ isBlocked: true, blockedText: 'Closed' })
    expect(status).toBe(201)
    expect((await call('PATCH', `/api/calendar/${body.id}`, { token: priya.token, body: { blockedText: 'Closed early' } })).status).toBe(
      200,
    )
    expect((await undo(priya, body.operationId)).status).toBe(409)
    expect((await save(priya, { hasNote: true, noteText: 'Mine' })).status).toBe(402)
    expect((await enterRange('2026-11-23', '2026-11-27', { isBlocked: true, blockedText: 'Closed' })).status).toBe(200)
  })

  test('isn’t found by anyone who doesn’t administer this school', async () => {
    const { body: entry } = await enter({ isBlocked: true, blockedText: 'Closed' })
    const other = (await aSchoolWith(db, { now: clock() })).administrator
    const stranger = await aTeacher(db, { now: clock() })
    for (const somebody of [ann, other, stranger]) {
      const tries = [
        await enter({ isBlocked: false }, DATE, somebody),
        await enterRange(DATE, DATE, { isBlocked: false }, somebody),
        await call('POST', '/api/calendar/days', {
          token: somebody.token,
          body: { schoolId: lincoln.id, days: [{ date: DATE, isBlocked: false }] },
        }),
        await call('PATCH', `/api/calendar/${entry.id}`, { token: somebody.token, body: { isBlocked: false } }),
        await call('PUT', `/api/calendar/${entry.id}`, { token: somebody.token, body: { blocks: [] } }),
        await call('DELETE', `/api/calendar/${entry.id}`, { token: somebody.token }),
        await undo(somebody, entry.operationId),
      ]
      expect(tries.map(({ status }) => status)).toEqual(Array(7).fill(404))
    }
    for (const somebody of [ann, stranger]) expect((await schoolWide(somebody)).status).toBe(404)
    expect((await schoolWide(other)).body).toEqual([])
    expect((await schoolWide(priya)).body).toMatchObject([{ blockedText: 'Closed' }])
  })
})

describe('on a member’s day', () => {
  test('if only the teacher blocks it, the school’s fields are empty', async () => {
    await save(ann, { isBlocked: true, blockedText: 'At a workshop' })
    const own = await day(ann)
    expect(own).toMatchObject({ isBlocked: true, blockedText: 'At a workshop' })
    expect(own.schoolId ?? null).toBeNull()
  })

  test('if both block it, the school’s reason is shown, and the teacher’s own is kept and returns', async () => {
    await save(ann, { isBlocked: true, blockedText: 'At a workshop' })
    const { body } = await enter({ isBlocked: true, blockedText: 'Snow day' })
    expect(await day(ann)).toMatchObject({ isBlocked: true, blockedText: 'Snow day', userBlocked: true, userBlockedText: 'At a workshop' })
    await undo(priya, body.operationId)
    expect(await day(ann)).toMatchObject({ isBlocked: true, blockedText: 'At a workshop' })
  })

  test('the school has a note, and the teacher their own block-out and note', async () => {
    await save(ann, { isBlocked: true, blockedText: 'At a workshop', hasNote: true, noteText: 'Call Theo’s parents' })
    await enter({ hasNote: true, noteText: 'Buses at noon' })
    expect(await day(ann)).toMatchObject({
      isBlocked: true,
      blockedText: 'At a workshop',
      userBlocked: true,
      userBlockedText: null,
      noteText: 'Call Theo’s parents',
      schoolNote: 'Buses at noon',
    })
    expect(await marks(ann)).toMatchObject([{ noteText: 'Call Theo’s parents', schoolNote: 'Buses at noon', userBlocked: true }])
  })

  test('a lesson under it is kept, can be changed, and returns', async () => {
    const before = await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson()], now: clock() })
    const { body: closed } = await enter({ isBlocked: true, blockedText: 'Snow day' })
    expect(await day(ann)).toMatchObject({ id: before.id, version: before.version, isBlocked: true, blocks: [{ title: 'Math' }] })
    const saved = await save(ann, { blocks: [lesson('Art')], version: before.version })
    expect(saved).toMatchObject({
      status: 200,
      body: { isBlocked: true, blockedText: 'Snow day', schoolId: lincoln.id, blocks: [{ title: 'Art' }] },
    })
    await undo(priya, closed.operationId)
    expect(await day(ann)).toMatchObject({ isBlocked: false, blockedText: null, blocks: [{ title: 'Art' }] })
  })

  test('no call lets them remove the school’s entry, and their undo restores only their own content', async () => {
    await enter({ isBlocked: true, blockedText: 'Snow day', hasNote: true, noteText: 'Buses at noon' })
    const [over] = await days(ann)
    expect((await call('DELETE', `/api/calendar/${over.id}`, { token: ann.token })).status).toBe(404)
    expect((await call('PATCH', `/api/calendar/${over.id}`, { token: ann.token, body: { isBlocked: false } })).status).toBe(404)
    await save(ann, { isBlocked: false, hasNote: false, version: 0 })
    expect(await day(ann)).toMatchObject({ isBlocked: true, blockedText: 'Snow day', userBlocked: false, schoolNote: 'Buses at noon' })

    const range = await call('POST', '/api/calendar/bulk', {
      token: ann.token,
      body: { from: DATE, to: addDays(DATE, 1), isBlocked: true, blockedText: 'Sick' },
    })
    expect(range.body.entries).toMatchObject([
      { blockedText: 'Snow day', userBlocked: true, userBlockedText: 'Sick' },
      { blockedText: 'Sick' },
    ])
    const undone = await undo(ann, range.body.operationId)
    expect(undone.body.entries).toMatchObject([{ date: DATE, isBlocked: true, blockedText: 'Snow day', userBlocked: false }])
    expect(undone.body.removed).toEqual([addDays(DATE, 1)])
    const { rows } = await pool.query(
      'select blocked_text, note_text from calendar_days d join calendars c on c.id = calendar_id where user_id = $1',
      [ann.userId],
    )
    expect(rows).toEqual([{ blocked_text: null, note_text: null }])
  })

  test('a concurrent change of an entry doesn’t conflict with their own save', async () => {
    const { body: before } = await save(ann, { hasNote: true, noteText: 'Mine' })
    await enter({ isBlocked: true, blockedText: 'Snow day' })
    expect((await save(ann, { noteText: 'Still mine', version: before.version })).status).toBe(200)
    expect(await save(ann, { noteText: 'Late', version: before.version })).toMatchObject({
      status: 409,
      body: { current: { noteText: 'Still mine', blockedText: 'Snow day', schoolId: lincoln.id } },
    })
  })

  test('takes no additional query', async () => {
    const alone = await aTeacher(db, { now: clock() })
    await enter({ isBlocked: true, blockedText: 'Snow day' })
    const queriesFor = async (teacher: Person) => {
      await day(teacher)
      await flushNotices(db)
      const query = vi.spyOn(pool, 'query')
      await day(teacher)
      const { length } = query.mock.calls
      query.mockRestore()
      return length
    }
    const own = await queriesFor(alone)
    expect(own).toBeGreaterThan(0)
    expect(await queriesFor(ann)).toBe(own)
  })

  test('400 days of entries over days with lessons are all returned, page by page', async () => {
    const from = '2026-09-01'
    const heavy = `<p>${'Fractions on a number line. '.repeat(1500)}</p>`
    for (let offset = 0; offset < 60; offset++)
      await aDay(db, { owner: ann.userId, date: addDays(from, offset * 5), blocks: [aBlock({ description: heavy })], now: clock() })
    const entries = Array.from({ length: 400 }, (_, offset) => [addDays(from, offset), { hasNote: true, noteText: `Day ${offset}` }])
    await entriesOf(db, lincoln, Object.fromEntries(entries), clock())
    const read = await days(ann, from, addDays(from, 399))
    expect(read.map(({ schoolNote }: { schoolNote: string }) => schoolNote)).toEqual(
      Array.from({ length: 400 }, (_, offset) => `Day ${offset}`),
    )
    expect(read.filter(({ blocks }: { blocks: object[] }) => blocks.length === 1)).toHaveLength(60)
    expect(await marks(ann, `from=${from}&to=${addDays(from, 399)}`)).toHaveLength(400)
  })

  test('teachers who join see them, those who left don’t, and their own days don’t change', async () => {
    await enter({ isBlocked: true, blockedText: 'Snow day' })
    const bob = await aTeacher(db, { now: clock() })
    await aDay(db, { owner: bob.userId, date: DATE, blocks: [lesson()], now: clock() })
    const before = await day(bob)
    const { body } = await call('POST', '/api/admin/school-invitations', { token: priya.token, body: { email: bob.email } })
    await call('POST', `/api/school/invitations/${body.id}/accept`, { token: bob.token })
    expect(await day(bob)).toMatchObject({ isBlocked: true, blockedText: 'Snow day', blocks: before.blocks })
    expect(await marks(bob)).toHaveLength(1)
    await call('POST', '/api/school/leave', { token: bob.token })
    expect(await day(bob)).toEqual(before)
    expect(await marks(bob)).toEqual([])
  })

  test('is skipped by templates and repeats, like a day that they block themselves', async () => {
    const template = await call('POST', '/api/daily-templates', { token: ann.token, body: { name: 'Day', blocks: [lesson()] } })
    const apply = (blockedDays: string, date = DATE) =>
      call('POST', `/api/daily-templates/${template.body.id}/apply`, { token: ann.token, body: { date, mode: 'add', blockedDays } })
    await enterRange(DATE, addDays(DATE, 1), { isBlocked: true, blockedText: 'Snow day' })
    await enter({ hasNote: true, noteText: 'Buses at noon' }, addDays(DATE, 2))
    expect((await apply('skip')).status).toBe(422)
    expect((await call('GET', `/api/calendar/sketches?from=${DATE}&to=${addDays(DATE, 2)}`, { token: ann.token })).body).toEqual([
      { date: DATE, isBlocked: true, blockedText: 'Snow day', lessons: 0, withText: 0, version: 0 },
      { date: addDays(DATE, 1), isBlocked: true, blockedText: 'Snow day', lessons: 0, withText: 0, version: 0 },
      { date: addDays(DATE, 2), isBlocked: false, blockedText: null, lessons: 0, withText: 0, version: 0 },
    ])
    const repeat = await call('POST', '/api/calendar/repeat', {
      token: ann.token,
      body: {
        patterns: [[lesson()]],
        days: [0, 1, 2].map((offset) => ({ date: addDays(DATE, offset), pattern: 0, version: 0 })),
        mode: 'add',
      },
    })
    expect(repeat.body.days.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['skipped', 'skipped', 'filled'])
    // A lesson explicitly added to a day that the school blocks is saved, but the school's entry isn't copied into the day.
    expect((await apply('fill')).status).toBe(200)
    const { rows } = await pool.query(
      'select is_blocked, has_note from calendar_days d join calendars c on c.id = calendar_id where user_id = $1',
      [ann.userId],
    )
    expect(rows).toEqual([
      { is_blocked: false, has_note: false },
      { is_blocked: false, has_note: false },
    ])
  })
})

test('a user with an ended plan can still read the school’s entries', async () => {
  await enter({ isBlocked: true, blockedText: 'Closed' }, '2026-12-10')
  setClock('2026-12-09T14:00:00Z')
  await pool.query(`update sessions set idle_expires_at = '2026-12-18', expires_at = '2026-12-18'`)
  expect(await day(ann, '2026-12-10')).toMatchObject({ blockedText: 'Closed' })
})
