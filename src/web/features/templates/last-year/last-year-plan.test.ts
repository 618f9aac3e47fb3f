import { describe, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, schoolWeekOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { daysToSave, filledWeek, lessonsIn, problemWith, type YearDay } from './last-year-plan.ts'

const MONDAY = '2026-11-23'
const CLASSES = [
  { id: 'math', name: 'Math' },
  { id: 'art', name: 'Art' },
]
const lesson = (title: string, startTime: string, more: Partial<TimeBlock> = {}): TimeBlock => ({
  id: `${title} ${startTime}`,
  title,
  description: '',
  startTime,
  endTime: `${startTime.slice(0, 3)}45`,
  hasAlert: false,
  alertMessage: '',
  order: 0,
  ...more,
})
const withText = (title: string, startTime: string, text: string, more: Partial<TimeBlock> = {}) =>
  lesson(title, startTime, { description: `<p>${text}</p>`, ...more })

type Day = { lessons?: TimeBlock[]; off?: string }
/** Returns a week with these days, Monday first. */
const week = (monday: string, ...days: Day[]): YearDay[] =>
  schoolWeekOf(monday).map((date, place) => {
    const { lessons = [], off = null } = days[place] ?? {}
    return { date, marks: { isBlocked: off !== null, blockedText: off }, lessons: lessons.map((block) => ({ block })) }
  })
const filled = (last: Day[], now: Day[], more: Partial<Parameters<typeof filledWeek>[2]> = {}) =>
  filledWeek(week(addDays(MONDAY, -364), ...last), week(MONDAY, ...now), {
    classes: CLASSES,
    withPlans: true,
    leftOut: new Set(),
    now: 0,
    ...more,
  })
const shown = (blocks: readonly TimeBlock[]) =>
  blocks.map(
    ({ startTime, title, description, classId }) => `${startTime} ${title} ${description.replace(/<\/?p>/g, '')} (${classId ?? ''})`,
  )
const monday = (last: TimeBlock[], now: TimeBlock[], more = {}) => {
  const [day] = filled([{ lessons: last }], [{ lessons: now }], more)
  return { how: day?.brought.map(({ how }) => how), after: shown(day?.after ?? []) }
}

describe('a week filled from last year', () => {
  test('gets the plans of its classes into their free lessons, at this year’s times', () => {
    const last = [withText('Math: fractions', '08:00', 'Halves', { classId: 'math' }), withText('math', '09:00', 'Thirds')]
    const now = [lesson('Math', '10:00', { classId: 'math' }), lesson('Math', '09:00', { classId: 'math' })]
    expect(monday(last, now)).toEqual({
      how: ['into', 'into'],
      after: ['09:00 Math Thirds (math)', '10:00 Math: fractions Halves (math)'],
    })
  })

  test('keeps what is written this year, word for word', () => {
    const last = [withText('Math', '08:00', 'Old', { classId: 'math' })]
    expect(monday(last, [withText('Math', '08:00', 'New', { classId: 'math' })])).toEqual({
      how: ['kept'],
      after: ['08:00 Math New (math)'],
    })
    expect(monday(last, [lesson('Math: quiz', '08:00', { classId: 'math' })])).toEqual({
      how: ['kept'],
      after: ['08:00 Math: quiz  (math)'],
    })
    const both = [withText('Math', '08:00', 'New', { classId: 'math' }), lesson('Math', '13:00', { classId: 'math' })]
    expect(monday(last, both).after).toEqual(['08:00 Math New (math)', '13:00 Math Old (math)'])
  })

  test('adds other lessons at their times, with this year’s class of the same name', () => {
    const last = [withText('Art', '08:00', 'Clay', { classId: 'last-years-art' }), withText('Assembly', '09:00', 'Songs')]
    expect(monday(last, [lesson('Math', '08:00', { classId: 'math' })])).toEqual({
      how: ['added', 'added'],
      after: ['08:00 Math  (math)', '08:00 Art Clay (art)', '09:00 Assembly Songs ()'],
    })
  })

  test('does not repeat lunch, which has no text and is there already', () => {
    expect(monday([lesson('Lunch', '11:30')], [lesson('Lunch', '12:00')])).toEqual({ how: ['there'], after: ['12:00 Lunch  ()'] })
  })

  test('copies no alert and no taught mark', () => {
    const [day] = filled([{ lessons: [withText('Art', '08:00', 'Clay', { hasAlert: true, alertMessage: 'Kiln', taught: 'done' })] }], [])
    expect(day?.after).toMatchObject([{ hasAlert: false, alertMessage: '' }])
    expect(day?.after[0]).not.toHaveProperty('taught')
    expect(day?.after[0]?.id).not.toBe('Art 08:00')
  })

  test('without plans, brings only titles', () => {
    const last = [withText('Math', '08:00', 'Old'), withText('Art: clay', '09:00', 'Clay'), withText('Assembly', '10:00', 'Songs')]
    const now = [lesson('Math', '08:00', { classId: 'math' }), lesson('Art', '09:00', { classId: 'art' })]
    expect(monday(last, now, { withPlans: false })).toEqual({
      how: ['there', 'into', 'added'],
      after: ['08:00 Math  (math)', '09:00 Art: clay  (art)', '10:00 Assembly  ()'],
    })
  })

  test('leaves out what the teacher unchecked', () => {
    const last = [withText('Art', '08:00', 'Clay'), withText('Assembly', '09:00', 'Songs')]
    expect(monday(last, [], { leftOut: new Set(['Art 08:00']) })).toEqual({ how: ['left', 'added'], after: ['09:00 Assembly Songs ()'] })
  })

  test('skips days off of either year and saves only the days that change', () => {
    const some = { lessons: [withText('Art', '08:00', 'Clay')] }
    const days = filled([some, { ...some, off: 'Veterans Day' }, some, {}], [{}, {}, { off: 'Thanksgiving' }, {}])
    expect(days.map(({ off, wasOff }) => [off, wasOff]).slice(0, 3)).toEqual([
      [null, null],
      [null, 'Veterans Day'],
      ['Thanksgiving', null],
    ])
    expect(daysToSave(days).map(({ date }) => date)).toEqual([MONDAY])
    expect(lessonsIn(days)).toBe(1)
  })

  test('says in one sentence why nothing can be filled', () => {
    const art = withText('Art', '08:00', 'Clay')
    expect(problemWith(filled([{}], [{}]))).toBe('There’s nothing to copy from that week.')
    expect(
      problemWith(
        filled(
          [{ lessons: [art] }],
          Array.from({ length: 5 }, () => ({ off: 'Break' })),
        ),
      ),
    ).toBe('Every day of this week is off.')
    expect(problemWith(filled([{ lessons: [art] }], [{ lessons: [art] }]))).toBe('Everything from that week is already here or left out.')
    const full = Array.from({ length: MAX.blocksOfDay }, (_, at) => lesson(`Lesson ${at}`, '10:00'))
    expect(problemWith(filled([{ lessons: [art] }], [{ lessons: full }]))).toBe(
      'Monday, November 23, 2026 doesn’t have room. A day can hold up to 60 lessons.',
    )
    expect(problemWith(filled([{ lessons: [art] }], [{}]))).toBeNull()
  })
})
