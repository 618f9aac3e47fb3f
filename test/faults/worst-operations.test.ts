/**
 * Tests the most expensive known calls, both allowed and refused. No call may block the event loop for 100 ms or the embedded database for
 * a second of CPU time, and the server must still respond to concurrent calls.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeLessonsFindable } from '#server/features/calendar/search/jobs.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { aWriter } from '#server/features/writing/samples.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { addDays, isSchoolDay } from '#shared/dates.ts'
import { call, clock, config, db, doJob, keys, pool } from '#test/app.ts'
import { DATABASE_MS, heldBy, LOOP_MS } from '#test/cpu.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let bob: typeof ann
beforeEach(async () => {
  ann = await aTeacher(db)
  bob = await aTeacher(db)
})

/** Reads a day repeatedly. Returns a function that stops the reads and resolves with their statuses. */
const aBystander = () => {
  const statuses = new Set<number>()
  let isOver = false
  const read = async () => {
    while (!isOver) {
      statuses.add((await call('GET', '/api/calendar?date=2026-11-18', { token: bob.token })).status)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return [...statuses]
  }
  const reading = read()
  return () => {
    isOver = true
    return reading
  }
}

/** Runs an action while a bystander makes calls. Checks that the action doesn't block the event loop or the database for too long. */
const inTime = async <T>(what: () => Promise<T>): Promise<T> => {
  const stop = aBystander()
  const { result, blockedMs, heldMs } = await heldBy(pool, what)
  expect(await stop()).toEqual([200])
  expect({ blockedMs, isShort: blockedMs < LOOP_MS }).toEqual({ blockedMs, isShort: true })
  expect({ heldMs, isShort: heldMs < DATABASE_MS }).toEqual({ heldMs, isShort: true })
  return result
}
const post = (url: string, body: object) => call('POST', url, { token: ann.token, body })
const postInTime = (url: string, body: object) => inTime(() => post(url, body))
const undoInTime = async (operationId: string) =>
  expect((await postInTime(`/api/calendar/operations/${operationId}/undo`, {})).status).toBe(200)

const word = (number: number) => (46_656 + number).toString(36)
/** Returns a paragraph with this many distinct four-letter words. */
const wordList = (words: number, from = 0) => `<p>${Array.from({ length: words }, (_, number) => word(from + number)).join(' ')}</p>`
/** Returns pseudorandom letters that differ for each seed and are hard to compress. */
const noise = (letters: number, seed: number) => {
  let state = seed
  const letter = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % 36
  }
  return Array.from({ length: letters }, () => letter().toString(36)).join('')
}
const lesson = (description: string, title = 'Math') => ({ title, description, startTime: '08:00', endTime: '09:00' })
const lessons = (count: number, description: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => lesson(description(number)))
const ids = <B extends object>(blocks: readonly B[]) => blocks.map((block, number) => ({ ...block, id: `b${number}` }))
const everyDay = (count: number, patterns = 1) =>
  Array.from({ length: count }, (_, number) => ({ date: addDays('2026-01-01', number), pattern: number % patterns }))

/** Runs the job that makes all days searchable, in steps. */
const makeFindable = () => inTime(() => doJob(makeLessonsFindable))

// Warms up, because the first call of each kind runs unoptimized code.
beforeAll(async () => {
  const { token } = await aTeacher(db)
  const body = { patterns: [lessons(40, (n) => wordList(80, n))], days: everyDay(90) }
  expect((await call('POST', '/api/calendar/repeat', { token, body })).status).toBe(200)
})

test('a year of full lessons is copied, replaced by another, and both are undone', async () => {
  const patterns = (from: number) => Array.from({ length: 20 }, (_, day) => lessons(8, (n) => wordList(200, from + 160 * day + n)))
  const copied = await postInTime('/api/calendar/repeat', { patterns: patterns(0), days: everyDay(180, 20) })
  expect(copied.status).toBe(200)
  await makeFindable()
  const replaced = await postInTime('/api/calendar/repeat', { patterns: patterns(9000), days: everyDay(180, 20), mode: 'replace' })
  expect(replaced.status).toBe(200)
  await makeFindable()
  await undoInTime(replaced.body.operationId)
  await makeFindable()
  await undoInTime(copied.body.operationId)
  const { rows } = await pool.query(
    'select words::int, (select count(*)::int from calendar_words) as there from calendars join calendar_counters on calendar_id = id where user_id = $1',
    [ann.userId],
  )
  expect(rows).toEqual([{ words: 0, there: 0 }])
})

test.each([
  ['two lessons of 2,900 different words on 366 days', [lesson(wordList(2900)), lesson(wordList(2900, 2900))], 366],
  ['ten lessons of 180,000 letters on 8 days', lessons(10, (n) => wordList(36_000, n * 36_000)), 8],
])('more words than one change may contain are refused before any is written: %s', async (_, pattern, count) => {
  const reply = await postInTime('/api/calendar/repeat', { patterns: [pattern], days: everyDay(count) })
  expect(reply).toMatchObject({
    status: 422,
    body: {
      message:
        'That’s too much for one change (the limit is 12 MB or 320,000 different words). Choose fewer days, or shorten long lessons.',
    },
  })
  expect((await pool.query('select count(*)::int as n from calendar_days')).rows).toEqual([{ n: 0 }])
})

const REPEATS: [string, boolean, () => object[], number][] = [
  ['as many words as one change may hold', true, () => [lesson(wordList(860))], 366],
  ['as many lessons as 366 days may hold', true, () => lessons(60, () => ''), 366],
  ['as many bytes as one change may hold', false, () => [lesson(noise(31_000, 1))], 366],
  ['days as full of words as they may be', false, () => lessons(10, (n) => wordList(4990, n * 4990)), 6],
]
for (const [name, isInEveryRun, pattern, count] of REPEATS)
  test(`a repeat of ${name}, and its undo`, { tags: isInEveryRun ? [] : ['full'] }, async () => {
    const done = await postInTime('/api/calendar/repeat', { patterns: [pattern()], days: everyDay(count) })
    expect(done.status).toBe(200)
    await makeFindable()
    await undoInTime(done.body.operationId)
  })

test('a repeat that removes as many bytes as it adds', { tags: ['full'] }, async () => {
  const fill = (seed: number) => ({ patterns: [[lesson(noise(15_000, seed))]], days: everyDay(366), mode: 'replace' })
  expect((await post('/api/calendar/repeat', fill(1))).status).toBe(200)
  const done = await postInTime('/api/calendar/repeat', fill(2))
  expect(done.status).toBe(200)
  await undoInTime(done.body.operationId)
})

test('a small lesson on many days that are already full is refused', { tags: ['full'] }, async () => {
  const day = (date: string) => ({ date, blocks: ids(lessons(9, (n) => noise(190_000, n))) })
  for (let number = 0; number < 8; number++) await post('/api/calendar', day(addDays('2026-01-01', number)))
  expect((await postInTime('/api/calendar/repeat', { patterns: [[lesson('')]], days: everyDay(8) })).status).toBe(422)
})

test('templates of the maximum length are imported, and applied to a day and a week', async () => {
  const long = { ...lesson(''), blocks: lessons(10, (n) => wordList(36_000, n * 36_000)) }
  expect((await postInTime('/api/templates/import', { daily: [{ name: 'Words', blocks: long.blocks }] })).status).toBe(200)
  const week = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day, place) => [
      `${day}Blocks`,
      lessons(9, (n) => wordList(7500, (place * 9 + n) * 7500)),
    ]),
  )
  expect((await postInTime('/api/templates/import', { weekly: [{ name: 'Words', ...week }] })).status).toBe(200)
  const many = Array.from({ length: 1000 }, (_, number) => ({ name: `${number}`, blocks: lessons(9, () => 'Fractions') }))
  expect((await postInTime('/api/templates/import', { daily: many.slice(1) })).status).toBe(200)
  const idOf = async (kind: string) => (await pool.query("select id from templates where kind = $1 and name = 'Words'", [kind])).rows[0].id
  const daily = await postInTime(`/api/daily-templates/${await idOf('daily')}/apply`, { date: '2026-11-18' })
  const weekly = await postInTime(`/api/weekly-templates/${await idOf('weekly')}/apply`, { weekStartDate: '2026-11-23' })
  expect([daily.status, weekly.status]).toEqual([200, 200])
  await makeFindable()
  await undoInTime(weekly.body.operationId)
})

/** The first day of the timetables, which is ahead: lessons that are over don't move. */
const YEAR = '2027-01-01'

/** Creates classes and returns a timetable of 400 days with ten lessons each, in a cycle of ten days. */
const aWholeYear = async (more: object = {}) => {
  const classes: string[] = []
  for (let number = 0; number < 10; number++) classes.push((await post('/api/classes', { name: `Period ${number}` })).body.id)
  const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return {
    ...{ firstDay: YEAR, lastDay: addDays(YEAR, 399), from: YEAR, existing: 'keep' },
    rhythm: { kind: 'cycle', days: 10 },
    rows: classes.map((_, row) => ({ startTime: time(8 + row), endTime: time(9 + row) })),
    cells: Array.from({ length: 100 }, (_, cell) => ({
      day: 1 + (cell % 10),
      row: Math.floor(cell / 10),
      classId: classes[Math.floor(cell / 10)],
    })),
    ...more,
  }
}

test('the longest timetable is previewed, laid down, changed and undone', async () => {
  const body = await aWholeYear()
  expect((await postInTime('/api/timetables/preview', body)).status).toBe(200)
  const laid = await postInTime('/api/timetables', body)
  expect(laid.body.entries).toHaveLength(286)
  const rows = body.rows.map(({ startTime, endTime }) => ({ startTime, endTime: endTime.replace(':00', ':10') }))
  const path = `/api/timetables/${laid.body.id}/versions/${YEAR}`
  const changed = await inTime(() => call('PUT', path, { token: ann.token, body: { rows, cells: body.cells } }))
  expect(changed.status).toBe(200)
  await undoInTime(changed.body.operationId)
  await undoInTime(laid.body.operationId)
})

test('the longest timetable brings as many lessons without a class as it can', async () => {
  const body = await aWholeYear()
  const breaks = Array.from({ length: 80 }, (_, at) => ({
    ...{ startTime: '12:00', endTime: '13:00', day: (at % 10) + 1 },
    title: `${at} `.padEnd(100, word(at)),
  }))
  expect((await postInTime('/api/timetables/preview', { ...body, breaks })).status).toBe(200)
  const laid = await postInTime('/api/timetables', { ...body, breaks })
  expect(laid.body.entries).toHaveLength(286)
  await undoInTime(laid.body.operationId)
  const more = await postInTime('/api/timetables', { ...body, breaks: [...breaks.slice(1), { ...breaks[1], day: 2 }] })
  expect([more.status, more.body.message]).toEqual([422, 'Each day can get up to 8 lessons without a class'])
})

test('a timetable is compared with thousands of lessons, none of which has the title of another', async () => {
  const body = await aWholeYear()
  for (let number = 10; number < 40; number++) await post('/api/classes', { name: `Period ${number} of the lower school` })
  for (let month = 0; month < 4; month++) {
    const days = Array.from({ length: 31 }, (_, day) => ({
      date: addDays(YEAR, month * 31 + day),
      blocks: ids(Array.from({ length: 60 }, (_, n) => lesson('', `Group ${month} ${day} ${n} with the reading specialist`))),
    }))
    expect((await post('/api/calendar/days', { days })).status).toBe(200)
  }
  expect((await postInTime('/api/timetables/preview', body)).status).toBe(200)
  expect((await postInTime('/api/timetables', body)).status).toBe(201)
})

test('a day off moves a year of full lessons, and its undo moves them back', async () => {
  const body = await aWholeYear({ lastDay: addDays(YEAR, 251) })
  const patterns = Array.from({ length: 20 }, (_, day) =>
    body.rows.slice(0, 8).map((times, n) => ({ ...lesson(wordList(90, 160 * day + n), `Period ${n}`), ...times })),
  )
  const days = everyDay(251, 20)
    .map(({ pattern }, number) => ({ date: addDays(YEAR, number), pattern }))
    .filter(({ date }) => isSchoolDay(date))
  expect((await post('/api/calendar/repeat', { patterns, days })).status).toBe(200)
  await makeFindable()
  expect((await postInTime('/api/timetables', body)).status).toBe(201)
  const closed = await postInTime('/api/calendar/bulk', { from: '2027-01-08', to: '2027-01-08', isBlocked: true })
  expect(closed.body.entries.length).toBeGreaterThan(170)
  await makeFindable()
  await undoInTime(closed.body.operationId)
})

test('a year of Wednesdays with 24 full lessons each is shortened, and its undo restores them', async () => {
  const time = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const pattern = Array.from({ length: 24 }, (_, n) => ({
    ...lesson(wordList(90, 90 * n), `Period ${n}`),
    ...{ startTime: time(480 + 20 * n), endTime: time(500 + 20 * n) },
  }))
  const days = Array.from({ length: 57 }, (_, week) => ({ date: addDays('2026-09-02', 7 * week), pattern: 0 }))
  expect((await post('/api/calendar/repeat', { patterns: [pattern], days })).status).toBe(200)
  await makeFindable()
  const body = { date: '2026-09-02', until: addDays('2026-09-02', 399), rule: { startTime: '10:00', endTime: '14:00', share: 'evenly' } }
  expect((await postInTime('/api/calendar/short-days/preview', body)).body.days).toHaveLength(57)
  const short = await postInTime('/api/calendar/short-days', body)
  expect(short.body.entries).toHaveLength(57)
  expect(short.body.entries[56].blocks[23]).toMatchObject({ usual: { startTime: '15:40' } })
  await makeFindable()
  await undoInTime(short.body.operationId)
})

test('all plans of a year move, and eleven classes make room for a closed year', async () => {
  const body = await aWholeYear({ lastDay: addDays(YEAR, 364) })
  const classes = [{ id: randomUUID(), name: 'Period 10' }]
  expect((await post('/api/timetables', { ...body, classes })).status).toBe(201)
  const days = (await call('GET', `/api/calendar?from=${YEAR}&to=${body.lastDay}`, { token: ann.token })).body as CalendarDay[]
  const planned = days.map(({ date, blocks }) => ({
    date,
    blocks: blocks.map((block, place) => ({ ...block, description: place < 4 ? wordList(40, 4 * place) : '' })),
  }))
  for (let first = 0; first < planned.length; first += 31)
    expect((await post('/api/calendar/days', { days: planned.slice(first, first + 31) })).status).toBe(200)
  await makeFindable()
  const [day] = planned
  const move = { kind: 'bumpAll', date: day?.date, blockId: day?.blocks[0]?.id }
  expect((await postInTime('/api/calendar/moves/preview', move)).status).toBe(200)
  const moved = await postInTime('/api/calendar/moves', move)
  expect(moved.status).toBe(200)
  await undoInTime(moved.body.operationId)
  const all = (await call('GET', '/api/classes', { token: ann.token })).body as { id: string }[]
  expect(all).toHaveLength(11)
  const choices = all.map(({ id }) => ({ classId: id, choice: 'move' }))
  // The last week stays open, so most plans have no lesson left.
  const closure = { from: YEAR, to: addDays(YEAR, 357), blockedText: 'Closed', choices }
  expect((await postInTime('/api/calendar/closures/preview', closure)).status).toBe(200)
  const closed = await postInTime('/api/calendar/closures', closure)
  expect([200, 422]).toContain(closed.status)
  if (closed.status === 200) await undoInTime(closed.body.operationId)
  const month = await postInTime('/api/calendar/closures', { ...closure, to: addDays(YEAR, 30) })
  expect(month.status).toBe(200)
  const opening = { from: YEAR, to: addDays(YEAR, 30), plans: 'bringBack' }
  expect((await postInTime('/api/calendar/openings/preview', opening)).status).toBe(200)
  expect((await postInTime('/api/calendar/openings', opening)).status).toBe(200)
})

test('a school closes a day of the longest year, and its teacher is asked and answers', async () => {
  const { id: schoolId, administrator } = await aSchoolWith(db)
  await joinSchool(db, ann.userId, { schoolId, at: clock(), isAdministrator: false })
  expect((await post('/api/timetables', await aWholeYear())).status).toBe(201)
  const closed = { date: '2027-01-08', schoolId, isBlocked: true, blockedText: 'Snow day' }
  expect((await call('POST', '/api/calendar', { token: administrator.token, body: closed })).status).toBe(201)
  const { body } = await inTime(() => call('GET', '/api/timetables/school-change', { token: ann.token }))
  expect(body.change.moved).toBeGreaterThan(2500)
  const { timetableId, key } = body.change
  const answered = await postInTime(`/api/timetables/${timetableId}/school-change`, { key, answer: 'update' })
  expect(answered.status).toBe(200)
  await undoInTime(answered.body.operationId)
})

test('days filled to the limit of one call are saved', async () => {
  const days = Array.from({ length: 31 }, (_, number) => ({
    date: addDays('2026-01-01', number),
    blocks: ids(lessons(2, (n) => wordList(5000, (number * 2 + n) * 5000))),
  }))
  const done = await postInTime('/api/calendar/days', { days })
  expect(done.status).toBe(200)
  await makeFindable()
  await undoInTime(done.body.operationId)
})

test('a search finds nine lessons of the maximum length on one day', async () => {
  const rare = 'zebra yacht xenon wagon vixen umbra tiger snake raven quail piano olive nylon mango lemon koala joker igloo'
  const text = `<p>${'a '.repeat(99_000)}${rare}</p>`
  for (let number = 0; number < 2; number++)
    expect((await post('/api/calendar', { date: addDays('2026-01-01', number), blocks: ids(lessons(9, () => text)) })).status).toBe(201)
  await makeFindable()
  const found = await inTime(() => call('GET', `/api/calendar/search?${new URLSearchParams({ q: rare })}`, { token: ann.token }))
  expect(found.body.days[0].finds).toHaveLength(9)
})

test.each([
  ['styled paragraphs', '<p style="text-align:center">a</p>'],
  ['tags that close in the wrong order', '<b><i>a</b></i>'],
  ['one list', '<li>a</li>'],
])('a lesson of 190,000 letters of %s is saved', async (_, piece) => {
  const description = piece.repeat(Math.floor(190_000 / piece.length))
  const blocks = ids([lesson(piece.startsWith('<li>') ? `<ul>${description}</ul>` : description)])
  const saved = await postInTime('/api/calendar', { date: '2026-01-01', blocks })
  expect(saved.status).toBe(201)
})

test.each([
  ['1,500 empty rows of 120 columns', 120, '|\n', 1500],
  ['rows without end', 20, '|\n', 19_000],
  ['columns without end', 9_000, '|a\n', 4],
])('an AI answer with a table of %s is passed on', async (_, columns, row, rows) => {
  const text = `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${row.repeat(rows)}`
  const ai = {
    host: 'ai.example',
    async *write() {
      yield { kind: 'text' as const, text }
      yield { kind: 'used' as const, tokens: 9 }
    },
  }
  const withAi = await buildApp({ db, keys, clock, logger: false, config, services: { ai } })
  // Fastify compiles all routes before its first call. That is the cost of starting a server, not of this call.
  await withAi.ready()
  const { token } = await aWriter(db)
  const headers = { authorization: `Bearer ${token}` }
  const payload = { prompt: 'A table, please' }
  const answer = await inTime(async () => withAi.inject({ method: 'POST', url: '/api/ai/generate', headers, payload }))
  expect(answer.statusCode).toBe(200)
  expect(answer.json().content.length).toBeLessThan(200_000)
  await withAi.close()
})

test('a year is blocked out and gets notes of the maximum length', async () => {
  const text = wordList(390).slice(3, 1990)
  const year = { from: '2026-01-01', to: '2027-01-01', isBlocked: true, hasNote: true }
  const done = await postInTime('/api/calendar/bulk', { ...year, blockedText: text, noteText: text })
  expect(done.status).toBe(200)
  await makeFindable()
  await undoInTime(done.body.operationId)
  const letters = 'éàü'.repeat(660)
  expect((await postInTime('/api/calendar/bulk', { ...year, blockedText: letters, noteText: letters })).status).toBe(200)
})
