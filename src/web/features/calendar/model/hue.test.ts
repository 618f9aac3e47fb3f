import { expect, test } from 'vitest'
import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'
import { sampleWeek } from '#shared/sample-week.ts'
import { huesOf } from './hue.ts'

/** Returns the hues of titles that are taught in one day. */
const hues = (titles: string[], chosen?: TitleHue[]) => titles.map(huesOf([titles], chosen))
/** Returns `count` different titles. */
const titles = (count: number) => Array.from({ length: count }, (_, at) => `Subject ${at}`)

test('Math keeps its color regardless of case and spaces', () => {
  const hueOf = huesOf([['Math']])
  expect(hueOf(' math ')).toBe(hueOf('Math'))
})

test('a title always has the same hue: the classes are fixed', () => {
  expect(hues(['Math', 'Reading Workshop', 'Science'])).toEqual(['h7', 'h2', 'h1'])
})

test('eleven common subjects have eleven hues, each its own favorite', () => {
  const common = 'Morning Meeting,Math,Reading,Reading Workshop,Writing,Science,Social Studies,Art,Music,P.E.,Library'.split(',')
  expect(new Set(common.map((title) => huesOf([[title]])(title))).size).toBe(HUES)
})

test('details share the hue of their subject, unlike numbered classes or hyphenated words', () => {
  for (const [title, other, areSame] of [
    ['Math', 'Math: fractions', true],
    ['Math', 'Math – fractions', true],
    ['Math', 'MATH - test', true],
    ['Math', 'Math (group A)', true],
    ['Period 1', 'Period 1: Algebra', true],
    ['Period 1', 'Period 2', false],
    ['Self-study', 'Self', false],
    [': fractions', 'Math', false],
  ] as const) {
    const [a, b] = hues([title, other])
    expect(a === b, `${title} and ${other}`).toBe(areSame)
  }
})

test('two titles in a week never share a hue by accident', () => {
  for (let from = 0; from < 200; from++) {
    const week = Array.from({ length: HUES }, (_, at) => `Lesson ${from * 7 + at * 13}`)
    expect(new Set(hues(week)).size).toBe(HUES)
  }
})

test('a daily lesson keeps its preferred hue, and a one-time lesson gives way', () => {
  const liked = (title: string) => huesOf([[title]])(title)
  const daily = 'Math'
  const rare = titles(60).find((title) => liked(title) === liked(daily)) as string
  const hueOf = huesOf([[rare, daily], [daily], [daily]])
  expect(hueOf(daily)).toBe(liked(daily))
  expect(hueOf(rare)).not.toBe(liked(daily))
})

test("the order of the lessons doesn't matter", () => {
  const week = titles(7)
  const [forwards, backwards] = [huesOf([week]), huesOf([[...week].reverse()])]
  expect(week.map(backwards)).toEqual(week.map(forwards))
})

test('a chosen hue is kept, and other titles avoid it', () => {
  const [math, other] = hues(
    ['Math: fractions', 'Art'],
    [
      { subject: 'math', hue: 3 },
      { subject: 'art', hue: 3 },
    ],
  )
  expect([math, other]).toEqual(['h3', 'h3'])
  for (let hue = 0; hue < HUES; hue++) {
    const week = ['Math', ...titles(HUES - 1)]
    const [first, ...rest] = hues(week, [{ subject: 'math', hue }])
    expect(first).toBe(`h${hue}`)
    expect(new Set([first, ...rest]).size).toBe(HUES)
  }
})

test('titles are spread evenly if there are more of them than hues', () => {
  const counts = new Map<string, number>()
  for (const hue of hues(titles(20))) counts.set(hue, (counts.get(hue) ?? 0) + 1)
  expect([...counts.values()].sort()).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2])
})

/** Returns the pairs of different subjects, one right after the other in a day, that have the same hue. */
const clashes = (days: readonly (readonly string[])[]) => {
  const hueOf = huesOf(days)
  return days.flatMap((titles) =>
    titles.flatMap((title, at) => {
      const next = titles[at + 1]
      return next && subjectOf(title) !== subjectOf(next) && hueOf(title) === hueOf(next) ? [`${title}, ${next}`] : []
    }),
  )
}

test('no two neighbors in the sample week have the same color', () => {
  const week = sampleWeek('2026-11-16').map(({ lessons }) => lessons.map(({ title }) => title))
  expect(week.flat()).toContain('Class Meeting')
  expect(clashes(week)).toEqual([])
})

test('however many subjects a week has, neighbors in a day differ', () => {
  for (let step = 1; step < 12; step++) {
    const week = Array.from({ length: 5 }, (_, day) => Array.from({ length: 9 }, (_, at) => `Class ${(day * 9 + at * step) % 37}`))
    expect(clashes(week), `every ${step} classes`).toEqual([])
  }
})
