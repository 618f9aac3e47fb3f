import { describe, expect, test } from 'vitest'
import { Classroom } from '#shared/accounts/contract.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import { hashOfPlan } from './policy.ts'

const text = (words: string) => words as LessonHtml
const FRACTIONS = {
  id: 'fractions',
  title: 'Fractions',
  startTime: '08:00',
  endTime: '08:45',
  description: text('<p>Quiz 4A</p>'),
  hasAlert: true,
  alertMessage: 'Bus 4',
  order: 0,
  classId: 'math',
}
const READING = { ...FRACTIONS, id: 'reading', title: 'Reading', hasAlert: false, alertMessage: '', classId: null }
const MATH = { id: 'math', name: 'Math', room: '12' }
const ART = { id: 'art', name: 'Art', room: '3' }
const MARKS = { isBlocked: false, blockedText: '', noteText: 'Picture day', userBlocked: false, userBlockedText: '', schoolNote: '' }
const DAY = { date: '2026-11-18', cycleDay: 'Day 3', entry: MARKS, blocks: [FRACTIONS, READING] }
const PLAN: SubPlan = {
  teacher: 'Ann Lee',
  timeFormat: '12',
  timezone: 'America/New_York',
  classroom: Classroom.parse({ room: '12' }),
  notes: { emergencyProcedures: text('East door'), substituteInstructions: text('Line up'), studentNotes: text('Amina: inhaler') },
  choices: { emergencyProcedures: true, substituteInstructions: true, studentNotes: true, alerts: true, lessons: 'full', message: '' },
  // A day that nobody has planned has no entry.
  days: [DAY, { date: '2026-11-19', cycleDay: 'Day 4', entry: undefined, blocks: [] }],
  classes: [ART, MATH],
}
const withDay = (change: object): SubPlan => ({ ...PLAN, days: [{ ...DAY, ...change }, ...PLAN.days.slice(1)] })
const withMarks = (change: object) => withDay({ entry: { ...MARKS, ...change } })
const withLesson = (change: object) => withDay({ blocks: [{ ...FRACTIONS, ...change }, READING] })
const withNotes = (change: Partial<SubPlan['notes']>): SubPlan => ({ ...PLAN, notes: { ...PLAN.notes, ...change } })
const hiding = (part: 'alerts' | 'substituteInstructions', plan = PLAN): SubPlan => ({
  ...plan,
  choices: { ...plan.choices, [part]: false },
})

const hash = hashOfPlan(PLAN, 'token')

describe('a substitute sees that there is a newer plan', () => {
  test.each<[string, SubPlan]>([
    ['the teacher’s name', { ...PLAN, teacher: 'Ann Ray' }],
    ['the classroom', { ...PLAN, classroom: Classroom.parse({ room: '13' }) }],
    ['the emergency procedures', withNotes({ emergencyProcedures: text('West door') })],
    ['the student notes', withNotes({ studentNotes: text('Ben: nuts') })],
    ['the instructions', withNotes({ substituteInstructions: text('Sit down') })],
    ['the date', withDay({ date: '2026-11-20' })],
    ['the day’s name', withDay({ cycleDay: 'Day 5' })],
    ['that the day is off', withMarks({ isBlocked: true })],
    ['why the day is off', withMarks({ blockedText: 'Snow' })],
    ['why the teacher’s day is off', withMarks({ userBlockedText: 'Trip' })],
    ['the day’s note', withMarks({ noteText: 'Picture day at 9' })],
    ['the school’s note', withMarks({ schoolNote: 'Fire drill' })],
    ['a lesson’s title', withLesson({ title: 'Decimals' })],
    ['a lesson’s beginning', withLesson({ startTime: '08:05' })],
    ['a lesson’s end', withLesson({ endTime: '08:50' })],
    ['a lesson’s text', withLesson({ description: text('<p>Quiz 4B</p>') })],
    ['a lesson’s alert', withLesson({ alertMessage: 'Bus 5' })],
    ['that a lesson has no alert anymore', withLesson({ hasAlert: false })],
    ['a lesson’s class', withLesson({ classId: 'art' })],
    ['the name of a class', { ...PLAN, classes: [ART, { ...MATH, name: 'Algebra' }] }],
    ['the room of a class', { ...PLAN, classes: [ART, { ...MATH, room: '14' }] }],
    ['fewer lessons', withDay({ blocks: [FRACTIONS] })],
    ['fewer days', { ...PLAN, days: [DAY] }],
  ])('that changes %s', (_, changed) => expect(hashOfPlan(changed, 'token')).not.toBe(hash))
})

describe('a substitute isn’t told', () => {
  test.each<[string, SubPlan, SubPlan?]>([
    ['that a lesson was taught', withLesson({ taught: 'done' })],
    ['of a class without lessons in the plan', { ...PLAN, classes: [{ ...ART, room: '4' }, MATH] }],
    ['of an alert that is switched off', withLesson({ hasAlert: false, alertMessage: 'Bus 5' }), withLesson({ hasAlert: false })],
    ['of alerts that the plan hides', hiding('alerts', withLesson({ alertMessage: 'Bus 5' })), hiding('alerts')],
    [
      'of instructions that the plan hides',
      hiding('substituteInstructions', withNotes({ substituteInstructions: text('Sit down') })),
      hiding('substituteInstructions'),
    ],
  ])('%s', (_, changed, before = PLAN) => expect(hashOfPlan(changed, 'token')).toBe(hashOfPlan(before, 'token')))
})

test('a person with the hash can’t confirm a guess at the notes without the token', () => {
  expect(hash).toMatch(/^[\w-]{43}$/)
  expect(hashOfPlan(PLAN, 'another token')).not.toBe(hash)
})
