import { expect, test } from 'vitest'
import { foundLesson, foundMark, type Term, termsOf, tokenize } from './rules.ts'

const LESSON = { id: 'b', description: '', startTime: '08:00', endTime: '09:00', hasAlert: false, alertMessage: '', order: 0 }
const markedText = (title: string, terms: Term[]) => foundLesson({ ...LESSON, title }, { text: terms, title: [] }).title
const excerptOf = (text: string, terms: Term[]) => foundMark('note', text, terms).excerpt

const written = (pieces: readonly string[]) => pieces.map((piece, place) => (place % 2 === 1 ? `[${piece}]` : piece)).join('')

test("a text's words are lowercase, without accents and unique", () => {
  expect(tokenize("Études, l'étude: Maths/ART 3½ — naïve cafe\u0301 MATHS 水循環", 100)).toEqual([
    'etudes',
    'l',
    'etude',
    'maths',
    'art',
    '3½',
    'naive',
    'cafe',
    '水循環',
  ])
  expect(tokenize('one two three', 2)).toEqual(['one', 'two'])
  expect(tokenize('\u0301 😀 …', 9)).toEqual([])
})

test.each([
  ['fraction', 'Fractions and a fraction', '[Fractions] and a [fraction]'],
  ['fractions', 'one fraction', 'one [fraction]'],
  ['stories', 'a story', 'a [story]'],
  ['story', 'two stories', 'two [stories]'],
  ['boxes', 'a box', 'a [box]'],
  ['glass', 'glad', 'glad'],
  ['bus', 'bush', '[bush]'],
  ['bus', 'bug', 'bug'],
  ['a', 'a vitamin', '[a] vitamin'],
  ['etude', 'Études!', '[Études]!'],
])('the query %j marks in %j: %j', (typed, text, marks) => {
  expect(written(markedText(text, termsOf(typed)))).toBe(marks)
})

test('HTML-like text stays text, and the pieces add up to the original', () => {
  const text = 'if 3 < 4 & <script>alert(1)</script>'
  expect(markedText(text, termsOf('script')).join('')).toBe(text)
  expect(excerptOf(text, termsOf('alert')).join('')).toBe(text)
})

test('an excerpt is cut between words, or within a very long word', () => {
  const text = `${'before '.repeat(60)}pizza ${'after '.repeat(60)}`
  expect(written(excerptOf(text, termsOf('pizza')))).toMatch(/^…before .* \[pizza\] after .* after…$/)
  const endless = excerptOf(`${'x'.repeat(39)}😀`.repeat(50), termsOf('nothing'))
  expect(endless.join('').length).toBeLessThan(200)
  expect(endless.join('')).not.toMatch(/\p{Surrogate}/u)
})
