// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { AMPLE, aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { aBellSchedule } from '#server/features/moves/bell-schedules/samples.ts'
import { addTemplates, cleanBlock } from '#server/features/templates/actions.ts'
import { aDailyTemplate, aWeeklyTemplate } from '#server/features/templates/samples.ts'
import { anUnplacedLesson, aTimetable } from '#server/features/timetables/samples.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import { app, call, clock, db, pool } from '#test/app.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
let ann: Teacher
let bob: Teacher
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  bob = await aTeacher(db, { now: clock() })
})

const as = ({ token }: Teacher) => ({
  post: (path: string, body: object) => call('POST', path, { token, body }),
  get: async (path: string) => (await call('GET', path, { token })).body,
})
const archiveOf = async ({ token }: Teacher): Promise<string> => {
  const reply = await app.inject({ method: 'POST', url: '/api/user/export', headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload.toString('base64')
}
const bringIn = (teacher: Teacher, content: string, more: object = {}) =>
  as(teacher).post('/api/imports', { kind: 'firstbell', content, ...more })
const preview = (teacher: Teacher, content: string) => as(teacher).post('/api/imports/preview', { kind: 'firstbell', content })

/** Returns everything that a teacher's planner has, as the bytes that are stored. */
const plannerOf = async ({ userId }: Teacher) => {
  const rows = async (query: string) => (await pool.query(query, [userId])).rows
  return {
    days: await rows(`select date::text, is_blocked, blocked_text, has_note, note_text, has_alert, bytes, words, blocks::text from calendar_days
      where calendar_id = (select id from calendars where user_id = $1) order by date`),
    records: await rows(`select id, kind, bytes, content::text from calendar_records
      where calendar_id = (select id from calendars where user_id = $1) order by kind, id`),
    templates: await rows(`select kind, name, bytes, content::text, checked_at from templates where owner_id = $1 order by kind, name`),
  }
}

/** Fills a teacher's planner with something of every kind. */
const fill = async (teacher: Teacher) => {
  const { userId: owner } = teacher
  const now = clock()
  const math = (await aClass(db, { owner, name: 'Math' })).id
  await aTimetable(db, { owner, firstDay: '2026-11-16', from: '2026-11-16', lastDay: '2026-12-18', now })
  await aBellSchedule(db, { owner, now })
  await anUnplacedLesson(db, { owner, now })
  const plan = { classId: math, hasAlert: true, alertMessage: 'Blue tray', taught: 'done' as const, isLocked: true }
  await aDay(db, {
    ...{ owner, date: '2026-10-05', now, hasNote: true, noteText: 'Picture day\nSmile' },
    blocks: [aBlock({ order: 1, ...plan }), aBlock({ title: 'Recess', description: '', startTime: '12:00', endTime: '12:20' })],
  })
  await aDay(db, { owner, date: '2026-10-12', now, isBlocked: true, blockedText: 'Columbus Day', blocks: [aBlock({ title: 'Hidden' })] })
  const shortened = { date: '2026-12-02', rule: { startTime: '10:00', endTime: '12:00' } }
  expect((await as(teacher).post('/api/calendar/short-days', shortened)).status).toBe(200)
  for (const [date, description] of [
    ['2027-01-13', '<p>Build a bridge</p>'],
    ['2027-01-14', ''],
  ] as const)
    await aDay(db, { owner, date, now, blocks: [aBlock({ id: `block_${date}`, classId: math, description })] })
  const closed = { from: '2027-01-13', to: '2027-01-13', blockedText: 'Snow day', choices: [{ classId: math, choice: 'move' }] }
  expect((await as(teacher).post('/api/calendar/closures', closed)).status).toBe(200)
  const content = await cleanBlock({ ...aBlock({ title: 'Morning meeting' }), classId: math })
  await addTemplates(db, { calendar: await calendarOf(db, owner), quota: AMPLE }, 'time_block', [{ name: 'Meeting', content }])
  const { id } = await aDailyTemplate(db, { owner, name: 'Sick day', blocks: [aBlock({ classId: math })] })
  await call('PUT', `/api/daily-templates/${id}/emergency-plan`, { token: teacher.token, body: { isOnFile: true } })
  await aWeeklyTemplate(db, { owner, name: 'Normal week', monday: [aBlock()] })
  return math
}

describe('the archive of an account', () => {
  test('gives a new account exactly the same planner, and one undo takes the days and records back', async () => {
    await fill(ann)
    const [archive, planner] = [await archiveOf(ann), await plannerOf(ann)]
    expect(new Set(planner.records.map(({ kind }) => kind))).toEqual(
      new Set(['bellSchedule', 'class', 'closure', 'shortDay', 'timetable', 'unplaced']),
    )
    const seen = await preview(bob, archive)
    expect(seen.body.records).toEqual({ classes: expect.any(Number), timetables: 1, unplaced: expect.any(Number), templates: 3 })
    expect((await plannerOf(bob)).days).toEqual([])

    const { status, body } = await bringIn(bob, archive)
    expect([status, body.problems]).toEqual([200, []])
    expect(await plannerOf(bob)).toEqual(planner)
    expect(body.entries).toEqual(seen.body.entries)

    expect((await as(bob).post(`/api/calendar/operations/${body.operationId}/undo`, {})).status).toBe(200)
    expect(await plannerOf(bob)).toEqual({ days: [], records: [], templates: planner.templates })
  })

  test('brought in twice, or into the account that it is from, changes nothing', async () => {
    await fill(ann)
    const [archive, planner] = [await archiveOf(ann), await plannerOf(ann)]
    await bringIn(bob, archive)
    for (const teacher of [ann, bob]) {
      const { body } = await bringIn(teacher, archive)
      expect([body.dates, new Set(body.entries.map(({ outcome }: ImportEntry) => outcome))]).toEqual([[], new Set(['same'])])
      expect(await plannerOf(teacher)).toEqual(planner)
    }
  })

  test('retried with the same operation id changes nothing', async () => {
    await fill(ann)
    const archive = await archiveOf(ann)
    const operationId = randomUUID()
    const first = await bringIn(bob, archive, { operationId })
    const planner = await plannerOf(bob)
    expect((await bringIn(bob, archive, { operationId })).body).toEqual(first.body)
    expect(await plannerOf(bob)).toEqual(planner)
  })

  test('joins the classes that are here by name, and leaves lessons and timetables that are here alone', async () => {
    await fill(ann)
    const own = (await aClass(db, { owner: bob.userId, name: 'math' })).id
    await aTimetable(db, { owner: bob.userId, firstDay: '2026-11-16', from: '2026-12-14', lastDay: '2026-12-18', now: clock() })
    await aDay(db, {
      owner: bob.userId,
      date: '2026-10-05',
      now: clock(),
      blocks: [aBlock({ id: 'mine', title: 'Chess', startTime: '14:00', endTime: '14:45' })],
    })
    const timetables = async () => (await as(bob).get('/api/timetables')).map(({ id }: { id: string }) => id)
    const before = await timetables()
    expect((await bringIn(bob, await archiveOf(ann))).status).toBe(200)
    expect(await timetables()).toEqual(before)
    expect((await as(bob).get('/api/classes')).filter(({ name }: { name: string }) => /^math$/i.test(name))).toHaveLength(1)
    const [day] = await as(bob).get('/api/calendar?date=2026-10-05')
    const lessons = day.blocks.map(({ title, classId }: { title: string; classId?: string }) => [title, classId])
    expect(lessons).toEqual([
      ['Math', own],
      ['Recess', undefined],
      ['Chess', undefined],
    ])
    const { rows } = await pool.query(`select content from templates where owner_id = $1 and kind = 'time_block'`, [bob.userId])
    expect(rows[0].content.classId).toBe(own)
  })

  test('brings in only the range that the teacher chose', async () => {
    await fill(ann)
    const { body } = await bringIn(bob, await archiveOf(ann), { options: { from: '2026-10-01', to: '2026-10-31' } })
    expect(body.dates).toEqual(['2026-10-05', '2026-10-12'])
    const { records } = await plannerOf(bob)
    expect(records.filter(({ kind }) => kind === 'closure' || kind === 'shortDay')).toEqual([])
  })
})
