import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  ['07:59', 'Maya Rivera', 'Good morning, Maya.'],
  ['12:00', 'Ms. Rivera', 'Good afternoon, Ms. Rivera.'],
  ['19:30', '  Maya  ', 'Good evening, Maya.'],
  ['00:10', null, 'Good morning.'],
  ['17:00', ' ', 'Good evening.'],
])('at %s, %j is greeted with %j', (time, name, greeting) => {
  expect(greetingAt(time, name)).toBe(greeting)
})
