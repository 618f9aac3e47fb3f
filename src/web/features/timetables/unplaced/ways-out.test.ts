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
const TODAY = '2026-11-18'

test('a lesson is offered the next empty lesson of its class, not one on a day off, with a plan, or of another class', () => {
  const days = [
    aDay('2026-11-18', [aLesson('full', { hasText: true })]),
    aDay('2026-11-19', [aLesson('off')], true),
    aDay('2026-11-20', [aLesson('library', { classId: 'library' })]),
    aDay('2026-11-23', [aLesson('late', { startTime: '13:00' }), aLesson('early')]),
    aDay('2026-11-24', [aLesson('later')]),
  ]
  expect(nextFree(lost, days)).toEqual({ date: '2026-11-23', blockId: 'early' })
  expect(nextFree({ ...lost, classId: 'music' }, days)).toBeUndefined()
  expect(nextFree({ ...lost, classId: null }, days)).toBeUndefined()
})

test('a lesson goes back to its day if that day is ahead and its class has an empty lesson there', () => {
  const days = [aDay('2026-11-20', [aLesson('full', { hasText: true, order: 0 }), aLesson('free', { order: 1 })])]
  expect(wayBack(lost, days, TODAY)).toEqual({ date: '2026-11-20', blockId: 'free' })
  expect(wayBack(lost, days, '2026-11-21')).toBeUndefined()
  expect(wayBack(lost, [], TODAY)).toBeUndefined()
  expect(wayBack(lost, [aDay('2026-11-20', [aLesson('free')], true)], TODAY)).toBeUndefined()
})

test('a lesson without a class goes back to any day ahead that is open and not full', () => {
  const single = { classId: null, date: '2026-11-20' }
  expect(wayBack(single, [], TODAY)).toEqual({ date: '2026-11-20' })
  expect(wayBack(single, [aDay('2026-11-20', [], true)], TODAY)).toBeUndefined()
  const full = Array.from({ length: 60 }, (_, at) => aLesson(`block_${at}`))
  expect(wayBack(single, [aDay('2026-11-20', full)], TODAY)).toBeUndefined()
})
