import { describe, expect, test } from 'vitest'
import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'
import { CLASS_COLORS } from '#shared/classes/contract.ts'
import { SAMPLE_CLASSES, sampleWeek } from '#shared/sample-week.ts'
import { type ColoredLesson, type Colors, huesOf } from './hue.ts'

/** Returns the hue of titles without a class that are taught on these days. */
const titleHues = (days: readonly (readonly string[])[], chosen: readonly TitleHue[] = []) => {
  const lessons = days.map((titles) => titles.map((title) => ({ title })))
  const hueOf = huesOf(lessons, { classes: [], chosen })
  return (title: string) => hueOf({ title })
}
/** Returns the hues of titles that are taught in one day. */
const hues = (titles: string[], chosen?: TitleHue[]) => titles.map(titleHues([titles], chosen))
/** Returns `count` different titles. */
const titles = (count: number) => Array.from({ length: count }, (_, at) => `Subject ${at}`)

test('Math keeps its color regardless of case and spaces', () => {
  const hueOf = titleHues([['Math']])
  expect(hueOf(' math ')).toBe(hueOf('Math'))
})

test('a title always has the same hue: the classes are fixed', () => {
  expect(hues(['Math', 'Reading Workshop', 'Science'])).toEqual(['h7', 'h2', 'h1'])
})

test('eleven common subjects have eleven hues, each its own favorite', () => {
  const common = 'Morning Meeting,Math,Reading,Reading Workshop,Writing,Science,Social Studies,Art,Music,P.E.,Library'.split(',')
  expect(new Set(common.map((title) => titleHues([[title]])(title))).size).toBe(HUES)
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
  const liked = (title: string) => titleHues([[title]])(title)
  const daily = 'Math'
  const rare = titles(60).find((title) => liked(title) === liked(daily)) as string
  const hueOf = titleHues([[rare, daily], [daily], [daily]])
  expect(hueOf(daily)).toBe(liked(daily))
  expect(hueOf(rare)).not.toBe(liked(daily))
})

test("the order of the lessons doesn't matter", () => {
  const week = titles(7)
  const [forwards, backwards] = [titleHues([week]), titleHues([[...week].reverse()])]
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

/** Returns the pairs of lessons of different classes or subjects, one right after the other in a day, that have the same hue. */
const clashes = (days: readonly (readonly ColoredLesson[])[], colors: Colors = { classes: [], chosen: [] }) => {
  const hueOf = huesOf(days, colors)
  const isSame = (one: ColoredLesson, other: ColoredLesson) =>
    one.classId || other.classId ? one.classId === other.classId : subjectOf(one.title) === subjectOf(other.title)
  return days.flatMap((lessons) =>
    lessons.flatMap((lesson, at) => {
      const next = lessons[at + 1]
      return next && !isSame(lesson, next) && hueOf(lesson) === hueOf(next) ? [`${lesson.title}, ${next.title}`] : []
    }),
  )
}

test('no two neighbors in the sample week have the same color', () => {
  const classes = SAMPLE_CLASSES.map((one) => ({ ...one, id: one.name }))
  for (const own of [classes, []]) {
    const week = sampleWeek('2026-11-16', own).map(({ lessons }) => lessons)
    expect(week.flat().map(({ title }) => title)).toContain('Class Meeting')
    expect(clashes(week, { classes: own, chosen: [] })).toEqual([])
  }
  expect(new Set(classes.map(({ color }) => color)).size).toBe(CLASS_COLORS)
})

test('however many subjects a week has, neighbors in a day differ', () => {
  for (let step = 1; step < 12; step++) {
    const week = Array.from({ length: 5 }, (_, day) =>
      Array.from({ length: 9 }, (_, at) => ({ title: `Class ${(day * 9 + at * step) % 37}` })),
    )
    expect(clashes(week), `every ${step} classes`).toEqual([])
  }
})

describe('classes', () => {
  const math = { id: 'math', color: 3 }
  const lesson = (title: string, classId?: string | null) => ({ title, classId })

  test('every lesson of a class has the color of the class, whatever its title', () => {
    const hueOf = huesOf([], { classes: [math], chosen: [{ subject: 'quiz', hue: 5 }] })
    expect(hueOf(lesson('Math', 'math'))).toBe('h3')
    expect(hueOf(lesson('Quiz', 'math'))).toBe('h3')
    expect(hueOf(lesson('Quiz'))).toBe('h5')
  })

  test('a class that doesn’t exist anymore counts as no class', () => {
    const colors = { classes: [math], chosen: [] }
    const week = [[lesson('Art', 'gone'), lesson('Science')]]
    const hueOf = huesOf(week, colors)
    expect(hueOf(lesson('Art', 'gone'))).toBe(huesOf([[lesson('Art'), lesson('Science')]], colors)(lesson('Art')))
  })

  test('a lesson without a class avoids the colors of all classes while another is free', () => {
    for (let count = 1; count < CLASS_COLORS; count++) {
      const classes = Array.from({ length: count }, (_, color) => ({ id: `${color}`, color }))
      const subjects = titles(HUES - count).map((title) => lesson(title))
      const hueOf = huesOf([subjects], { classes, chosen: [] })
      const given = new Set([...subjects.map(hueOf), ...classes.map(({ id }) => hueOf(lesson('', id)))])
      expect(given.size, `${count} classes`).toBe(HUES)
    }
  })

  test('if no color is free, a lesson without a class still differs from the lessons before and after it', () => {
    const classes = Array.from({ length: CLASS_COLORS }, (_, color) => ({ id: `${color}`, color }))
    const week = Array.from({ length: 5 }, (_, day) =>
      Array.from({ length: 9 }, (_, at) => (at % 2 ? lesson(`Subject ${day * 9 + at}`) : lesson('', `${(day * 3 + at) % CLASS_COLORS}`))),
    )
    expect(clashes(week, { classes, chosen: [] })).toEqual([])
  })
})
