import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { landingInWords, planLanding } from './plan-landing.ts'

const aBlock = (id: string, description: string, more: Partial<TimeBlock> = {}): TimeBlock => ({
  id,
  title: 'Math',
  description,
  startTime: '10:30',
  endTime: '11:30',
  hasAlert: false,
  alertMessage: '',
  order: 0,
  classId: 'math',
  ...more,
})
const quiz = aBlock('wed', '<p>Quiz 4A</p>', { hasAlert: true, alertMessage: 'Blue tray', taught: 'done' })
const move = { block: quiz, from: '2026-11-18', to: '2026-11-19', startTime: '10:30', isCopy: false }
const adding = aBlock('thu', '<p>Adding fractions</p><p>Recipes</p>', { startTime: '13:00', endTime: '14:00' })

test('two plans swap their texts and alerts, and their lessons stay where they are', () => {
  const landing = planLanding(move, [aBlock('art', '', { classId: 'art' }), adding])
  expect(landing?.changes.map(({ after }) => after)).toEqual([
    { ...quiz, description: adding.description, hasAlert: false, alertMessage: '' },
    { ...adding, description: quiz.description, hasAlert: true, alertMessage: 'Blue tray' },
  ])
  expect(landing && landingInWords(landing, move)).toBe('Into Math on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.')
})

test('a plan prefers a free lesson of its class, and then nothing else moves', () => {
  const landing = planLanding(move, [adding, aBlock('late', '<p></p>')])
  expect(landing?.lesson.id).toBe('late')
  expect(landing && landingInWords(landing, move)).toBe('Into Math on Thu, Nov 19, which is free')
})

test('without a lesson of the class on that day, without a class, or as a copy, the lesson itself moves', () => {
  expect(planLanding(move, [aBlock('art', '', { classId: 'art' })])).toBeUndefined()
  expect(
    planLanding({ ...move, block: aBlock('none', '', { classId: null }) }, [adding, aBlock('other', '', { classId: null })]),
  ).toBeUndefined()
  expect(planLanding({ ...move, isCopy: true }, [adding])).toBeUndefined()
  expect(planLanding({ ...move, to: move.from }, [adding])).toBeUndefined()
})
