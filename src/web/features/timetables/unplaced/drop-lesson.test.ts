import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { lessonDrop } from './drop-lesson.ts'

const aBlock = (id: string, description: string, classId: string | null = 'math'): { block: TimeBlock } => ({
  block: { id, title: 'Math', description, startTime: '10:30', endTime: '11:30', order: 0, hasAlert: false, alertMessage: '', classId },
})
const aDay = (...lessons: { block: TimeBlock }[]) => ({ date: '2026-11-19', marks: { isBlocked: false }, lessons })
const lost = { classId: 'math', title: 'Math' }
const PLAN = '<p>Quiz 4A</p>'

test('dropped on a free lesson of its class, a plan goes into that one, even if an earlier one is free, too', () => {
  const day = aDay(aBlock('early', ''), aBlock('late', '<p></p>'))
  expect(lessonDrop(lost, day, 'late')).toEqual({ message: 'Into Math on Thu, Nov 19', place: { date: day.date, blockId: 'late' } })
})

test('a lesson of its class that has a plan keeps it', () => {
  expect(lessonDrop(lost, aDay(aBlock('full', PLAN), aBlock('free', '')), 'full')).toEqual({ message: 'Math already has a plan' })
})

test.each([undefined, 'art'])('dropped elsewhere on a day (%s), a plan goes into the free lesson of its class', (blockId) => {
  const day = aDay(aBlock('art', '', 'art'), aBlock('full', PLAN), aBlock('free', ''))
  expect(lessonDrop(lost, day, blockId).place).toEqual({ date: day.date, blockId: 'free' })
})

test('on a day without a free lesson of its class, it becomes a lesson of its own', () => {
  const asNew = { message: 'As a new lesson on Thu, Nov 19', place: { date: '2026-11-19' } }
  expect(lessonDrop(lost, aDay(aBlock('full', PLAN)), undefined)).toEqual(asNew)
  expect(lessonDrop({ ...lost, classId: null }, aDay(aBlock('none', '', null)), 'none')).toEqual(asNew)
})

test('a day off and a full day take no lesson', () => {
  expect(lessonDrop(lost, { ...aDay(), marks: { isBlocked: true } }, undefined)).toEqual({ message: 'Thu, Nov 19 is a day off' })
  const full = aDay(...Array.from({ length: 60 }, (_, at) => aBlock(`${at}`, PLAN)))
  expect(lessonDrop(lost, full, undefined)).toEqual({ message: 'A day can hold up to 60 lessons' })
  expect(lessonDrop(lost, undefined, undefined)).toEqual({ message: 'Drop it on a day' })
})
