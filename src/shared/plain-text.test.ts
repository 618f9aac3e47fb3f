import { expect, test } from 'vitest'
import { costOf } from '#test/cpu.ts'
import { isBlank, plainText } from './plain-text.ts'

test.each([
  ['<p>Ana&nbsp;<b>reads</b></p>', 'Ana reads'],
  ['<h2>Goal</h2><p>frac<em>tions</em></p>', 'Goal fractions'],
  ['<p>3 &lt; 4</p>', '3 < 4'],
  ['a<br>b', 'a b'],
  ['no tags at all', 'no tags at all'],
])('%j reads as %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  ['', true],
  ['<p><br></p>', true],
  ['&nbsp;', true],
  ['<ul><li><p></p></li></ul>', true],
  [`<ul><li style="list-style-type:'☐ '"><p></p></li></ul>`, true],
  ['<p>&lt;</p>', false],
  [`<ul><li style="list-style-type:'☐ '"><p>glue</p></li></ul>`, false],
])('%j is blank: %j', (html, blank) => {
  expect(isBlank(html)).toBe(blank)
})

test('a lesson of maximum length is read quickly', () => {
  const html = `<p>${'Fractions and halves, thirds and fifths. '.repeat(4500)}</p>`
  expect(plainText(html).length).toBeGreaterThan(180_000)
  expect(costOf(() => plainText(html))).toBeLessThan(1000)
})
