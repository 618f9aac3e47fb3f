import { describe, expect, test } from 'vitest'
import { addDays, isSchoolDay } from '#shared/dates.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'
import { type ClassCopy, earlierYears, type OutlinedYear, planYearCopy, readYears, type Waiting, yearFor } from './rules.ts'

const CLASSES = [
  { id: 'math', name: 'Math' },
  { id: 'art', name: 'Art' },
]
type Given = Partial<OutlinedLesson> & { words?: string }
/** A lesson, '' for a free one, or 'off'. Several lessons of one day follow each other. */
type Plan = string | Given | readonly (string | Given)[]

const lessonOf = (plan: string | Given, date: string, place: number): OutlinedLesson => {
  const { words = '', ...more } = typeof plan === 'string' ? { words: plan } : plan
  const id = `${date} ${place}`
  const times = { startTime: `${10 + place}:00`, endTime: `${10 + place}:45` }
  return { id, title: 'Math', ...times, order: place, classId: 'math', hasText: words !== '', words, ...more }
}
/** Returns a year of school days from its first day on, each with the lessons of one plan. */
const yearFrom = (firstDay: string, ...plans: Plan[]): OutlinedYear => {
  const days: OutlinedDay[] = []
  let date = firstDay
  for (const plan of plans) {
    while (!isSchoolDay(date)) date = addDays(date, 1)
    const isBlocked = plan === 'off'
    const lessons = isBlocked ? [] : [plan].flat()
    days.push({ date, isBlocked, blockedText: isBlocked ? 'Off' : null, blocks: lessons.map((one, place) => lessonOf(one, date, place)) })
    date = addDays(date, 1)
  }
  return { firstDay, lastDay: days.at(-1)?.date ?? firstDay, days }
}

// Both begin on a Monday.
const [LAST, NOW] = ['2025-11-24', '2026-11-23']
type More = { by?: ClassCopy['by']; from?: string; toClassId?: string; lastFrom?: string; waiting?: Waiting[] }
const copied = (last: Plan[], now: Plan[], { by = 'schoolDay', from = NOW, toClassId = 'math', lastFrom = LAST, waiting }: More = {}) => {
  const years = { last: yearFrom(lastFrom, ...last), now: yearFrom(NOW, ...now), from, classes: CLASSES, waiting }
  const { days, plans, unplaced } = planYearCopy(readYears(years), [{ classId: 'math', toClassId, by }])
  return {
    days: days.map(({ date, blocks }) => `${date.slice(5)} ${blocks.map(({ words, title }) => words || title).join(', ')}`),
    outcomes: plans.map(({ plan, to, outcome }) => `${plan.words || plan.title} ${outcome}${to ? ` ${to.date.slice(5)}` : ''}`),
    unplaced: unplaced.map(({ block, date }) => `${block.words || block.title} was on ${date.slice(5)}`),
  }
}

describe('by school day', () => {
  test('plans come to the same school day, whatever days are off in either year', () => {
    expect(copied(['A', 'off', 'B', 'C'], ['', '', 'off', '']).outcomes).toEqual(['A copied 11-23', 'B copied 11-24', 'C copied 11-26'])
  })
  test('what is written this year wins, and a plan whose lesson is locked is unplaced', () => {
    const { outcomes, days, unplaced } = copied(['A', 'B', 'C', 'D'], ['Mine', { isLocked: true }, '', { words: 'Mine', isLocked: true }])
    expect(outcomes).toEqual(['A kept 11-23', 'B unplaced 11-24', 'C copied 11-25', 'D kept 11-26'])
    expect(days).toEqual(['11-25 C'])
    expect(unplaced).toEqual(['B was on 11-25'])
  })
  test('an alert isn’t a plan, and a title of its own with an alert is copied or unplaced without it', () => {
    const alert = { hasText: true, isAlertOnly: true }
    const { outcomes, days, unplaced } = copied([alert, { ...alert, title: 'Trip' }, { ...alert, title: 'Zoo' }], ['', ''])
    expect(outcomes).toEqual(['Trip copied 11-24', 'Zoo unplaced'])
    expect(days).toEqual(['11-24 Trip'])
    expect(unplaced).toEqual(['Zoo was on 11-26'])
  })
  test('a plan that an earlier copy left unplaced isn’t unplaced again, and others with its title are', () => {
    const long = 'Fractions on a number line, with a partner'
    const [A, was] = [
      { classId: 'math', title: 'Math', description: `<p>${long} &amp; alone</p>`, date: '2025-11-25' },
      ['', long, long, 'C'],
    ]
    expect(copied(was, [''], { waiting: [A] })).toMatchObject({
      outcomes: [`${long} unplaced`, `${long} unplaced`, 'C unplaced'],
      unplaced: [`${long} was on 11-26`, 'C was on 11-27'],
    })
    const others = [
      { ...A, classId: 'art' },
      { ...A, title: 'Quiz' },
      { ...A, description: '<p>B</p>' },
      { ...A, date: '2025-11-24' },
    ]
    expect(copied(was, [''], { waiting: others }).unplaced).toHaveLength(3)
    expect(copied([['', 'C', 'C']], ['off'], { waiting: [{ ...A, description: 'C', date: LAST }] }).unplaced).toEqual(['C was on 11-24'])
  })
  test('a title of its own is a plan', () => {
    expect(copied(['A', { title: 'Math: test' }], [{ title: 'Math: review' }, '']).outcomes).toEqual([
      'A kept 11-23',
      'Math: test copied 11-24',
    ])
  })
  test('free lessons of last year bring nothing, and their day still counts', () => {
    expect(copied(['A', '', 'B'], ['', '', '']).outcomes).toEqual(['A copied 11-23', 'B copied 11-25'])
  })
  test('a shorter year leaves the last plans unplaced', () => {
    const { outcomes, unplaced } = copied(['A', 'B', 'C'], ['', ''])
    expect(outcomes).toEqual(['A copied 11-23', 'B copied 11-24', 'C unplaced'])
    expect(unplaced).toEqual(['C was on 11-26'])
  })
  test('plans that line up before the first day are left out', () => {
    expect(copied(['A', 'B', 'C'], ['', '', ''], { from: '2026-11-24' }).outcomes).toEqual(['B copied 11-24', 'C copied 11-25'])
  })
  test('two plans of one day follow each other, and a third has no lesson', () => {
    expect(copied([['A', '', 'B', 'C'], 'D'], [['', ''], '']).outcomes).toEqual([
      'A copied 11-23',
      'B copied 11-23',
      'C unplaced',
      'D copied 11-24',
    ])
  })
  test('a lesson that is left out on a short day is neither copied nor filled', () => {
    const usual = { startTime: '10:00', endTime: '10:45', shortDay: 'Delay', isLeftOut: true }
    expect(copied([{ words: 'A', usual }, 'B'], ['', { usual }]).outcomes).toEqual(['B unplaced'])
  })
  test('another class gets its own name as the title, and keeps a title that says more', () => {
    const now = [
      { classId: 'art', title: 'Art' },
      { classId: 'art', title: 'Art' },
    ]
    const years = {
      last: yearFrom(LAST, { title: 'Math', words: 'A' }, { title: 'Math: test' }),
      now: yearFrom(NOW, ...now),
      from: NOW,
      classes: CLASSES,
    }
    const { days } = planYearCopy(readYears(years), [{ classId: 'math', toClassId: 'art', by: 'schoolDay' }])
    expect(days.flatMap(({ blocks }) => blocks.map(({ title, classId }) => `${title} ${classId}`))).toEqual(['Art art', 'Math: test art'])
  })
})

describe('by week', () => {
  test('the nth lesson of a week comes to the nth lesson of the same week', () => {
    const none = { classId: 'art', title: 'Art' }
    const now = [none, '', none, '', none, '', none, none, none, none]
    expect(copied(['A', none, none, none, 'B', 'C'], now, { by: 'week' }).outcomes).toEqual([
      'A copied 11-24',
      'B copied 11-26',
      'C copied 11-30',
    ])
  })
  test('a week without school doesn’t count, and a shorter week leaves plans unplaced', () => {
    const off = Array.from({ length: 5 }, () => 'off')
    const last = ['A', 'B', 'C', 'D', 'E', ...off, 'F']
    const now = ['', '', '', 'off', 'off', '']
    expect(copied(last, now, { by: 'week' }).outcomes).toEqual([
      'A copied 11-23',
      'B copied 11-24',
      'C copied 11-25',
      'D unplaced',
      'E unplaced',
      'F copied 11-30',
    ])
  })
  test('a week that is over before the first day is left out', () => {
    expect(copied(['A', 'B', '', '', '', 'C'], ['', '', '', '', '', ''], { by: 'week', from: '2026-11-24' }).outcomes).toEqual([
      'B copied 11-24',
      'C copied 11-30',
    ])
  })
})

describe('by date', () => {
  test('plans come to the same weekday, and a day off this year leaves them unplaced', () => {
    expect(copied(['A', 'off', 'B', 'C'], ['', '', 'off', ''], { by: 'date' }).outcomes).toEqual([
      'A copied 11-23',
      'B unplaced',
      'C copied 11-26',
    ])
  })
  test('Thanksgiving falls on Thanksgiving, also if that is 53 weeks later', () => {
    const years = {
      last: yearFrom('2023-11-23', 'Turkey'),
      now: yearFrom('2024-11-21', '', '', '', '', '', '', ''),
      from: '2024-11-21',
      classes: CLASSES,
    }
    const [plan] = planYearCopy(readYears(years), [{ classId: 'math', toClassId: 'math', by: 'date' }]).plans
    expect(plan?.to?.date).toBe('2024-11-28')
  })
  test('dates outside of this year have no day, and dates before the first day are left out', () => {
    expect(copied(['A', 'B', 'C', 'D'], ['', '', ''], { by: 'date', from: '2026-11-24' }).outcomes).toEqual([
      'B copied 11-24',
      'C copied 11-25',
      'D unplaced',
    ])
  })
})

test('a class without lessons this year leaves all of its plans unplaced', () => {
  expect(copied(['A', 'B'], ['', ''], { toClassId: 'art' }).outcomes).toEqual(['A unplaced', 'B unplaced'])
})

test('plans go to the timetable of the date or the next one, from those that are over before it', () => {
  const [first, second, third] = [
    { firstDay: '2024-08-26', lastDay: '2025-06-16' },
    { firstDay: '2025-08-26', lastDay: '2026-06-16' },
    { firstDay: '2026-08-26', lastDay: '2027-06-16' },
  ] as const
  const all = [second, first, third]
  expect(yearFor(all, '2026-11-18')).toBe(third)
  expect(yearFor(all, '2026-07-04')).toBe(third)
  expect(yearFor(all, '2027-07-04')).toBeUndefined()
  expect(earlierYears(all, third)).toEqual([second, first])
})
