import { describe, expect, test } from 'vitest'
import { daysInRange } from '#shared/dates.ts'
import type { DaySummary } from '#shared/templates/repeats/contract.ts'
import { datesOfRule, daysToSend, firstFreeSpan, planRepeat, problemWith, type Rule, totalsOf, weeksOf } from './repeat-plan.ts'

const ALL = [1, 2, 3, 4, 5]
const rule = (change: Partial<Rule> = {}): Rule => ({
  anchor: '2026-11-16',
  from: '2026-11-23',
  until: '2026-12-04',
  weekdays: ALL,
  everyWeeks: 1,
  ...change,
})
const lesson = (title: string) => ({ title, description: '', startTime: '08:00', endTime: '08:45', hasAlert: false, alertMessage: '' })
const WEEK = ALL.map((day) => [lesson(`${day}a`), lesson(`${day}b`)])
const sketches = (...days: (Partial<DaySummary> & { date: string })[]) =>
  new Map(days.map((day) => [day.date, { isBlocked: false, blockedText: null, lessons: 0, withText: 0, version: 1, ...day }]))
const THANKSGIVING = ['2026-11-25', '2026-11-26', '2026-11-27'].map((date) => ({ date, isBlocked: true, blockedText: 'Thanksgiving' }))

describe('the days of a repeat', () => {
  test('are the selected weekdays until the end date', () => {
    expect(datesOfRule(rule({ weekdays: [2, 4] }))).toEqual(['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03'])
  })
  test('are in every second week, starting from the repeated week', () => {
    expect(datesOfRule(rule({ weekdays: [1], everyWeeks: 2, until: '2027-01-01' }))).toEqual(['2026-11-30', '2026-12-14', '2026-12-28'])
  })
  test('include each day exactly once across clock changes and leap days', () => {
    const spring = rule({ anchor: '2028-02-21', from: '2028-02-28', until: '2028-03-31', weekdays: [2] })
    expect(datesOfRule(spring)).toEqual(['2028-02-29', '2028-03-07', '2028-03-14', '2028-03-21', '2028-03-28'])
  })
})

describe('what a repeat does', () => {
  test('skips days off, keeps days with lessons, and reports both per week', () => {
    const there = sketches(...THANKSGIVING, { date: '2026-11-30', lessons: 3 }, { date: '2026-12-01', lessons: 1 })
    const plan = planRepeat(rule(), WEEK, there, 'keep')
    expect(weeksOf(plan).map(({ span, word, detail }) => [span, word, detail])).toEqual([
      ['Nov 23 – 27', '4 lessons', 'Wed – Fri: Thanksgiving'],
      ['Nov 30 – Dec 4', '6 lessons', 'Mon, Tue kept'],
    ])
    expect(totalsOf(plan)).toEqual({ filled: 5, replaced: 0, kept: 2, skipped: 3, lessons: 10, lost: 0, lostWithText: 0 })
    expect(daysToSend(plan).map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-24', '2026-12-02', '2026-12-03', '2026-12-04'])
  })

  test('keeps or replaces existing lessons, and sends the version that was shown', () => {
    const there = sketches({ date: '2026-11-23', lessons: 3, withText: 2, version: 7 })
    const until = '2026-11-27'
    const [beside, instead] = [planRepeat(rule({ until }), WEEK, there, 'add'), planRepeat(rule({ until }), WEEK, there, 'replace')]
    expect([beside, instead].map((plan) => weeksOf(plan)[0]?.detail)).toEqual(['Mon: adds to 3 lessons', 'Mon: replaces 3 lessons'])
    expect(totalsOf(instead)).toMatchObject({ filled: 4, replaced: 1, lessons: 10, lost: 3, lostWithText: 2 })
    expect(daysToSend(instead)[0]).toEqual({ date: '2026-11-23', pattern: 0, version: 7 })
  })

  test('labels a week that is entirely off or already planned', () => {
    const until = '2026-11-27'
    const off = sketches(
      ...['23', '24', '25', '26', '27'].map((day) => ({ date: `2026-11-${day}`, isBlocked: true, blockedText: 'Break' })),
    )
    const full = sketches(...['23', '24', '25', '26', '27'].map((day) => ({ date: `2026-11-${day}`, lessons: 6 })))
    const words = [off, full].map((there) => weeksOf(planRepeat(rule({ until }), WEEK, there, 'keep'))[0])
    expect(words.map((week) => [week?.word, week?.detail])).toEqual([
      ['Skipped', 'Break'],
      ['Kept', 'Already planned'],
    ])
  })

  test('copies one day to every selected weekday; leaves out weekdays without lessons', () => {
    expect(planRepeat(rule({ weekdays: [1, 3] }), [[lesson('Reading')]], sketches(), 'keep').map(({ pattern }) => pattern)).toEqual([
      0, 0, 0, 0,
    ])
    const monday = WEEK.map((blocks, day) => (day === 0 ? blocks : []))
    expect(planRepeat(rule(), monday, sketches(), 'keep').map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-30'])
  })
})

describe('where a repeat ends until the teacher chooses', () => {
  const FROM = '2026-11-23'
  const spanWith = (...planned: readonly string[]) =>
    firstFreeSpan(rule({ from: FROM }), FROM, WEEK, sketches(...planned.map((date) => ({ date, lessons: 6 }))))
  test('after four weeks, if they have a free day', () => {
    expect(spanWith(FROM)).toBe(4)
  })
  test('after the first span that has one', () => {
    expect(spanWith(...daysInRange(FROM, '2026-12-18'))).toBe(9)
    expect(spanWith(...daysInRange(FROM, '2027-01-22'))).toBe(18)
  })
  test('after four weeks, if a whole school year is planned', () => {
    expect(spanWith(...daysInRange(FROM, '2027-11-22'))).toBe(4)
  })
})

describe('why a repeat can’t be applied', () => {
  const why = (change: Partial<Rule>, patterns = WEEK, there = sketches(), existing: 'keep' | 'add' = 'keep') =>
    problemWith(rule(change), patterns, planRepeat(rule(change), patterns, there, existing))
  test.each([
    ['nothing to repeat', why({}, [[]]), 'There are no lessons to repeat.'],
    ['no weekday', why({ weekdays: [] }), 'Choose at least one weekday.'],
    ['an end before the start', why({ until: '2026-11-20' }), 'Choose November 23, 2026 or later.'],
    ['more than a year', why({ until: '2027-11-24' }), 'Choose November 23, 2027 or earlier. One repeat can cover up to 366 days.'],
    ['no such day', why({ weekdays: [5], until: '2026-11-24' }), 'Pick a later end date.'],
    [
      'only days off',
      why({ weekdays: [4], until: '2026-11-27' }, WEEK, sketches(...THANKSGIVING)),
      'Every one of these days is off. Choose a later date.',
    ],
    [
      'only planned days',
      why({ weekdays: [1], until: '2026-11-27' }, WEEK, sketches({ date: '2026-11-23', lessons: 6 })),
      'Every one of these days is already planned. Choose a later date, or Keep both.',
    ],
    [
      'planned days and days off',
      why(
        { weekdays: [3, 4], until: '2026-11-27' },
        WEEK,
        sketches({ date: '2026-11-25', lessons: 6 }, ...THANKSGIVING.filter(({ date }) => date > '2026-11-25')),
      ),
      'Every one of these days is off or already planned. Choose a later date, or Keep both.',
    ],
    [
      'a full day',
      why({}, WEEK, sketches({ date: '2026-12-01', lessons: 59 }), 'add'),
      'Tuesday, December 1, 2026 doesn’t have room. A day can hold up to 60 lessons.',
    ],
    ['nothing against it', why({}), null],
  ])('%s', (_, found, expected) => expect(found).toBe(expected))
})
