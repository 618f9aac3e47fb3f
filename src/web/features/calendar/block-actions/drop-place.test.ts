import { expect, test } from 'vitest'
import { type CardBox, dropPlace } from './drop-place.ts'

const card = (id: string, startTime: string, endTime: string, top: number): CardBox => ({
  block: { id, startTime, endTime },
  top,
  bottom: top + 80,
})
/** 8:00 spans 100 to 180 px, 9:00 spans 188 to 268 px, and 10:30 spans 276 to 356 px. */
const cards = [card('meeting', '08:00', '08:20', 100), card('math', '09:00', '10:00', 188), card('art', '10:30', '11:15', 276)]
const music = { id: 'music', startTime: '09:30', endTime: '10:00' }
const math = { id: 'math', startTime: '09:00', endTime: '10:00' }

test.each([
  ['the time of a lesson: together with it', 200, '09:00', 184],
  ['the title of a lesson: its own time', 220, '09:30', 272],
  ['the lower half of a lesson: its own time', 260, '09:30', 272],
  ['the time of the first', 110, '08:00', 96],
  ['the lower half of the last: its own time', 350, '09:30', 272],
  ['what is between two lessons', 186, '09:00', 184],
  ['the head of the day: its own time', 40, '09:30', 272],
  ['below the last lesson: its own time', 700, '09:30', 272],
])('from another day, dropped on %s', (_where, y, startTime, line) => {
  expect(dropPlace(cards, music, false, y)).toEqual({ startTime, line })
})

test('from another day onto an empty one it keeps its time', () => {
  expect(dropPlace([], music, false, 300)).toEqual({ startTime: '09:30', line: null })
})

test('one that starts before all lessons of the other day comes first', () => {
  expect(dropPlace(cards, { ...music, startTime: '07:00' }, false, 700)).toEqual({ startTime: '07:00', line: 96 })
})

test.each([
  ['on itself it stays', 200, '09:00', null],
  ['on the head of the day it stays', 40, '09:00', null],
  ['after another lesson', 350, '11:15', 360],
  ['below the last lesson it comes last', 700, '11:15', 360],
])('within its day: %s', (_where, y, startTime, line) => {
  expect(dropPlace(cards, math, true, y)).toEqual({ startTime, line })
})

test('the last lesson of a day, dropped below itself, stays', () => {
  expect(dropPlace(cards, { id: 'art', startTime: '10:30', endTime: '11:15' }, true, 700)).toEqual({ startTime: '10:30', line: null })
})
