import { expect, test } from 'vitest'
import { type DailyRow, nextRow, rowProblems, titledRows } from './daily-rows.ts'

const row = (part: Partial<DailyRow>): DailyRow => ({ ...nextRow([], 45), ...part })

test('the first row is 8:00 to 8:45', () => {
  expect(nextRow([], 30)).toMatchObject({ title: '', startTime: '08:00', endTime: '08:45' })
})

test('a new row starts when the last one ends, and ends at 9:00 unless that would be too short', () => {
  expect(nextRow([row({ endTime: '08:45' })], 30)).toMatchObject({ startTime: '08:45', endTime: '09:15' })
  expect(nextRow([row({ endTime: '08:20' })], 30)).toMatchObject({ startTime: '08:20', endTime: '09:00' })
})

test('from 9:00 on a new row lasts as long as the teacher’s blocks do, so that it never ends before it starts', () => {
  expect(nextRow([row({ endTime: '09:00' })], 30)).toMatchObject({ startTime: '09:00', endTime: '09:30' })
  expect(nextRow([row({ endTime: '13:00' })], 45)).toMatchObject({ startTime: '13:00', endTime: '13:45' })
})

test('row keys stay unique after a row in the middle is removed', () => {
  const rows = [row({ key: 1 }), row({ key: 3 })]
  expect(nextRow(rows, 45).key).toBe(4)
})

test('rows without a title are dropped, whatever their times', () => {
  const rows = [row({ key: 1, title: 'Math' }), row({ key: 2, title: '  ', endTime: '07:00' })]
  expect(titledRows(rows).map(({ key }) => key)).toEqual([1])
  expect(rowProblems(rows).size).toBe(0)
})

test('a row that ends before it starts, or has no time, is reported', () => {
  const problems = rowProblems([
    row({ key: 1, title: 'Math', endTime: '07:00' }),
    row({ key: 2, title: 'Art', startTime: '' }),
    row({ key: 3, title: 'P.E.' }),
  ])
  expect([...problems]).toEqual([
    [1, { endTime: 'End time must be after start time' }],
    [2, { startTime: 'Please fill in all required fields' }],
  ])
})
