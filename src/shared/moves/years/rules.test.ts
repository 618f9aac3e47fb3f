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
  test('a text is the same up to its first words, whatever else is in its HTML', () => {
    const again = (description: string, words: string) =>
      copied(['', words], [''], { waiting: [{ classId: 'math', title: 'Math', description, date: '2025-11-25' }] }).unplaced.length
    expect(again('<p>Go to page 5</p>', 'Go to page 5')).toBe(0)
    expect(again('<p>Go to page 5</p>', 'Go to page 6')).toBe(1)
    // An outline reads only the first 400 characters of the HTML.
    expect(again(`<p>Links</p>${'<p></p>'.repeat(60)}<p>later</p>`, 'Links')).toBe(0)
    const cut = `<p>Links</p>${'<p></p>'.repeat(55)}`
    expect(again(`${cut}  <p>later</p>`, 'Links')).toBe(0)
    expect(again(`${cut} </p>`, 'Links')).toBe(0)
  })
  test('a title without a text that an earlier copy left unplaced isn’t unplaced again', () => {
    const trip = { classId: 'math', title: 'Trip', description: '', date: '2025-11-24' }
    const last = yearFrom(LAST, { title: 'Trip' })
    const outlined = { ...last, days: last.days.map((day) => ({ ...day, blocks: day.blocks.map(({ words: _, ...block }) => block) })) }
    const years = readYears({ last: outlined, now: yearFrom(NOW, 'off'), from: NOW, classes: CLASSES, waiting: [trip] })
    expect(planYearCopy(years, [{ classId: 'math', toClassId: 'math', by: 'schoolDay' }]).unplaced).toEqual([])
  })
  test('each plan says its school day, where it was, and why it has no lesson', () => {
    const years = readYears({ last: yearFrom(LAST, '', 'A', 'B'), now: yearFrom(NOW, '', { isLocked: true }), from: NOW, classes: CLASSES })
    const { plans, unplaced } = planYearCopy(years, [{ classId: 'math', toClassId: 'math', by: 'schoolDay' }])
    expect(plans).toMatchObject([
      { number: 2, from: { date: '2025-11-25', startTime: '10:00' } },
      { number: 3, from: { date: '2025-11-26', startTime: '10:00' }, to: null },
    ])
    expect(unplaced.map(({ reason }) => reason)).toEqual([
      'From last year, and its lesson in this one is locked',
      'From last year, without a day in this one',
    ])
  })
  test('only the lessons that get a plan change, and say whose text it is', () => {
    const years = readYears({ last: yearFrom(LAST, 'A'), now: yearFrom(NOW, ['', 'Mine']), from: NOW, classes: CLASSES })
    const { days } = planYearCopy(years, [{ classId: 'math', toClassId: 'math', by: 'schoolDay' }])
    expect(days).toMatchObject([
      {
        blocks: [
          { words: 'A', home: '2025-11-24 2025-11-24 0' },
          { words: 'Mine', home: '2026-11-23' },
        ],
      },
    ])
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
  test('a class that doesn’t meet in a week of this year leaves its plans unplaced, also in the week of the first day', () => {
    const art = { classId: 'art', title: 'Art' }
    const now = [art, art, art, art, art, '']
    expect(copied(['A', '', '', '', '', 'B'], now, { by: 'week', from: '2026-11-25' }).outcomes).toEqual(['A unplaced', 'B copied 11-30'])
  })
  test('a lesson on the Saturday of a week without school has no week to go to', () => {
    const [saturday] = yearFrom('2025-11-24', 'A').days
    const blocks = saturday?.blocks ?? []
    const off = yearFrom('2025-11-17', 'off', 'off', 'off', 'off', 'off').days
    const days = [...off, { date: '2025-11-22', isBlocked: false, blockedText: null, blocks }, ...yearFrom(LAST, 'B').days]
    const last = { firstDay: '2025-11-17', lastDay: LAST, days }
    const years = readYears({ last, now: yearFrom(NOW, '', '', '', '', '', ''), from: NOW, classes: CLASSES })
    const { plans } = planYearCopy(years, [{ classId: 'math', toClassId: 'math', by: 'week' }])
    expect(plans.map(({ plan, to }) => `${plan.words} ${to?.date}`)).toEqual(['A undefined', 'B 2026-11-23'])
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
  test.each([
    ['a year that begins in July', '2026-07-13'],
    ['the second half of one, from January', '2027-01-04'],
  ])('Thanksgiving is that of the school year, such as for %s', (_, firstDay) => {
    const last = { firstDay: '2025-08-25', lastDay: '2026-01-06', days: yearFrom('2026-01-06', 'A').days }
    const now = { firstDay, lastDay: '2027-01-05', days: yearFrom('2027-01-05', '').days }
    const years = readYears({ last, now, from: firstDay, classes: CLASSES })
    const [plan] = planYearCopy(years, [{ classId: 'math', toClassId: 'math', by: 'date' }]).plans
    expect(plan?.to?.date).toBe('2027-01-05')
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
  expect(yearFor(all, '2027-06-16')).toBe(third)
  expect(yearFor(all, '2027-06-17')).toBeUndefined()
  for (const some of [all, all.toReversed()]) {
    expect(yearFor(some, '2024-09-02')).toBe(first)
    expect(earlierYears(some, third)).toEqual([second, first])
  }
  expect(earlierYears([{ firstDay: '2025-08-26', lastDay: '2026-08-26' }], third)).toEqual([])
})
