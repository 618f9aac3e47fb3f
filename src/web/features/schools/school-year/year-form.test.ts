import { expect, test } from 'vitest'
import { formOf, problemIn, yearOf } from './year-form.ts'

const FORM = { ...formOf(null, '2026-11-18'), kind: 'cycle' as const }
const schedule = (name: string, ...rows: [string, string][]) => ({
  id: name,
  name,
  rows: rows.map(([startTime, endTime]) => ({ startTime, endTime })),
})

test('a school that has no year yet begins with the whole one, also in summer', () => {
  expect(formOf(null, '2026-11-18')).toMatchObject({ firstDay: '2026-08-25', lastDay: '2027-06-15', kind: 'weekly' })
  expect(formOf(null, '2027-07-20')).toMatchObject({ firstDay: '2027-08-25', lastDay: '2028-06-15' })
})

test('numbers outside of the year or of the cycle, and rows without times, aren’t saved', () => {
  const form = {
    ...FORM,
    setByHand: { '2026-11-18': 3, '2026-11-19': 7, '2026-08-03': 1 },
    bellSchedules: [schedule(' Regular ', ['08:00', '08:45'], ['', ''])],
  }
  expect(yearOf(form)).toMatchObject({
    setByHand: { '2026-11-18': 3 },
    bellSchedules: [schedule(' Regular ', ['08:00', '08:45'])].map((one) => ({ ...one, name: 'Regular' })),
  })
  expect(yearOf({ ...form, kind: 'weekly' }).setByHand).toEqual({})
})

test.each([
  ['a year without a last day', { lastDay: '' }, 'Choose the last day.'],
  ['a bell schedule without a name', { bellSchedules: [schedule(' ')] }, 'Name each bell schedule.'],
  [
    'a row that ends before it starts',
    { bellSchedules: [schedule('Regular', ['09:00', '08:00'])] },
    'Check the times of Regular. Each row needs a start and a later end.',
  ],
])('%s can’t be saved', (_, change, problem) => {
  expect(problemIn(FORM)).toBeNull()
  expect(problemIn({ ...FORM, ...change })).toBe(problem)
})
