import { describe, expect, test } from 'vitest'
import { MAX } from '#shared/limits.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { usualDay } from './usual-day.ts'
import { endsOf, isRepeated, planOf, problemWith, problemWithSpan, type Span, skippedInWords, timetableOf } from './usual-plan.ts'

const MATH = { id: 'math', name: 'Math', color: 0 }
const span = (more: Partial<Span> = {}): Span => ({ from: '2026-11-16', until: '2026-12-11', weekdays: [1, 2, 3, 4, 5], ...more })
const counter = () => {
  let count = 0
  return () => `new-${++count}`
}
const DAY = '8:00 math\n9:00 Art\n10:00 Recess\n10:30 math\n11:30-12:00 Lunch'
const planned = (text: string, over: Span, days: readonly OutlinedDay[] = []) => {
  const timetable = timetableOf(usualDay(text, 45).lessons, over, { known: [MATH], newId: counter() })
  const plan = planOf(timetable, over, days, [MATH])
  return { timetable, plan, problem: problemWith({ span: over, timetable, plan, timetables: [], known: 1 }) }
}
const outlined = (date: string, more: Partial<OutlinedDay>): OutlinedDay => ({
  date,
  isBlocked: false,
  blockedText: null,
  blocks: [],
  ...more,
})
const LESSON = { id: 'a', title: 'Assembly', startTime: '08:00', endTime: '09:00', order: 0, hasText: true }

describe('a usual day that repeats', () => {
  test('is a weekly timetable: its titles are classes, and lunch and recess aren’t', () => {
    const { timetable } = planned(DAY, span({ weekdays: [1, 3] }))
    expect(timetable.classes).toEqual([{ id: 'new-1', name: 'Art', color: 1, room: '', staysOnItsDay: false }])
    expect(timetable.rows.map(({ startTime }) => startTime)).toEqual(['08:00', '09:00', '10:30'])
    expect(timetable.cells.map(({ day, row, classId }) => `${day} ${row} ${classId}`)).toEqual([
      ...['1 0 math', '3 0 math', '1 1 new-1', '3 1 new-1', '1 2 math', '3 2 math'],
    ])
    expect(timetable.breaks.map(({ day, title }) => `${day} ${title}`)).toEqual(['1 Recess', '3 Recess', '1 Lunch', '3 Lunch'])
  })

  test('puts lunch into a class that the teacher has for it', () => {
    const known = [{ id: 'lunch', name: 'Lunch', color: 3 }]
    const { breaks, classes } = timetableOf(usualDay('12:00 lunch', 45).lessons, span(), { known, newId: counter() })
    expect([breaks, classes]).toEqual([[], []])
  })

  test('skips days off, which it names, and leaves days with lessons as they are', () => {
    const days = [
      outlined('2026-11-18', { blocks: [LESSON] }),
      ...['25', '26', '27'].map((day) => outlined(`2026-11-${day}`, { isBlocked: true, blockedText: 'Thanksgiving' })),
      outlined('2026-12-01', { isBlocked: true, blockedText: 'Snow' }),
    ]
    const { plan, problem } = planned(DAY, span(), days)
    expect(plan.dates).toHaveLength(15)
    expect(plan.lessons).toBe(75)
    expect(problem).toBeNull()
    expect(skippedInWords(plan)).toEqual(['Skips 4 days off: Thanksgiving, Snow.', 'Leaves 1 day that already has lessons.'])
  })

  test('starts in the middle of a week, only on its weekdays', () => {
    const { plan } = planned('8:00 Math', span({ from: '2026-11-18', until: '2026-11-26', weekdays: [1, 4] }))
    expect(plan.dates).toEqual(['2026-11-19', '2026-11-23', '2026-11-26'])
  })

  test('repeats only if it goes on after its week', () => {
    expect(isRepeated({ from: '2026-11-18', until: '2026-11-20' })).toBe(false)
    expect(isRepeated({ from: '2026-11-18', until: '2026-11-23' })).toBe(true)
  })

  test('repeats until the end of the school’s year, or for four weeks if that isn’t known, and a single day not at all', () => {
    const ends = (...args: Parameters<typeof endsOf>) =>
      endsOf(...args).map(({ label, date, isUsual }) => `${label} ${date}${isUsual ? ' *' : ''}`)
    const week = 'This week only 2026-11-20'
    expect(ends('2026-11-16', false)).toEqual([week, '4 weeks 2026-12-11 *', 'End of year 2027-06-15'])
    expect(ends('2026-11-16', false, '2027-06-10')).toEqual([week, '4 weeks 2026-12-11', 'End of year 2027-06-10 *'])
    expect(ends('2026-11-16', false, '2026-12-04')).toEqual([week, 'End of year 2026-12-04 *'])
    expect(ends('2026-11-16', false, '2026-06-10')).toEqual([week, '4 weeks 2026-12-11 *', 'End of year 2027-06-15'])
    expect(ends('2026-11-18', true, '2027-06-10')).toEqual(['Just this day 2026-11-18 *', '4 weeks 2026-12-11', 'End of year 2027-06-10'])
    expect(ends('2027-06-01', false)).toEqual(['This week only 2027-06-04', '4 weeks 2027-06-25 *'])
  })

  test.each([
    [{ weekdays: [] }, 'Choose at least one day.'],
    [{ until: '2026-12' }, 'Choose the last date.'],
    [{ until: '2026-11-13' }, 'Choose November 16, 2026 or later.'],
    [{ until: '2027-12-21' }, 'Choose December 20, 2027 or earlier.'],
    [{}, null],
  ])('with %j says %j', (more, problem) => {
    expect(problemWithSpan(span(more))).toBe(problem)
  })

  test('says in one sentence what keeps it from repeating', () => {
    const lines = (count: number, title: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `8:${String(at + 10)} ${title(at)}`).join('\n')
    expect(
      planned(
        lines(25, () => 'Math'),
        span(),
      ).problem,
    ).toBe('A day that repeats can have up to 24 lessons. Remove a few lines.')
    expect(
      planned(
        lines(25, () => 'Math'),
        span({ until: '2026-11-20' }),
      ).problem,
    ).toBeNull()
    expect(planned(`8:00 ${'x'.repeat(101)}`, span()).problem).toBe('To repeat “xxxxxxxxxxxxxxxxxxxx…”, shorten it to 100 characters.')
    expect(planned(`8:00 Math\n${lines(9, () => 'Lunch')}`, span()).problem).toBe(
      'A day that repeats can have up to 8 breaks. Remove a few lines.',
    )
    expect(planned('12:00 Lunch', span()).problem).toBe('Type a lesson besides breaks to repeat this day.')
    const monday = [outlined('2026-11-16', { blocks: [LESSON] })]
    expect(planned('8:00 Math', span({ until: '2026-11-16' }), monday).problem).toBe('Each of these days is off or already has lessons.')
    const parts = { span: span(), ...planned(DAY, span()), known: MAX.classes }
    expect(problemWith({ ...parts, timetables: [] })).toBe('You can have up to 40 classes. Remove a few lines.')
    const other = (firstDay: string) => problemWith({ ...parts, known: 1, timetables: [{ firstDay, lastDay: '2027-06-15' }] })
    expect(other('2026-08-25')).toBe('Your timetable already fills these weeks. You can change it in My timetable.')
    expect(other('2026-12-01')).toBe('Your timetable starts on December 1, 2026. Choose an earlier date.')
    expect(other('2026-12-14')).toBeNull()
  })
})
