import { expect, test } from 'vitest'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { sampleWeek } from '#shared/sample-week.ts'
import { plannedWeek, savedWeek } from './planned-week.ts'
import { breaksBetween, openHours, usualLessons, usualTitles, weeksBefore } from './usual-lessons.ts'

const FRIDAY = '2026-12-04'

/** Returns the week that starts on `monday`. It has lessons on the weekdays in `taught` (Monday is 1), and days off in `off`. */
const week = (monday: string, taught: readonly number[], off: readonly number[] = []) => {
  const days = sampleWeek(monday).flatMap(({ date, lessons }, at) => {
    const blocks = taught.includes(at + 1) ? lessons.map((lesson) => ({ ...lesson, id: `block_${date}_${lesson.order}` })) : []
    const isBlocked = off.includes(at + 1)
    return blocks.length === 0 && !isBlocked
      ? []
      : [{ date, blocks, isBlocked, blockedText: isBlocked ? 'Snow' : null } as unknown as CalendarDay]
  })
  return plannedWeek(savedWeek(monday, days), [])
}
const titles = (slots: readonly { title: string }[]) => slots.map(({ title }) => title)

test('the four weeks before a day are looked at, latest first', () => {
  expect(weeksBefore(FRIDAY)).toEqual(['2026-11-23', '2026-11-16', '2026-11-09', '2026-11-02'])
})

test('a usual Friday has the titles and times of last Friday, and none of its text', () => {
  const usual = usualLessons(FRIDAY, [week('2026-11-23', [1, 5])])
  expect(usual).toHaveLength(6)
  expect(usual[0]).toEqual({ title: 'Morning Meeting', startTime: '08:00', endTime: '08:20', hue: 'h0' })
  expect(titles(usual)).toContain('Class Meeting')
})

test('a Friday off, an empty Friday, and a week that is not loaded are passed over', () => {
  const weeks = [week('2026-11-23', [1, 5], [5]), undefined, week('2026-11-09', [1, 2, 3, 4]), week('2026-11-02', [5])]
  expect(titles(usualLessons(FRIDAY, weeks))).toContain('Class Meeting')
  expect(usualLessons(FRIDAY, weeks.slice(0, 3))).toEqual([])
})

test('the usual titles are the most frequent ones, first those that the day still lacks, and without their details', () => {
  const [monday, tuesday, ...others] = week('2026-11-30', [1, 2]).days
  const plain = (day: typeof monday, ...names: string[]) =>
    ({ ...day, lessons: names.map((title) => ({ block: { title } })) }) as unknown as NonNullable<typeof monday>
  const days = [plain(monday, 'Math: fractions', 'Art', 'Music'), plain(tuesday, 'Math: decimals', 'Music'), ...others]
  expect(usualTitles('2026-12-01', [{ ...week('2026-11-30', []), days }])).toEqual(['Art', 'Math', 'Music'])
  expect(usualTitles(FRIDAY, [{ ...week('2026-11-30', []), days }])).toEqual(['Math', 'Music', 'Art'])
  expect(usualTitles(FRIDAY, [])).toEqual([])
})

test('a teacher without a usual day is offered six hours from 8:00, each of the usual length', () => {
  const hours = openHours(45)
  expect(hours.map(({ startTime }) => startTime)).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'])
  expect(hours[0]).toEqual({ title: '', startTime: '08:00', endTime: '08:45', hue: '' })
})

test('gaps of half an hour or more are breaks, and a short recess is not', () => {
  const slot = (startTime: string, endTime: string) => ({ title: 'Math', startTime, endTime })
  const day = [slot('08:00', '10:15'), slot('08:20', '09:00'), slot('10:25', '11:30'), slot('11:45', '12:00'), slot('12:30', '14:00')]
  expect([...breaksBetween(day)]).toEqual([[4, { startTime: '12:00', endTime: '12:30' }]])
})
