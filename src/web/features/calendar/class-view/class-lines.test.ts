import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { ClassLessons } from '#shared/classes/lessons/contract.ts'
import { classWeeks, countsOf, daysInWords, lineNear, schoolYearOf } from './class-lines.ts'
import { editableLine, htmlOfLine } from './plain-line.ts'

const aLesson = (date: string, description = '') => ({ date, block: { id: date, description } as TimeBlock })
const off = (reason: string, ...dates: string[]) => dates.map((date) => ({ date, reason }))
const november: ClassLessons = {
  lessons: ['2026-11-16', '2026-11-17', '2026-11-24', '2026-11-30'].map((date) => aLesson(date, date < '2026-11-18' ? '<p>Plan</p>' : '')),
  daysOff: [
    ...off('Summer', '2026-08-10'),
    ...off('Conferences', '2026-11-20'),
    ...off('Thanksgiving', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'),
  ],
}

test('a class is in order by weeks, with each vacation on one line, and without the summer', () => {
  const lines = classWeeks(november).map(({ monday, lines }) => [
    monday,
    ...lines.map((line) => (line.kind === 'off' ? `${line.reason} ${daysInWords(line.date, line.to)}` : line.date)),
  ])
  expect(lines).toEqual([
    ['2026-11-16', '2026-11-16', '2026-11-17', 'Conferences Fri 20'],
    ['2026-11-23', '2026-11-24', 'Thanksgiving Nov 25 – 27'],
    ['2026-11-30', '2026-11-30'],
  ])
})

test('a vacation over New Year is one line, over its weekends', () => {
  const dates = ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-25', '2026-12-28', '2026-12-29']
  const weeks = classWeeks({ lessons: [aLesson('2026-12-18'), aLesson('2027-01-04')], daysOff: off('Winter break', ...dates) })
  expect(weeks.flatMap(({ lines }) => lines.map(({ kind }) => kind))).toEqual(['lesson', 'off', 'lesson'])
  expect(daysInWords('2026-12-21', '2027-01-01')).toBe('Dec 21 – Jan 1')
})

test('the class opens at today, at the next line, or at its end', () => {
  const weeks = classWeeks(november)
  expect(['2026-11-17', '2026-11-18', '2027-03-01'].map((date) => lineNear(weeks, date))).toEqual([
    '2026-11-17',
    '2026-11-20',
    '2026-11-30',
  ])
  expect(lineNear([], '2026-11-17')).toBeUndefined()
})

test('lessons count as so far, planned or open, and none counts as late', () => {
  expect(countsOf(november, '2026-11-17')).toEqual({ before: 1, planned: 1, open: 2 })
})

test.each([
  ['2026-08-01', '2026-08-01', '2027-07-31'],
  ['2026-11-18', '2026-08-01', '2027-07-31'],
  ['2027-07-31', '2026-08-01', '2027-07-31'],
])('%s is in the school year from %s to %s', (date, from, to) => {
  expect(schoolYearOf(date)).toEqual({ from, to })
})

test.each([
  ['', ''],
  ['<p>Fractions &lt; 1 &amp; more</p>', 'Fractions < 1 & more'],
  ['Fractions', 'Fractions'],
  ['<p>Fractions</p><p>Quiz</p>', null],
  ['<p><strong>Fractions</strong></p>', null],
  ['<ul><li>Fractions</li></ul>', null],
])('%j is written in its line as %j', (html, line) => {
  expect(editableLine(html)).toBe(line)
})

test.each(['Fractions < 1 & "more"', 'Fractions'])('a written line is read back: %s', (line) => {
  expect(editableLine(htmlOfLine(line))).toBe(line)
  expect(htmlOfLine(`  ${line} \n `)).toBe(htmlOfLine(line))
})
