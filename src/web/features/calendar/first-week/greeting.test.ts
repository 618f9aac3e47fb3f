import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  ['07:59', 'Maya Rivera', 'Good morning, Maya.'],
  ['12:00', 'Ms. Rivera', 'Good afternoon, Ms. Rivera.'],
  ['12:00', 'Coach Okafor', 'Good afternoon, Coach Okafor.'],
  ['12:00', 'J. R. Smith', 'Good afternoon, J. R. Smith.'],
  ['12:00', 'Anne-Lise Roy', 'Good afternoon, Anne-Lise.'],
  ['19:30', '  Maya  ', 'Good evening, Maya.'],
  ['00:10', null, 'Good morning.'],
  ['17:00', ' ', 'Good evening.'],
])('at %s, %j is greeted with %j', (time, name, greeting) => {
  expect(greetingAt(time, name)).toBe(greeting)
})
