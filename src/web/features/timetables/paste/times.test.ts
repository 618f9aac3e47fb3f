import { expect, test } from 'vitest'
import { timesIn } from './times.ts'

test.each([
  ['8-8:20', '08:00', '08:20'],
  ['820-930', '08:20', '09:30'],
  ['10:30-11:30', '10:30', '11:30'],
  ['10:30 – 11:30', '10:30', '11:30'],
  ['12:15-1', '12:15', '13:00'],
  ['1:15-2', '13:15', '14:00'],
  ['11-1', '11:00', '13:00'],
  ['1:15 PM - 2:00 PM', '13:15', '14:00'],
  ['1:15 - 2:00 PM', '13:15', '14:00'],
  ['11:30 - 12:15 PM', '11:30', '12:15'],
  ['8:00AM–8:45AM', '08:00', '08:45'],
  ['8 am to 9 am', '08:00', '09:00'],
  ['08:00-08:45', '08:00', '08:45'],
  ['13:05-13:50', '13:05', '13:50'],
  ['Period 1 (8:00-8:45)', '08:00', '08:45'],
  ['1st 8:00 - 8:45', '08:00', '08:45'],
])('%s is from %s to %s', (cell, startTime, endTime) => {
  expect(timesIn(cell)).toEqual({ startTime, endTime })
})

test('a cell can say only when the lesson starts', () => {
  expect(timesIn('9:30')).toEqual({ startTime: '09:30', endTime: null })
  expect(timesIn('930')).toEqual({ startTime: '09:30', endTime: null })
  expect(timesIn('2 PM')).toEqual({ startTime: '14:00', endTime: null })
  expect(timesIn('7:30', '14:15')).toEqual({ startTime: '19:30', endTime: null })
})

test('other cells have no times', () => {
  for (const cell of ['', 'LUNCH', 'Period 3', 'Math', 'Day 1', '25:00', '8:75-9', 'Room 12', 'a'.repeat(1000)])
    expect(timesIn(cell)).toBeNull()
})
