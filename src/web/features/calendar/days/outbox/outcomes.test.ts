import { afterEach, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { clearStores } from '#web/lib/store.ts'
import { confirmedBlock, settleBlock } from './outcomes.ts'

const math: TimeBlock = {
  id: 'math',
  title: 'Math',
  description: '',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
const algebra = { ...math, title: 'Algebra' }
const geometry = { ...math, title: 'Geometry' }
const numbered = (number: number) => ({ ...math, id: `lesson-${number}` })

afterEach(clearStores)

test('a teacher who goes on with a lesson while it is saved, changes the lesson as stored', () => {
  settleBlock(math, algebra)
  expect(confirmedBlock(math)).toBe(algebra)
  expect(confirmedBlock({ ...math })).toBe(algebra)
})

test('the outcome of one lesson isn’t that of another one, or of another state', () => {
  settleBlock(math, algebra)
  const art = { ...math, id: 'art' }
  expect(confirmedBlock(art)).toBe(art)
  expect(confirmedBlock(geometry)).toBe(geometry)
  expect(confirmedBlock(null)).toBeNull()
})

test('a lesson that couldn’t be added isn’t there', () => {
  settleBlock(math, null)
  expect(confirmedBlock(math)).toBeNull()
})

test('several saves in a row lead to the last state, and the latest outcome counts', () => {
  settleBlock(math, null)
  settleBlock(math, algebra)
  settleBlock(algebra, geometry)
  expect(confirmedBlock(math)).toBe(geometry)
})

test('a lesson that was changed and changed back is as it was', () => {
  settleBlock(math, algebra)
  settleBlock(algebra, math)
  expect(confirmedBlock(math)).toBe(math)
})

test('a lesson that is stored as shown has nothing to remember, however many there are', () => {
  settleBlock(math, algebra)
  settleBlock(algebra, geometry)
  for (let number = 0; number < 300; number++) settleBlock(numbered(number), numbered(number))
  expect(confirmedBlock(math)).toBe(geometry)
  settleBlock(algebra, algebra)
  expect(confirmedBlock(math)).toBe(algebra)
})

test('the page remembers the latest 200 lessons that differ from what was shown', () => {
  for (let number = 0; number <= 200; number++) settleBlock(numbered(number), null)
  expect(confirmedBlock(numbered(0))).not.toBeNull()
  expect(confirmedBlock(numbered(1))).toBeNull()
})
