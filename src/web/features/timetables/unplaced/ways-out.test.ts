import { expect, test } from 'vitest'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'
import { nextFree, wayBack } from './ways-out.ts'

const aLesson = (id: string, more: Partial<OutlinedLesson> = {}): OutlinedLesson => ({
  id,
  title: 'Math',
  startTime: '10:30',
  endTime: '11:30',
  order: 0,
  classId: 'math',
  hasText: false,
  ...more,
})
const aDay = (date: string, blocks: OutlinedLesson[], isBlocked = false): OutlinedDay => ({ date, isBlocked, blockedText: null, blocks })
const lost = { classId: 'math', date: '2026-11-20' }
const NOW = { today: '2026-11-18', time: '08:00' }

test('a lesson is offered the next empty lesson of its class, not one on a day off, with a plan, or of another class', () => {
  const days = [
    aDay('2026-11-18', [aLesson('full', { hasText: true })]),
    aDay('2026-11-19', [aLesson('off')], true),
    aDay('2026-11-20', [aLesson('library', { classId: 'library' })]),
    aDay('2026-11-23', [aLesson('late', { startTime: '13:00' }), aLesson('early')]),
    aDay('2026-11-24', [aLesson('later')]),
  ]
  expect(nextFree(lost, days, NOW)).toEqual({ date: '2026-11-23', blockId: 'early' })
  expect(nextFree({ ...lost, classId: 'music' }, days, NOW)).toBeUndefined()
  expect(nextFree({ ...lost, classId: null }, days, NOW)).toBeUndefined()
})

test('a lesson of today that is over isn’t offered, neither as the next one nor as the way back', () => {
  const days = [aDay('2026-11-18', [aLesson('morning')]), aDay('2026-11-19', [aLesson('tomorrow')])]
  const wasToday = { ...lost, date: '2026-11-18' }
  expect(nextFree(lost, days, { ...NOW, time: '11:29' })).toEqual({ date: '2026-11-18', blockId: 'morning' })
  expect(nextFree(lost, days, { ...NOW, time: '11:30' })).toEqual({ date: '2026-11-19', blockId: 'tomorrow' })
  expect(wayBack(wasToday, days, { ...NOW, time: '11:30' })).toBeUndefined()
})

test('a lesson goes back to its day if that day is ahead and its class has an empty lesson there', () => {
  const days = [aDay('2026-11-20', [aLesson('full', { hasText: true, order: 0 }), aLesson('free', { order: 1 })])]
  expect(wayBack(lost, days, NOW)).toEqual({ date: '2026-11-20', blockId: 'free' })
  expect(wayBack(lost, days, { ...NOW, today: '2026-11-21' })).toBeUndefined()
  expect(wayBack(lost, [], NOW)).toBeUndefined()
  expect(wayBack(lost, [aDay('2026-11-20', [aLesson('free')], true)], NOW)).toBeUndefined()
})

test('a lesson without a class goes back to any day ahead that is open and not full', () => {
  const single = { classId: null, date: '2026-11-20' }
  expect(wayBack(single, [], NOW)).toEqual({ date: '2026-11-20' })
  expect(wayBack(single, [aDay('2026-11-20', [], true)], NOW)).toBeUndefined()
  const full = Array.from({ length: 60 }, (_, at) => aLesson(`block_${at}`))
  expect(wayBack(single, [aDay('2026-11-20', full)], NOW)).toBeUndefined()
})
