import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { addDays, daysInRange } from '#shared/dates.ts'
import { call, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
})

const post = (url: string, body?: unknown) => call('POST', url, { token: ann.token, body })
const repeat = (body: object) => post('/api/calendar/repeat', body)
const get = async (url: string) => (await call('GET', url, { token: ann.token })).body
const daysOn = (from: string, to: string) => get(`/api/calendar?from=${from}&to=${to}`)
const sketches = (from: string, to: string) => get(`/api/calendar/sketches?from=${from}&to=${to}`)
/** Returns days as a teacher sees them, without versions and operation IDs. */
const shown = async (from: string, to: string) =>
  (await daysOn(from, to)).map(({ version: _, operationId: __, ...day }: Record<string, unknown>) => day)

const lesson = (title: string, rest: object = {}) => ({ title, startTime: '08:00', endTime: '08:45', ...rest })
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => [
  lesson(`${day} 1`),
  lesson(`${day} 2`, { startTime: '09:00', endTime: '09:45' }),
])
/** Returns the weekdays of `count` consecutive weeks. */
const weeks = (count: number, monday = '2026-11-23') =>
  Array.from({ length: count * 5 }, (_, place) => ({
    date: addDays(monday, Math.floor(place / 5) * 7 + (place % 5)),
    pattern: place % 5,
  }))
const everyDay = (from: string, count: number) => daysInRange(from, addDays(from, count - 1)).map((date) => ({ date, pattern: 0 }))
const titlesOf = (days: { blocks: { title: string }[] }[]) => days.map(({ blocks }) => blocks.map(({ title }) => title))

describe('a repeat', () => {
  test('copies a week to eighteen weeks as one operation that one Undo reverts', async () => {
    const { status, body } = await repeat({ patterns: WEEK, days: weeks(18) })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['days', 'operationId'])
    expect(body.days).toHaveLength(90)
    expect(body.days[89]).toEqual({ date: '2027-03-26', outcome: 'filled' })
    const all = await daysOn('2026-11-23', '2027-03-26')
    expect(all).toHaveLength(90)
    expect(titlesOf(all.slice(85))).toEqual(WEEK.map((day) => day.map(({ title }) => title)))
    const ids = all.flatMap(({ blocks }: { blocks: { id: string }[] }) => blocks.map(({ id }) => id))
    expect(new Set(ids).size).toBe(180)
    expect((await post(`/api/calendar/operations/${body.operationId}/undo`)).status).toBe(200)
    expect(await daysOn('2026-11-23', '2027-03-26')).toEqual([])
  })

  test('skips blocked days, and adds to or replaces existing lessons', async () => {
    await aDay(db, { owner: ann.userId, date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving' })
    await aDay(db, {
      owner: ann.userId,
      date: '2026-11-24',
      hasNote: true,
      noteText: 'Picture day',
      blocks: [aBlock({ title: 'Assembly' })],
    })
    const before = await shown('2026-11-23', '2026-11-27')
    const beside = await repeat({ patterns: WEEK, days: weeks(1) })
    expect(beside.body.days.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['filled', 'added', 'filled', 'skipped', 'filled'])
    const days = await daysOn('2026-11-23', '2026-11-27')
    expect(titlesOf(days)).toEqual([['Mon 1', 'Mon 2'], ['Assembly', 'Tue 1', 'Tue 2'], ['Wed 1', 'Wed 2'], [], ['Fri 1', 'Fri 2']])
    expect(days[1].noteText).toBe('Picture day')
    await post(`/api/calendar/operations/${beside.body.operationId}/undo`)
    const instead = await repeat({ patterns: WEEK, days: weeks(1), mode: 'replace' })
    expect(titlesOf(await daysOn('2026-11-24', '2026-11-24'))).toEqual([['Tue 1', 'Tue 2']])
    await post(`/api/calendar/operations/${instead.body.operationId}/undo`)
    expect(await shown('2026-11-23', '2026-11-27')).toEqual(before)
  })

  test('changes nothing when a day was changed in another tab, and names that day', async () => {
    const seen = weeks(4).map((day) => ({ ...day, version: 0 }))
    await aDay(db, { owner: ann.userId, date: '2026-12-09', blocks: [aBlock({ title: 'Museum' })] })
    const { status, body } = await repeat({ patterns: WEEK, days: seen, mode: 'replace' })
    expect([status, body.code, body.date, body.current.blocks[0].title]).toEqual([409, 'stale', '2026-12-09', 'Museum'])
    expect(titlesOf(await daysOn('2026-11-23', '2026-12-31'))).toEqual([['Museum']])
  })

  test('names the day that has no room for more lessons, and changes nothing', async () => {
    const blocks = Array.from({ length: 59 }, () => aBlock())
    await aDay(db, { owner: ann.userId, date: '2026-12-01', blocks })
    const { status, body } = await repeat({ patterns: WEEK, days: weeks(2) })
    expect([status, body.code]).toEqual([422, 'refused_by_rule'])
    expect(body.message).toContain('Tuesday, December 1, 2026')
    expect(await daysOn('2026-11-23', '2026-11-27')).toEqual([])
  })

  test('takes effect once if it is sent twice', async () => {
    const body = { patterns: WEEK, days: weeks(2), operationId: randomUUID() }
    const [first, again] = [await repeat(body), await repeat(body)]
    expect([again.status, again.body.operationId]).toEqual([200, first.body.operationId])
    expect(titlesOf(await daysOn('2026-11-23', '2026-11-23'))).toEqual([['Mon 1', 'Mon 2']])
  })

  test('fills a whole leap year, including weekends and clock changes', async () => {
    const { status, body } = await repeat({ patterns: [[lesson('Reading')]], days: everyDay('2028-01-01', 366) })
    expect([status, body.days.length]).toEqual([200, 366])
    const dates = (await sketches('2028-01-01', '2028-12-31')).map(({ date }: { date: string }) => date)
    expect(dates).toEqual(daysInRange('2028-01-01', '2028-12-31'))
    expect(dates).toContain('2028-02-29')
  })

  test('over a full year replaces every day, and Undo restores each one', async () => {
    const crowd = Array.from({ length: 58 }, (_, place) => lesson(`Old ${place}`, { description: '<p>Chapter</p>' }))
    expect((await repeat({ patterns: [crowd], days: everyDay('2027-01-01', 365) })).status).toBe(200)
    const before = await shown('2027-01-01', '2027-12-31')
    const { status, body } = await repeat({
      patterns: [[lesson('Reading', { description: `<p>${'x'.repeat(20_000)}</p>` })]],
      days: everyDay('2027-01-01', 365),
      mode: 'replace',
    })
    expect(status).toBe(200)
    expect(new Set((await sketches('2027-01-01', '2027-12-31')).map(({ lessons }: { lessons: number }) => lessons))).toEqual(new Set([1]))
    expect((await post(`/api/calendar/operations/${body.operationId}/undo`)).status).toBe(200)
    expect(await shown('2027-01-01', '2027-12-31')).toEqual(before)
  }, 60_000)

  test('is refused entirely if one Undo couldn’t revert it; a slightly smaller one can be done, undone, and redone', async () => {
    const lessons = (count: number) => [
      Array.from({ length: count }, () => lesson('Reading', { description: `<p>${'x'.repeat(20_000)}</p>` })),
    ]
    const { status, body } = await repeat({ patterns: lessons(2), days: everyDay('2027-01-01', 366) })
    expect([status, body.message]).toEqual([
      422,
      'That’s too much for one change (the limit is 12 MB or 320,000 different words). Choose fewer days, or shorten long lessons.',
    ])
    expect(await sketches('2027-01-01', '2027-12-31')).toEqual([])
    const done = await repeat({ patterns: lessons(1), days: everyDay('2027-01-01', 366) })
    const undone = await post(`/api/calendar/operations/${done.body.operationId}/undo`)
    const again = await post(`/api/calendar/operations/${undone.body.operationId}/undo`)
    expect([done.status, undone.status, again.status]).toEqual([200, 200, 200])
    expect(await sketches('2027-01-01', '2027-12-31')).toHaveLength(365)
  })

  test.each([
    ['no lessons', { patterns: [[]], days: weeks(1).map((day) => ({ ...day, pattern: 0 })) }, 422],
    ['blocks without a title', { patterns: [[lesson(' ')]], days: [{ date: '2026-11-23', pattern: 0 }] }, 422],
    ['no days', { patterns: WEEK, days: [] }, 422],
    ['367 days', { patterns: WEEK, days: everyDay('2027-01-01', 367) }, 422],
    ['a day twice', { patterns: WEEK, days: [...weeks(1), ...weeks(1)] }, 422],
    ['a pattern that is not there', { patterns: WEEK, days: [{ date: '2026-11-23', pattern: 5 }] }, 422],
    ['a day that does not exist', { patterns: WEEK, days: [{ date: '2027-02-29', pattern: 0 }] }, 400],
  ])('of %s is refused', async (_, body, status) => {
    expect((await repeat(body)).status).toBe(status)
    expect(await daysOn('2026-11-23', '2027-03-26')).toEqual([])
  })

  test('that includes only blocked days is refused with that reason', async () => {
    await aDay(db, { owner: ann.userId, date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving' })
    const { status, body } = await repeat({ patterns: WEEK, days: [{ date: '2026-11-26', pattern: 0 }] })
    expect([status, body.message]).toEqual([422, 'No lessons on non-instructional days'])
  })
})

describe('sketches', () => {
  test('describe each of the caller’s days as it affects new lessons', async () => {
    const bob = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
    await aDay(db, { owner: bob.userId, date: '2026-11-24', blocks: [aBlock()] })
    const { version } = await aDay(db, { owner: ann.userId, date: '2026-11-24', blocks: [aBlock(), aBlock({ description: '' })] })
    const blocked = await aDay(db, { owner: ann.userId, date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving' })
    expect(await sketches('2026-11-23', '2026-11-27')).toEqual([
      { date: '2026-11-24', isBlocked: false, blockedText: null, lessons: 2, withText: 1, version },
      { date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving', lessons: 0, withText: 0, version: blocked.version },
    ])
  })

  test.each(['from=2026-11-23&to=2026-11-20', 'from=2026-01-01&to=2027-01-02', 'from=2026-11-23'])('of %s are refused', async (query) => {
    expect((await call('GET', `/api/calendar/sketches?${query}`, { token: ann.token })).status).toBe(query.includes('to') ? 422 : 400)
  })
})
