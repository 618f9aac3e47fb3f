import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { BlockMove } from '#web/features/calendar/model/block-move.ts'
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

const classes = [{ id: 'math', name: 'Math' }]
const landingIn = (there: readonly TimeBlock[], of: Partial<BlockMove> = {}, here: readonly TimeBlock[] = [quiz]) =>
  planLanding({ ...move, ...of }, { here, there, classes })
const afters = (...args: Parameters<typeof landingIn>) => landingIn(...args)?.changes.map(({ after }) => after)

test('two plans change places as a whole, with their ids, titles, alerts and marks, and their lessons stay where they are', () => {
  const usual = { startTime: '14:00', endTime: '15:00', shortDay: 'Early release' }
  const short = { ...adding, title: 'Math: fractions', order: 2, usual }
  const landing = landingIn([aBlock('art', '', { classId: 'art' }), short])
  const { usual: _, ...plan } = short
  expect(landing?.changes.map(({ after }) => after)).toEqual([
    { ...plan, startTime: '10:30', endTime: '11:30', order: 0 },
    { ...quiz, startTime: '13:00', endTime: '14:00', order: 2, usual },
  ])
  expect(landing && landingInWords(landing, move)).toBe('Into Math: fractions on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.')
})

test('a plan prefers a free lesson of its class, and then nothing else moves and a mark of the free lesson goes', () => {
  const free = aBlock('late', '', { startTime: '14:00', endTime: '15:00', taught: 'done' })
  const landing = landingIn([adding, free])
  expect(landing?.lesson.id).toBe('late')
  expect(landing?.changes.map(({ after }) => after)).toEqual([aBlock('late', ''), { ...quiz, startTime: '14:00', endTime: '15:00' }])
  expect(landing && landingInWords(landing, move)).toBe('Into Math on Thu, Nov 19, which is free')
})

test('a lesson with only an alert or a title of its own isn’t free', () => {
  const test = aBlock('test', '', { title: 'Math: final test' })
  expect(landingIn([test, aBlock('bell', '', { hasAlert: true }), aBlock('late', '')])?.lesson.id).toBe('late')
  const landing = landingIn([test])
  expect(landing && landingInWords(landing, move)).toContain('“Math: final test” moves to Wed, Nov 18.')
})

test('a plan goes into no lesson that is locked or left out', () => {
  const out = aBlock('out', '', { usual: { startTime: '10:30', endTime: '11:30', shortDay: 'Early release', isLeftOut: true } })
  const locked = aBlock('locked', '', { isLocked: true })
  expect(landingIn([out, locked, adding])?.lesson.id).toBe('thu')
  expect(landingIn([out, locked])).toBeUndefined()
})

test('if another lesson of the day has a plan’s id already, all ids stay', () => {
  const ids = (...args: Parameters<typeof landingIn>) => afters(...args)?.map(({ id }) => id)
  expect(ids([adding])).toEqual(['thu', 'wed'])
  expect(ids([adding, aBlock('wed', '', { classId: 'art' })])).toEqual(['wed', 'thu'])
  expect(ids([adding], {}, [quiz, aBlock('thu', '', { classId: 'art' })])).toEqual(['wed', 'thu'])
})

test('without a lesson of the class on that day, without a class, or as a copy, the lesson itself moves', () => {
  expect(landingIn([aBlock('art', '', { classId: 'art' })])).toBeUndefined()
  expect(landingIn([adding, aBlock('other', '', { classId: null })], { block: aBlock('none', '', { classId: null }) })).toBeUndefined()
  expect(landingIn([adding], { isCopy: true })).toBeUndefined()
  expect(landingIn([adding], { to: move.from })).toBeUndefined()
})
