import { expect, test } from 'vitest'
import { HUES, type TitleHue } from '#shared/accounts/rules.ts'
import { huesOf } from './hue.ts'

const hues = (titles: string[], chosen?: TitleHue[]) => titles.map(huesOf(titles, chosen))
/** Returns `count` different titles. */
const titles = (count: number) => Array.from({ length: count }, (_, at) => `Subject ${at}`)

test('Math keeps its color regardless of case and spaces', () => {
  const hueOf = huesOf(['Math'])
  expect(hueOf(' math ')).toBe(hueOf('Math'))
})

test('a title always has the same hue: the classes are fixed', () => {
  expect(hues(['Math', 'Reading Workshop', 'Science'])).toEqual(['h7', 'h1', 'h0'])
})

test('the eight most common subjects have eight hues', () => {
  expect(new Set(hues('Math,Reading,Writing,Science,Social Studies,Art,Music,P.E.'.split(','))).size).toBe(HUES)
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
  const liked = (title: string) => huesOf([title])(title)
  const daily = 'Math'
  const rare = titles(60).find((title) => liked(title) === liked(daily)) as string
  const hueOf = huesOf([rare, daily, daily, daily])
  expect(hueOf(daily)).toBe(liked(daily))
  expect(hueOf(rare)).not.toBe(liked(daily))
})

test("the order of the lessons doesn't matter", () => {
  const week = titles(7)
  const [forwards, backwards] = [huesOf(week), huesOf([...week].reverse())]
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
    const week = ['Math', ...titles(7)]
    const [first, ...rest] = hues(week, [{ subject: 'math', hue }])
    expect(first).toBe(`h${hue}`)
    expect(new Set([first, ...rest]).size).toBe(HUES)
  }
})

test('titles are spread evenly if there are more of them than hues', () => {
  const counts = new Map<string, number>()
  for (const hue of hues(titles(20))) counts.set(hue, (counts.get(hue) ?? 0) + 1)
  expect([...counts.values()].sort()).toEqual([2, 2, 2, 2, 3, 3, 3, 3])
})
