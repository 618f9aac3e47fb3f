import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readArchive } from './archive.ts'
import { Unreadable } from './findings.ts'
import type { ReadTask } from './items.ts'

const CLASS = '0b6f6a4e-3c0e-4d8e-9a53-0d6e5f1f7a11'
const aBlock = (more: object = {}) => ({
  ...{ id: 'b1', title: 'Math', description: '<p>Fold <strong>it</strong></p>', startTime: '08:00', endTime: '08:45' },
  ...{ hasAlert: true, alertMessage: 'Blue tray', order: 0, classId: CLASS, taught: 'done', isLocked: true },
  ...more,
})
const aDay = (more: object = {}) => ({
  ...{ id: 'x', userId: 'y', date: '2026-11-18', isBlocked: false, blockedText: null, hasNote: false, noteText: null },
  ...{ blocks: [aBlock()], version: 3, operationId: 'z' },
  ...more,
})
/** The lines of a list, as an archive has them. */
const listOf = (items: readonly unknown[]) => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`
const packed = (files: Record<string, string>): string =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`firstbell-2026-11-18/${name}`, strToU8(text)]))),
  ).toString('base64')
const task = (content: string, more: Partial<ReadTask> = {}): ReadTask => ({
  ...{ kind: 'firstbell', content, allDay: 'guess', timezone: 'UTC', today: '2026-11-18', year: { from: '2026-08-01', to: '2027-06-30' } },
  ...more,
})
const read = (files: Record<string, string>, more: Partial<ReadTask> = {}) => readArchive(task(packed(files), more))
const days = (...all: object[]) => read({ 'calendar.json': listOf(all) })

test('a day comes back with every field of its lessons, in the same order', async () => {
  const block = aBlock({ usual: { startTime: '08:00', endTime: '09:00', shortDay: '2-hour delay', isLeftOut: true } })
  const { planner, items } = await days(aDay({ blocks: [block], hasNote: true, noteText: 'Picture day' }))
  expect(JSON.stringify(planner?.days)).toBe(
    JSON.stringify([
      {
        date: '2026-11-18',
        isBlocked: false,
        blockedText: null,
        hasNote: true,
        noteText: 'Picture day',
        blocks: [{ ...block, description: '' }],
      },
    ]),
  )
  expect(items.map(({ kind, title, description }) => [kind, title, description])).toEqual([
    ['note', 'Picture day', ''],
    ['lesson', 'Math', '<p>Fold <strong>it</strong></p>'],
  ])
})

test('a school’s day off isn’t the teacher’s own', async () => {
  const school = { schoolId: CLASS, schoolNote: null }
  const blocked = { isBlocked: true, blockedText: 'Snow day', blocks: [] }
  const { planner } = await days(
    aDay({ ...school, ...blocked, userBlocked: false, userBlockedText: null }),
    aDay({ date: '2026-11-19', ...school, ...blocked, userBlocked: true, userBlockedText: 'Sick' }),
    aDay({
      date: '2026-11-20',
      ...school,
      ...blocked,
      schoolNote: 'Gym closed',
      blockedText: 'Mine',
      userBlocked: true,
      userBlockedText: null,
    }),
  )
  expect(planner?.days.map(({ date, blockedText }) => [date, blockedText])).toEqual([
    ['2026-11-19', 'Sick'],
    ['2026-11-20', 'Mine'],
  ])
})

test('only the days of a range come in', async () => {
  const files = { 'calendar.json': listOf([aDay(), aDay({ date: '2026-11-19' }), aDay({ date: '2026-11-20' })]) }
  const { planner, items } = await read(files, { from: '2026-11-19', to: '2026-11-19' })
  expect([planner?.days.map(({ date }) => date), items.map(({ date }) => date)]).toEqual([['2026-11-19'], ['2026-11-19']])
})

test('a broken day or lesson is named by its line, and stops nothing', async () => {
  const { planner, problems } = await days(
    aDay({ date: 'soon' }),
    aDay({
      blocks: [aBlock(), aBlock(), aBlock({ id: 'b2', startTime: '25:00' }), null, aBlock({ id: 'b3', description: '<script>x</script>' })],
    }),
    aDay(),
  )
  expect(problems).toEqual([
    { line: 2, message: 'We can’t read this day.' },
    { line: 3, message: 'We can’t read one of this day’s lessons.' },
    { line: 4, message: 'We can’t read this day.' },
  ])
  expect(planner?.days.map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([['b1', 'b3']])
})

test('records and templates are checked, and their texts sanitized', async () => {
  const timetable = {
    ...{ firstDay: '2026-08-24', lastDay: '2027-06-18', rhythm: { kind: 'weekly' }, numbers: {}, setByHand: {}, followsSchool: false },
    versions: [
      { from: '2026-08-24', rows: [{ startTime: '08:00', endTime: '08:45' }], cells: [{ day: 1, row: 0, classId: CLASS }], fixed: [] },
    ],
  }
  const record = (kind: string, content: unknown) => ({ kind, id: randomUUID(), content })
  const unplaced = record('unplaced', { block: aBlock({ description: '<p onclick="x()">Hi</p>' }), date: '2026-11-18', reason: 'Full' })
  const { planner, problems } = await read({
    'calendar.json': listOf([]),
    'records.json': listOf([
      record('timetable', timetable),
      record('timetable', { ...timetable, versions: null }),
      record('timetable', { ...timetable, versions: [{ ...timetable.versions[0], cells: [null] }] }),
      record('timetable', { ...timetable, lastDay: '2029-01-01' }),
      record('class', { name: 'Math', color: 11, room: '', staysOnItsDay: false, order: 0 }),
      record('schoolYear', {}),
      unplaced,
    ]),
    'templates.json': JSON.stringify({
      timeBlock: [{ name: 'Bell', content: { ...aBlock({ description: '<p onclick="x()">Hi</p>' }) } }],
      daily: [
        { name: 'Day', content: { blocks: [aBlock()] }, checkedAt: '2026-11-18T14:00:00.000Z' },
        { name: 'No', content: 5 },
      ],
      weekly: 'none',
    }),
  })
  expect(planner?.records.map(({ kind }) => kind)).toEqual(['timetable', 'unplaced'])
  expect(JSON.stringify(planner)).not.toContain('onclick')
  expect(planner?.templates.map(({ kind, checkedAt }) => [kind, checkedAt])).toEqual([
    ['time_block', null],
    ['daily', '2026-11-18T14:00:00.000Z'],
  ])
  expect(problems).toHaveLength(2)
})

test.each(['toString', 'constructor', '__proto__'])('a key with the name %s is left out like any other', async (name) => {
  const day = JSON.stringify(aDay({ blocks: [aBlock({ KEY: 1 })], KEY: { a: 1 } })).replaceAll('KEY', name)
  const { planner } = await read({ 'calendar.json': `[\n${day}\n]\n` })
  expect(structuredClone(planner)?.days).toMatchObject([{ date: '2026-11-18', blocks: [{ id: 'b1' }] }])
  expect(JSON.stringify(planner)).not.toContain(name)
})

test('a time at which no plan was checked, and an id that comes twice, spoil nothing else', async () => {
  const plan = (checkedAt: string) => ({ name: 'Day', content: { blocks: [aBlock()] }, checkedAt })
  const math = { name: 'Math', color: 1, room: '', staysOnItsDay: false, order: 0 }
  const times = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-19T00:00:00Z', 'soon', '2026-11-18T23:00:00Z']
  const { planner, problems } = await read({
    'calendar.json': listOf([aDay()]),
    'records.json': listOf(['Math', 'Art'].map((name) => ({ kind: 'class', id: CLASS, content: { ...math, name } }))),
    'templates.json': JSON.stringify({ daily: times.map(plan) }),
  })
  expect(planner?.templates.map(({ checkedAt }) => checkedAt)).toEqual([null, null, null, null, '2026-11-18T23:00:00Z'])
  expect(planner?.records).toMatchObject([{ content: { name: 'Math' } }])
  expect(problems).toHaveLength(1)
})

test('a timetable comes in only if its parts fit each other', async () => {
  const row = { startTime: '08:00', endTime: '08:45' }
  const version = { from: '2026-08-24', rows: [row], cells: [], fixed: [] }
  const cycle = { kind: 'cycle', days: 4, onDayOff: 'wait' }
  const fitting = {
    ...{ firstDay: '2026-08-24', lastDay: '2027-06-18', rhythm: cycle, versions: [version], setByHand: {}, followsSchool: false },
    numbers: { '2026-08-21': 1, '2026-08-24': 4 },
  }
  const cell = { day: 1, row: 0, classId: CLASS }
  const misfits = [
    { versions: [version, version] },
    { versions: [{ ...version, from: '2030-08-24' }] },
    { versions: [{ ...version, cells: [cell, cell] }] },
    { numbers: { '2026-08-24': 5 } },
    { setByHand: { '2026-08-24': 5 } },
  ]
  const records = [fitting, ...misfits.map((misfit) => ({ ...fitting, ...misfit }))]
  const { planner } = await read({
    'calendar.json': '[]\n',
    'records.json': listOf(records.map((content) => ({ kind: 'timetable', id: randomUUID(), content }))),
  })
  expect(planner?.records.map(({ content }) => content)).toMatchObject([{ numbers: { '2026-08-24': 4 } }])
  expect(JSON.stringify(planner?.records)).not.toContain('2026-08-21')
})

test('an older archive’s classes and timetables come in as well', async () => {
  const math = { id: CLASS, name: 'Math', color: 1, room: '', staysOnItsDay: false, order: 0 }
  const { planner } = await read({ 'calendar.json': '[]\n', 'classes.json': JSON.stringify({ classes: [math], timetables: [] }) })
  expect(planner?.records).toEqual([
    { kind: 'class', id: CLASS, content: { name: 'Math', color: 1, room: '', staysOnItsDay: false, order: 0 } },
  ])
})

test('a list that was written in another way is read too', async () => {
  expect((await read({ 'calendar.json': JSON.stringify([aDay()], null, 2) })).planner?.days).toHaveLength(1)
})

describe('a file is refused', () => {
  test.each([
    ['that isn’t an archive', 'aGVsbG8=', 'isn’t the export'],
    ['that has no planner', packed({ 'readme.txt': 'Hi' }), 'isn’t the export'],
    ['that is cut off', packed({ 'calendar.json': listOf([aDay()]) }).slice(0, 120), 'damaged'],
    ['that unpacks to too much', packed({ 'calendar.json': ' '.repeat(61_000_000) }), 'too large'],
  ])('%s', async (_, content, message) => {
    const refused = readArchive(task(content))
    await expect(refused).rejects.toThrow(Unreadable)
    await expect(refused).rejects.toThrow(message)
  })

  test('with more lessons than can come in at once', async () => {
    const blocks = Array.from({ length: 50 }, (_, at) => aBlock({ id: `b${at}` }))
    const all = Array.from({ length: 101 }, (_, at) =>
      aDay({ date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10), blocks }),
    )
    await expect(days(...all)).rejects.toThrow('Choose a range')
  })
})
