import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import {
  effectInWords,
  filledInWords,
  fillInWords,
  leaveInWords,
  lostInWords,
  lostTextWarning,
  lostWithText,
  pastDates,
  planOf,
  replacementsOn,
  reportOf,
} from './apply-plan.ts'

const block = { title: 'Math', description: '' } as TimeBlock
const blocks = (count: number) => Array.from({ length: count }, () => block)
const day = (date: string, count: number, isBlocked = false) => ({ date, isBlocked, blocks: blocks(count) }) as CalendarDay
const week: Record<string, CalendarDay> = {
  '2026-11-16': day('2026-11-16', 6),
  '2026-11-18': day('2026-11-18', 1, true),
  '2026-11-19': day('2026-11-19', 1),
}
const entryOn = (date: string) => week[date] ?? null
const template = [
  { date: '2026-11-16', blocks: blocks(2) },
  { date: '2026-11-17', blocks: blocks(2) },
  { date: '2026-11-18', blocks: blocks(2) },
  { date: '2026-11-19', blocks: [] },
]
const outcomes = (mode: 'replace' | 'add', blockedDays: 'skip' | 'fill') =>
  planOf(template, entryOn, { mode, blockedDays }).map(({ outcome }) => outcome)

test('each day is replaced, added to, or filled if empty, and left unchanged if the template has no lessons for it', () => {
  expect(outcomes('replace', 'skip')).toEqual(['replaced', 'filled', 'skipped', 'untouched'])
  expect(outcomes('add', 'skip')).toEqual(['added', 'filled', 'skipped', 'untouched'])
  expect(outcomes('replace', 'fill')).toEqual(['replaced', 'filled', 'replaced', 'untouched'])
})

test('the warning names the days that would lose lessons and how many, including hidden ones on blocked days', () => {
  expect(lostInWords(planOf(template, entryOn, { mode: 'replace', blockedDays: 'fill' }))).toBe(
    '7 lessons on Mon and Wed will be replaced.',
  )
  expect(lostInWords(planOf(template.slice(0, 1), entryOn, { mode: 'replace', blockedDays: 'fill' }))).toBe(
    '6 lessons on Mon, Nov 16 will be replaced.',
  )
  expect(lostInWords(planOf(template, entryOn, { mode: 'add', blockedDays: 'fill' }))).toBe('')
})

test('in the current week, the replaced days that are over are named, so that the teacher can leave them', () => {
  const plan = planOf(template, entryOn, { mode: 'replace', blockedDays: 'fill' })
  const past = ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'].map((today) => pastDates(plan, today))
  expect(past).toEqual([[], ['2026-11-16'], ['2026-11-16', '2026-11-18'], []])
  expect([past[1], past[2]].map((dates) => leaveInWords(dates ?? []))).toEqual([
    'Leave Mon, which is over',
    'Leave Mon and Wed, which are over',
  ])
})

test('a template says how many lessons it adds, and to how many empty days', () => {
  expect(filledInWords(planOf(template, entryOn, { mode: 'replace', blockedDays: 'skip' }))).toBe('Adds 2 lessons to an empty day.')
  const next = template.slice(0, 3).map((one) => ({ ...one, date: `2026-12-0${one.date.at(-1)}` }))
  expect(filledInWords(planOf(next, entryOn, { mode: 'replace', blockedDays: 'skip' }))).toBe('Adds 6 lessons to 3 empty days.')
  expect(filledInWords(planOf(template.slice(3), entryOn, { mode: 'replace', blockedDays: 'skip' }))).toBe('')
})

test('the warning says how many of those lessons lose text', () => {
  const written = { ...block, description: '<p>Fractions</p>' }
  const art = { ...block, title: 'Art', startTime: '09:00' }
  const planWith = (there: readonly TimeBlock[], mode: 'replace' | 'add' = 'replace') =>
    planOf(template.slice(0, 1), (date) => ({ ...day(date, 0), blocks: [...there] }), { mode, blockedDays: 'skip' })
  expect(lostWithText(planWith([written, art, written]))).toBe(2)
  expect(lostWithText(planWith([written], 'add'))).toBe(0)
  expect([0, 1, 510].map(lostTextWarning)).toEqual(['', '1 of them loses its text. ', '510 of them lose their text. '])
  const [monday] = planWith([{ ...block, startTime: '08:00' }, { ...written, startTime: '10:00' }, art])
  expect(monday && effectInWords(monday)).toBe('3 replaced, 1 loses text')
})

test('each replaced lesson is paired with the block of its title and time, or named as gone', () => {
  const at = (title: string, startTime: string) => ({ ...block, id: `${title} ${startTime}`, title, startTime })
  const pairsOf = (there: readonly TimeBlock[], blocks: readonly TimeBlock[], mode: 'replace' | 'add' = 'replace') => {
    const [plan] = planOf([{ date: '2026-11-16', blocks }], () => ({ ...day('', 0), blocks: [...there] }), { mode, blockedDays: 'skip' })
    const { pairs, gone } = replacementsOn(plan as NonNullable<typeof plan>)
    return { pairs: pairs.map(({ replaces }) => replaces?.id), gone: gone.map(({ id }) => id) }
  }
  const there = [at('Math', '08:00'), at('Math', '10:00'), at('Art', '12:00')]
  expect(pairsOf(there, [at('Math', '09:00'), at('Math', '10:00'), at('Music', '12:00')])).toEqual({
    pairs: ['Math 08:00', 'Math 10:00', undefined],
    gone: ['Art 12:00'],
  })
  // The second lesson of a title that the template has once is gone, too.
  expect(pairsOf(there, [at('Math', '10:00')])).toEqual({ pairs: ['Math 10:00'], gone: ['Math 08:00', 'Art 12:00'] })
  expect(pairsOf(there, [at('Math', '10:00')], 'add')).toEqual({ pairs: [undefined], gone: [] })
})

test('blocked days are named with their reasons', () => {
  const blocked = planOf(template, (date) => ({ ...day(date, 0, true), blockedText: 'Snow' }), { mode: 'replace', blockedDays: 'skip' })
  expect(fillInWords(blocked.slice(0, 1))).toBe('Also fill Mon (Snow), hidden until you unblock it')
  expect(fillInWords(blocked.slice(0, 2))).toBe('Also fill Mon (Snow) and Tue (Snow), hidden until you unblock them')
})

test('each day says in words what happens to it', () => {
  const words = planOf(template, entryOn, { mode: 'replace', blockedDays: 'skip' }).map(effectInWords)
  expect(words).toEqual(['6 replaced', '2 added', 'Day off, left out', 'Stays as it is'])
})

test('61 time blocks on a day are too many to add, not to replace', () => {
  const many = [{ date: '2026-11-16', blocks: blocks(55) }]
  expect(planOf(many, entryOn, { mode: 'add', blockedDays: 'skip' })[0]?.isTooMany).toBe(true)
  expect(planOf(many, entryOn, { mode: 'replace', blockedDays: 'skip' })[0]?.isTooMany).toBe(false)
})

test('the report lists what was done to each day, and names a single day in full', () => {
  expect(
    reportOf([
      { date: '2026-11-16', outcome: 'filled' },
      { date: '2026-11-17', outcome: 'filled' },
      { date: '2026-11-18', outcome: 'skipped' },
      { date: '2026-11-19', outcome: 'untouched' },
    ]),
  ).toBe('Mon, Tue filled. Wed skipped (day off).')
  expect(reportOf([{ date: '2026-11-18', outcome: 'added' }])).toBe('Wednesday, November 18, 2026')
})
