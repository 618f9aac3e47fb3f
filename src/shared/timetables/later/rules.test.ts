import { describe, expect, test } from 'vitest'
import { laterLessons, sharedChanges, withSharedChanges } from './rules.ts'

const classes = [{ id: 'math' }, { id: 'art' }]
const lesson = (more: object = {}) => ({ id: 'a', title: 'Math', startTime: '10:30', endTime: '11:30', classId: 'math', ...more })
const before = lesson()
const days = (...lessons: ReturnType<typeof lesson>[]) =>
  lessons.map((one, index) => ({ date: `2026-11-${19 + index}`, isBlocked: false, blocks: [one] }))
const found = (after: object, given: ReturnType<typeof days>, more: object = {}) =>
  laterLessons(given, { date: '2026-11-18', until: '2026-12-31', before, after: lesson(after), ...more }, classes).map(({ date }) => date)

describe('later lessons that share what changes', () => {
  test('are those of the same class with the same title, on later dates until the last one', () => {
    const given = [
      { date: '2026-11-17', blocks: [lesson()] },
      { date: '2026-11-18', blocks: [lesson()] },
      ...days(lesson(), lesson({ classId: 'art' }), lesson({ title: 'Math groups' }), lesson({ classId: undefined }), lesson()),
    ]
    const change = { date: '2026-11-18', before, after: lesson({ title: 'Algebra' }) }
    expect(laterLessons(given, { ...change, until: '2026-11-23' }, classes).map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-23'])
    expect(laterLessons(given, { ...change, until: '2026-11-22' }, classes).map(({ date }) => date)).toEqual(['2026-11-19'])
  })

  test('have the same old times if the times change, and any times if only the title changes', () => {
    const given = days(lesson(), lesson({ startTime: '10:35' }), lesson({ endTime: '11:15' }))
    expect(found({ startTime: '10:40' }, given)).toEqual(['2026-11-19'])
    expect(found({ title: 'Algebra' }, given)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  })

  test('have a title that differs at most in case, spaces and periods', () => {
    const given = days(lesson({ title: ' MATH ' }), lesson({ title: 'Ma.th' }), lesson({ title: 'Maths' }))
    expect(found({ title: 'Algebra' }, given)).toEqual(['2026-11-19', '2026-11-20'])
  })

  test('of a class that was deleted count as lessons without a class', () => {
    const gone = { before: lesson({ classId: 'gone' }), after: lesson({ classId: 'gone', title: 'Algebra' }) }
    expect(found({}, days(lesson({ classId: null }), lesson({ classId: 'other' }), lesson()), gone)).toEqual(['2026-11-19', '2026-11-20'])
  })

  test('are none if neither the title nor a time changes', () => {
    expect(found({ title: 'Math ', classId: 'art' }, days(lesson()))).toEqual([])
  })
})

describe('what later lessons get', () => {
  test('is only what changed: their own times stay under a new title, and nothing else about them changes', () => {
    const own = { ...lesson({ id: 'b', startTime: '09:00' }), description: '<p>Fractions</p>', taught: 'done' }
    const change = { before, after: { ...lesson({ id: 'a', title: ' Algebra ' }), description: '', taught: null } }
    expect(withSharedChanges(own, change)).toEqual({ ...own, title: 'Algebra' })
    expect(withSharedChanges(own, { before, after: lesson({ startTime: '10:40' }) })).toEqual({
      ...own,
      startTime: '10:40',
      endTime: '11:30',
    })
  })

  test('includes another class only together with a new title or new times', () => {
    expect(sharedChanges({ before, after: lesson({ classId: 'art' }) })).toEqual({ title: false, times: false, classId: false })
    const change = { before, after: lesson({ classId: 'art', title: 'Art' }) }
    expect(withSharedChanges(lesson({ id: 'b' }), change)).toMatchObject({ id: 'b', title: 'Art', classId: 'art' })
  })
})
