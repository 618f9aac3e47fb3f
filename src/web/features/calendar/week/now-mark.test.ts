import { expect, test } from 'vitest'
import { lettersAt, nowPlaceOf } from './now-mark.tsx'

const blocks = [
  { startTime: '08:00', endTime: '09:00' },
  { startTime: '09:00', endTime: '10:00' },
  { startTime: '09:30', endTime: '10:30' },
  { startTime: '11:00', endTime: '12:00' },
]

test.each([
  ['07:00', 0, [undefined, undefined, undefined, undefined]],
  ['09:00', 1, ['past', 'running', undefined, undefined]],
  ['09:45', 1, ['past', 'running', 'running', undefined]],
  ['10:45', 3, ['past', 'past', 'past', undefined]],
  ['15:00', 4, ['past', 'past', 'past', 'past']],
])('at %s, the line at the current time precedes lesson %i', (time, mark, phases) => {
  expect(nowPlaceOf(lettersAt(blocks, time))).toEqual({ mark, phases })
})
