// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { aMember, aSchoolWith, entriesOf } from '#server/features/schools/samples.ts'
import { aTimetable } from '#server/features/timetables/samples.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import { app, call, clock, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})

type Event = { on: string; from?: string; to?: string; title: string; text?: string }
/** Returns a calendar file. An event without a start lasts all day. */
const calendarFile = (...events: Event[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap(({ on, from, to, title, text }) => [
      'BEGIN:VEVENT',
      from ? `DTSTART:${on.replaceAll('-', '')}T${from.replace(':', '')}00` : `DTSTART;VALUE=DATE:${on.replaceAll('-', '')}`,
      ...(to ? [`DTEND:${on.replaceAll('-', '')}T${to.replace(':', '')}00`] : []),
      `SUMMARY:${title}`,
      ...(text ? [`DESCRIPTION:${text}`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')

const post = (path: string, content: string, more: object = {}, token = ann.token) =>
  call('POST', path, { token, body: { kind: 'ics', content, ...more } })
const preview = (content: string, options: object = {}, token = ann.token) => post('/api/imports/preview', content, { options }, token)
const bringIn = (content: string, options: object = {}, more: object = {}) => post('/api/imports', content, { options, ...more })
const dayOn = async (date: string) => (await call('GET', `/api/calendar?date=${date}`, { token: ann.token })).body[0]
const lessonsOn = async (date: string) =>
  ((await dayOn(date))?.blocks ?? []).map(({ title, startTime, endTime }: ImportEntry) => `${startTime}-${endTime} ${title}`)
const outcomes = ({ body }: { body: { entries: ImportEntry[] } }) => body.entries.map(({ title, outcome }) => `${title}: ${outcome}`)

const FILE = calendarFile(
  { on: '2026-11-20', from: '09:00', to: '09:45', title: 'Chess', text: 'Openings' },
  { on: '2026-11-20', from: '10:00', to: '10:45', title: 'Art' },
  { on: '2026-11-26', title: 'Thanksgiving Break' },
  { on: '2026-11-30', title: 'Picture day' },
)

test('a preview shows what comes in by day and changes nothing', async () => {
  const { status, body } = await preview(FILE)
  expect(status).toBe(200)
  expect(body).toMatchObject({ problems: [], problemCount: 0, lines: 4, columns: [] })
  expect(body.entries.map(({ kind, date, title, startTime, words }: ImportEntry) => ({ kind, date, title, startTime, words }))).toEqual([
    { kind: 'lesson', date: '2026-11-20', title: 'Chess', startTime: '09:00', words: 'Openings' },
    { kind: 'lesson', date: '2026-11-20', title: 'Art', startTime: '10:00', words: '' },
    { kind: 'dayOff', date: '2026-11-26', title: 'Thanksgiving Break', startTime: null, words: '' },
    { kind: 'note', date: '2026-11-30', title: 'Picture day', startTime: null, words: '' },
  ])
  expect(await dayOn('2026-11-20')).toBeUndefined()
})

test('a teacher brings a calendar in, and one undo takes all of it back', async () => {
  const { status, body } = await bringIn(FILE)
  expect(status).toBe(200)
  expect(body.dates).toEqual(['2026-11-20', '2026-11-26', '2026-11-30'])
  expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess', '10:00-10:45 Art'])
  expect((await dayOn('2026-11-20')).blocks[0].description).toBe('<p>Openings</p>')
  expect(await dayOn('2026-11-26')).toMatchObject({ isBlocked: true, blockedText: 'Thanksgiving Break' })
  expect(await dayOn('2026-11-30')).toMatchObject({ hasNote: true, noteText: 'Picture day' })
  expect((await call('POST', `/api/calendar/operations/${body.operationId}/undo`, { token: ann.token })).status).toBe(200)
  for (const date of body.dates) expect(await dayOn(date)).toBeUndefined()
})

test('a file that comes in twice adds nothing the second time', async () => {
  await bringIn(FILE)
  const again = await bringIn(FILE)
  expect(outcomes(again)).toEqual(['Chess: same', 'Art: same', 'Thanksgiving Break: same', 'Picture day: same'])
  expect(again.body.dates).toEqual([])
  expect(await lessonsOn('2026-11-20')).toHaveLength(2)
})

test('a lesson that is in a file twice comes in once', async () => {
  const event = { on: '2026-11-20', from: '09:00', to: '09:45', title: 'Chess', text: 'Openings' }
  const dayOff = { on: '2026-11-26', title: 'Thanksgiving Break' }
  const file = calendarFile(event, event, dayOff, dayOff)
  expect((await bringIn(file)).body.entries).toMatchObject([
    { title: 'Chess', outcome: 'add' },
    { title: 'Chess', outcome: 'same', there: null },
    { title: 'Thanksgiving Break', outcome: 'add' },
    { title: 'Thanksgiving Break', outcome: 'same', there: null },
  ])
  expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess'])
  expect(new Set((await preview(file)).body.entries.map(({ there }: ImportEntry) => there))).toEqual(new Set(['Chess', dayOff.title]))
})

test('a calendar without events has a problem as a whole', async () => {
  expect((await preview(calendarFile())).body).toMatchObject({
    entries: [],
    problems: [{ line: 0, message: 'This calendar has no events.' }],
  })
})

test('a repeated call returns the same result and changes nothing', async () => {
  const operationId = randomUUID()
  const first = await bringIn(FILE, {}, { operationId })
  const again = await bringIn(FILE, {}, { operationId })
  expect(again.body).toEqual(first.body)
  expect(await lessonsOn('2026-11-20')).toHaveLength(2)
})

test.each([
  ['bullets', '<p>Bring:</p><ul><li><p>pencils</p></li><li><p>paper</p></li></ul>', 'Bring:\\n• pencils\\n• paper'],
  ['dashes', '<ul><li><p>pencils</p></li><li><p>paper</p></li></ul>', '- pencils\\n- paper'],
  ['numbers', '<ol><li><p>fold</p></li><li><p>cut</p></li></ol>', '1. fold\\n2. cut'],
  ['line breaks', '<p>Fold<br>and cut</p>', 'Fold\\nand cut'],
])('a lesson isn’t doubled if the file has its %s in another way', async (_, description, text) => {
  const blocks = [aBlock({ title: 'Art', startTime: '09:00', endTime: '09:45', description })]
  await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks, now: clock() })
  const file = (text: string) => calendarFile({ on: '2026-11-20', from: '09:00', to: '09:45', title: 'Art', text })
  expect(outcomes(await preview(file(text)))).toEqual(['Art: same'])
  expect(outcomes(await preview(file(`${text} twice`)))).toEqual(['Art: add'])
})

test('an operation id isn’t accepted for another file, or for other choices', async () => {
  const operationId = randomUUID()
  await bringIn(FILE, {}, { operationId })
  const taken = { status: 409, body: { code: 'taken' } }
  expect(await bringIn(FILE.replace('Chess', 'Go'), {}, { operationId })).toMatchObject(taken)
  expect(await bringIn(FILE, { existing: 'replace' }, { operationId })).toMatchObject(taken)
  expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess', '10:00-10:45 Art'])
})

test('two tabs that bring in one file at once don’t double it', async () => {
  await Promise.all([bringIn(FILE), bringIn(FILE)])
  expect(await lessonsOn('2026-11-20')).toHaveLength(2)
})

describe('a lesson that is there already', () => {
  const changed = calendarFile({ on: '2026-11-20', from: '09:10', to: '09:50', title: 'CHESS', text: 'Endings' })
  beforeEach(async () => {
    const blocks = [
      aBlock({ id: 'mine', title: 'Chess', startTime: '09:00', endTime: '09:45', hasAlert: true, alertMessage: 'Clocks', isLocked: true }),
    ]
    await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks, now: clock() })
  })

  test('stays beside the new one unless the teacher says otherwise', async () => {
    const reply = await bringIn(changed)
    expect(reply.body.entries).toMatchObject([{ outcome: 'add', there: 'Chess' }])
    expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess', '09:10-09:50 CHESS'])
  })

  test('is replaced in its place, with its lock and without its alert', async () => {
    expect(outcomes(await bringIn(changed, { existing: 'replace' }))).toEqual(['CHESS: replace'])
    expect((await dayOn('2026-11-20')).blocks).toMatchObject([
      { id: 'mine', title: 'CHESS', startTime: '09:10', endTime: '09:50', description: '<p>Endings</p>', hasAlert: false, isLocked: true },
    ])
  })

  test('keeps its plan and its alert if the new one has no text', async () => {
    const moved = calendarFile({ on: '2026-11-20', from: '09:10', to: '09:50', title: 'Chess' })
    const { description } = (await dayOn('2026-11-20')).blocks[0]
    expect(description).not.toBe('')
    await bringIn(moved, { existing: 'replace' })
    expect((await dayOn('2026-11-20')).blocks).toMatchObject([
      { id: 'mine', startTime: '09:10', endTime: '09:50', description, hasAlert: true, alertMessage: 'Clocks', isLocked: true },
    ])
  })

  test('is kept, and the new one stays out', async () => {
    expect(outcomes(await bringIn(changed, { existing: 'keep' }))).toEqual(['CHESS: keep'])
    expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess'])
  })
})

test('a timetable’s free lessons are filled, so that they aren’t doubled', async () => {
  const { id: classId } = await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })
  const blocks = [aBlock({ id: 'free', title: 'Math', startTime: '09:00', endTime: '09:50', description: '', classId })]
  await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks, now: clock() })
  const reply = await bringIn(calendarFile({ on: '2026-11-20', from: '09:00', title: 'math', text: 'Fractions' }), { existing: 'keep' })
  expect(reply.body.entries).toMatchObject([{ outcome: 'fill', classId, endTime: '09:50' }])
  expect((await dayOn('2026-11-20')).blocks).toMatchObject([{ id: 'free', classId, endTime: '09:50', description: '<p>Fractions</p>' }])
})

test('lessons get the class that their title names', async () => {
  const { id: classId } = await aClass(db, { owner: ann.userId, name: 'P.E.', now: clock() })
  await bringIn(calendarFile({ on: '2026-11-20', from: '09:00', to: '09:45', title: 'PE' }))
  expect((await dayOn('2026-11-20')).blocks).toMatchObject([{ title: 'PE', classId }])
})

test('a lesson without an end lasts until the next one, or as long as the teacher’s lessons do', async () => {
  await bringIn(calendarFile({ on: '2026-11-20', from: '09:00', title: 'Chess' }, { on: '2026-11-20', from: '10:30', title: 'Art' }))
  expect(await lessonsOn('2026-11-20')).toEqual(['09:00-10:30 Chess', '10:30-11:15 Art'])
})

test('days off and notes that are there stay, and a new note is appended', async () => {
  await aDay(db, {
    owner: ann.userId,
    date: '2026-11-26',
    isBlocked: true,
    blockedText: 'Turkey',
    hasNote: true,
    noteText: 'Call Dan',
    now: clock(),
  })
  const reply = await bringIn(calendarFile({ on: '2026-11-26', title: 'Thanksgiving' }, { on: '2026-11-26', title: 'Parade' }))
  expect(outcomes(reply)).toEqual(['Thanksgiving: same', 'Parade: add'])
  expect(await dayOn('2026-11-26')).toMatchObject({ blockedText: 'Turkey', noteText: 'Call Dan\nParade' })
})

test('a day that the school closed already isn’t closed twice', async () => {
  const school = await aSchoolWith(db, { now: clock() })
  const bob = await aMember(db, school, { now: clock() })
  await entriesOf(db, school, { '2026-11-26': { isBlocked: true, blockedText: 'Thanksgiving' } }, clock())
  const reply = await preview(calendarFile({ on: '2026-11-26', title: 'No School' }), {}, bob.token)
  expect(reply.body.entries).toMatchObject([{ outcome: 'same', there: 'Thanksgiving' }])
})

test('a day off renumbers the cycle of a timetable, and undo numbers it as before', async () => {
  await aTimetable(db, { owner: ann.userId, now: clock() })
  const numbers = async () => (await call('GET', '/api/timetables', { token: ann.token })).body[0].numbers
  const before = await numbers()
  const { body } = await bringIn(calendarFile({ on: '2026-11-26', title: 'Thanksgiving' }))
  expect(await numbers()).not.toEqual(before)
  await call('POST', `/api/calendar/operations/${body.operationId}/undo`, { token: ann.token })
  expect(await numbers()).toEqual(before)
})

test('broken events are named by their line and stop nothing', async () => {
  const file = FILE.replace('DTSTART:20261120T100000', 'DTSTART:tomorrow')
  const { body } = await bringIn(file)
  expect(body.problems).toEqual([{ line: 8, message: 'We can’t read when the event starts.' }])
  expect(await lessonsOn('2026-11-20')).toEqual(['09:00-09:45 Chess'])
})

test('only the chosen range comes in', async () => {
  expect(outcomes(await preview(FILE, { from: '2026-11-25', to: '2026-11-27' }))).toEqual(['Thanksgiving Break: add'])
})

test('a day holds up to 60 lessons, and the rest are named', async () => {
  const blocks = Array.from({ length: 59 }, (_, n) => aBlock({ id: `b${n}`, title: `Lesson ${n}` }))
  await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks, now: clock() })
  const { body } = await bringIn(FILE)
  expect(body.problems).toEqual([{ line: 8, message: 'That day has 60 lessons, and can’t hold more.' }])
  expect((await dayOn('2026-11-20')).blocks).toHaveLength(60)
})

test('lessons, days off and notes that a teacher exported come back as they are', async () => {
  const blocks = [
    aBlock({ title: 'Math; 5, \\ 6', description: '<p>Pages <strong>5</strong> &amp; 6</p><ul><li><p>pencils</p></li></ul>' }),
  ]
  await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks, now: clock() })
  await aDay(db, { owner: ann.userId, date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving', now: clock() })
  const url = '/api/exports?format=ics&from=2026-11-16&to=2026-11-30'
  const exported = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${ann.token}` } })
  expect(exported.statusCode, exported.body).toBe(200)
  expect(outcomes(await preview(exported.body))).toEqual(['Math; 5, \\ 6: same', 'Thanksgiving: same'])
})

test.each([
  [
    'something that isn’t a calendar',
    'Dear parents,',
    'This isn’t a calendar file. Export your calendar as an .ics file, or choose what kind of file this is.',
  ],
  [
    'more than 5,000 lessons',
    calendarFile(
      ...Array.from({ length: 5001 }, (_, n) => ({
        on: `20${String(30 + (n % 60)).padStart(2, '0')}-0${1 + (n % 9)}-${10 + (n % 19)}`,
        title: `Note ${n}`,
      })),
    ),
    'There are more than 5,000 lessons, days off and notes here. Choose a range of dates, or bring it in in parts.',
  ],
])('%s is refused with what to do about it', async (_, content, message) => {
  expect(await preview(content)).toMatchObject({ status: 422, body: { code: 'refused_by_rule', message } })
  expect(await bringIn(content)).toMatchObject({ status: 422, body: { message } })
})

test('a note comes in although its words are within another note', async () => {
  await bringIn(calendarFile({ on: '2026-11-20', title: 'Start of Arts week' }))
  expect(outcomes(await bringIn(calendarFile({ on: '2026-11-20', title: 'Art' })))).toEqual(['Art: add'])
  expect((await dayOn('2026-11-20')).noteText).toBe('Start of Arts week\nArt')
})

test('a text over 5 MB and a range that ends before it starts are refused', async () => {
  expect((await preview('x'.repeat(5 * 1024 * 1024 + 1))).body).toMatchObject({ message: 'A file can be up to 5 MB' })
  expect((await preview(FILE, { from: '2026-12-01', to: '2026-11-01' })).status).toBe(422)
})
