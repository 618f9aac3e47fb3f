import { expect, test } from 'vitest'
import { NO_MARKS } from '#shared/calendar/rules.ts'
import { monthMarks } from '#web/features/calendar/model/month-marks.ts'
import { closureOn, comingUp, countsOf, dayWords, rangeWords, schoolYearOf, weeksOf, whenWords, yearStep } from './school-year.ts'

const YEAR = schoolYearOf('2026-11-18')
const day = (date: string, marks: { blockedText?: string; noteText?: string }) => ({
  ...NO_MARKS,
  ...marks,
  isBlocked: marks.blockedText !== undefined,
  hasNote: marks.noteText !== undefined,
  date,
  version: 1,
  hasAlert: false,
})
const closed = (dates: string[], blockedText: string) => dates.map((date) => day(date, { blockedText }))
const MARKS = monthMarks(YEAR.from, YEAR.to, [
  ...closed(['2026-09-07'], 'Labor Day'),
  ...closed(['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'], 'Thanksgiving'),
  day('2026-11-19', { noteText: 'Picture day' }),
  day('2026-12-05', { noteText: 'Book fair' }),
])

test('the school year runs from August to June, and in July the next one starts', () => {
  expect(YEAR).toMatchObject({ name: '2026–27', from: '2026-07-01', to: '2027-06-30' })
  expect(YEAR.months).toHaveLength(11)
  expect([YEAR.months[0], YEAR.months.at(-1)]).toEqual(['2026-08-01', '2027-06-01'])
  expect(schoolYearOf('2027-06-30').name).toBe('2026–27')
  expect(schoolYearOf('2027-07-01').name).toBe('2027–28')
})

test('a month has its school days by week, also if it starts on a weekend', () => {
  expect(weeksOf('2026-08-01')[0]).toEqual(['2026-08-03', '2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07'])
  expect(weeksOf('2026-11-01').at(-1)).toEqual(['2026-11-30', null, null, null, null])
  expect(weeksOf('2026-10-01')[0]).toEqual([null, null, null, '2026-10-01', '2026-10-02'])
  for (const month of YEAR.months) expect(weeksOf(month).length).toBeLessThanOrEqual(5)
})

test('closed days count school days only, and a note on several days counts once', () => {
  expect(countsOf(MARKS)).toEqual({ closed: 4, notes: 2 })
})

test('what comes up is in order, with a break as one entry, also while the break lasts', () => {
  const texts = (today: string, most = 9) => comingUp(MARKS, today, most).map(({ text }) => text)
  expect(texts('2026-11-18')).toEqual(['Picture day', 'Thanksgiving', 'Book fair'])
  expect(texts('2026-11-26')).toEqual(['Thanksgiving', 'Book fair'])
  expect(texts('2026-11-18', 1)).toEqual(['Picture day'])
  expect(closureOn(MARKS, '2026-11-26')).toMatchObject({ from: '2026-11-25', to: '2026-11-28', text: 'Thanksgiving' })
  expect(closureOn(MARKS, '2026-11-24')).toBeUndefined()
})

test.each([
  ['2026-11-20', 'ArrowRight', '2026-11-23'],
  ['2026-11-23', 'ArrowLeft', '2026-11-20'],
  ['2026-11-30', 'ArrowDown', '2026-12-07'],
  ['2026-11-18', 'Home', '2026-11-16'],
  ['2026-11-18', 'End', '2026-11-20'],
  ['2026-11-18', 'PageDown', '2026-12-18'],
  ['2026-11-18', 'PageUp', '2026-10-19'],
  ['2026-08-03', 'ArrowUp', '2026-08-03'],
  ['2027-06-30', 'ArrowRight', '2027-06-30'],
])('from %s, %s moves to %s', (from, key, to) => {
  expect(yearStep(from, key, YEAR)).toBe(to)
})

test('days and ranges are named in few words', () => {
  expect(rangeWords('2026-11-25', '2026-11-27')).toBe('Nov 25 – 27')
  expect(rangeWords('2026-11-30', '2026-12-02')).toBe('Nov 30 – Dec 2')
  expect(rangeWords('2026-11-19', '2026-11-19')).toBe('Nov 19')
  expect(['2026-11-18', '2026-11-19', '2026-11-24', '2026-11-25'].map((date) => whenWords(date, '2026-11-18'))).toEqual([
    'today',
    'tomorrow',
    'Tue',
    'Nov 25',
  ])
  expect(dayWords('2026-09-07', MARKS, false)).toBe('Monday, September 7, closed: Labor Day')
  expect(dayWords('2026-11-19', MARKS, true)).toBe('Thursday, November 19, today, note: Picture day')
})
