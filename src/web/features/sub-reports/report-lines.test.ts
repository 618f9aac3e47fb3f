import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTCOMES, type SubReport } from '#shared/sub-reports/contract.ts'
import { byOutcome, doneWords, lessonKey, linesOf, lineWords, receivedWords, reportsOn } from './report-lines.ts'

const report = (change: Partial<SubReport>): SubReport => ({
  ...{ id: 'first', linkId: null, dates: ['2026-11-18'], name: 'Carla', lessons: [], absent: [], incidents: '', note: '' },
  ...{ receivedAt: '2026-11-18T19:00:00Z', correctedAt: null, isRead: false, isKept: false, sharedAt: null, deletedOn: null },
  ...change,
})

const day = fc.constantFrom('2026-11-18', '2026-11-19')
const lesson = fc.record({
  date: day,
  blockId: fc.constantFrom('math', 'science', 'art'),
  title: fc.option(fc.constant('Math')),
  startTime: fc.option(fc.constantFrom('08:00', '09:00')),
  outcome: fc.constantFrom(...OUTCOMES),
  note: fc.constantFrom('', 'fire drill'),
})
const reports = fc.array(
  fc
    .record({
      id: fc.uuid(),
      hour: fc.integer({ min: 10, max: 20 }),
      lessons: fc.uniqueArray(lesson, { selector: ({ date, blockId }) => lessonKey(date, blockId) }),
    })
    .map(({ id, hour, lessons }) => report({ id, lessons, receivedAt: `2026-11-18T${hour}:00:00Z` })),
  { maxLength: 5 },
)

test('each lesson has the line of the latest report that names it, and no other lesson has one', () => {
  fc.assert(
    fc.property(reports, (all) => {
      const lines = linesOf(all)
      const named = all.flatMap(({ lessons }) => lessons.map(({ date, blockId }) => lessonKey(date, blockId)))
      expect(new Set(lines.keys())).toEqual(new Set(named))
      for (const [key, line] of lines) {
        const about = all.filter(({ lessons }) => lessons.some(({ date, blockId }) => lessonKey(date, blockId) === key))
        const latest = Math.max(...about.map(({ receivedAt }) => Date.parse(receivedAt)))
        const from = about.find(({ id }) => id === line.reportId)
        expect(Date.parse(from?.receivedAt ?? '')).toBe(latest)
      }
    }),
  )
})

test('no lesson of a report is lost or shown twice', () => {
  fc.assert(
    fc.property(fc.array(lesson), (lessons) => {
      const { not, partly, done } = byOutcome(lessons)
      expect(new Set([...not, ...partly, ...done])).toEqual(new Set(lessons))
      expect(not.length + partly.length + done.length).toBe(lessons.length)
    }),
  )
})

test('a day lists its reports in the order in which they came in', () => {
  const late = report({ id: 'late', receivedAt: '2026-11-18T21:00:00Z' })
  const other = report({ id: 'other', dates: ['2026-11-17', '2026-11-19'] })
  expect(reportsOn([late, other, report({})], '2026-11-18').map(({ id }) => id)).toEqual(['first', 'late'])
})

test.each([
  [{ outcome: 'done', note: '' }, 'Done'],
  [{ outcome: 'not', note: 'Fire drill\nat 12:20 ' }, 'Not done: Fire drill at 12:20'],
  [{ outcome: 'partly', note: 'exit slip is left' }, 'Partly: exit slip is left'],
] as const)('%o reads as %s', (line, words) => expect(lineWords(line)).toBe(words))

test.each([
  [4, 2, 'Four more lessons'],
  [1, 1, 'One more lesson'],
  [12, 1, '12 more lessons'],
  [6, 0, 'All six lessons'],
  [1, 0, 'One lesson'],
])('%i done and %i others read as %s', (done, others, words) => expect(doneWords(done, others)).toBe(words))

test('a report that came in on another day than its plan’s says the day too', () => {
  const words = (dates: string[], correctedAt: string | null = null) =>
    receivedWords({ dates, receivedAt: '2026-11-18T20:20:00Z', correctedAt }, { timezone: 'America/New_York', timeFormat: '12' })
  expect(words(['2026-11-18'])).toBe('came in 3:20 PM')
  expect(words(['2026-11-17'])).toBe('came in Wed, Nov 18, 3:20 PM')
  expect(words(['2026-11-17', '2026-11-18'])).toBe('came in Wed, Nov 18, 3:20 PM')
  expect(words(['2026-11-18'], '2026-11-19T13:00:00Z')).toBe('corrected Thu, Nov 19, 8:00 AM')
})
