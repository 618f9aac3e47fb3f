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
  ['the time of a lesson: starts with it', 200, '09:00', 184],
  ['the title of a lesson: keeps its time', 220, '09:30', 272],
  ['the lower half of a lesson: keeps its time', 260, '09:30', 272],
  ['the time of the first lesson: starts with it', 110, '08:00', 96],
  ['the lower half of the last lesson: keeps its time', 350, '09:30', 272],
  ['the gap between two lessons: starts with the second', 186, '09:00', 184],
  ['the day header: keeps its time', 40, '09:30', 272],
  ['the space below the last lesson: keeps its time', 700, '09:30', 272],
])('a block from another day, dropped on %s', (_where, y, startTime, line) => {
  expect(dropPlace(cards, music, false, y)).toEqual({ startTime, line })
})

test('a block dropped on an empty day keeps its time', () => {
  expect(dropPlace([], music, false, 300)).toEqual({ startTime: '09:30', line: null })
})

test('a block that starts before all lessons of the other day is first', () => {
  expect(dropPlace(cards, { ...music, startTime: '07:00' }, false, 700)).toEqual({ startTime: '07:00', line: 96 })
})

test.each([
  ['on itself, it stays', 200, '09:00', null],
  ['on the day header, it stays', 40, '09:00', null],
  ['on the lower half of another lesson, it follows that lesson', 350, '11:15', 360],
  ['below the last lesson, it is last', 700, '11:15', 360],
])('within its day: %s', (_where, y, startTime, line) => {
  expect(dropPlace(cards, math, true, y)).toEqual({ startTime, line })
})

test('the last lesson of a day stays when dropped below itself', () => {
  expect(dropPlace(cards, { id: 'art', startTime: '10:30', endTime: '11:15' }, true, 700)).toEqual({ startTime: '10:30', line: null })
})
