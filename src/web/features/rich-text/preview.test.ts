import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PREVIEW_LENGTH, previewOf } from './preview.ts'

test.each([
  ['', ''],
  ['<p></p>', ''],
  ['<p>Goal: <strong>frac</strong>tions</p>', 'Goal: fractions'],
  ['<p>One</p><p>Two</p>', 'One · Two'],
  ['<h2>Goal:</h2><p>Fractions.</p><p>Quiz</p>', 'Goal: Fractions. Quiz'],
  ['<ul><li><p>Quiz</p></li><li><p>Exit slip</p></li></ul>', 'Quiz · Exit slip'],
  ['<p>a<br>b</p>', 'a b'],
  ['<p>Tom &amp; Ana&#39;s &lt;group&gt;&nbsp;here</p>', "Tom & Ana's <group> here"],
  ['<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
  ['<p>&#x2154; and &#190; &unknown; &#xD800;</p>', '⅔ and ¾ &unknown; &#xD800;'],
  ['<p>See <a href="https://a.example/?q=1>2" title="x">the page</a>.</p>', 'See the page.'],
  ['<table><tbody><tr><td>Red</td><td>Blue</td></tr></tbody></table>', 'Red · Blue'],
  ['<p>3 > 2</p>', '3 > 2'],
  [
    `<p>Bring</p><ul><li style="list-style-type:'☑ '"><p>glue</p></li><li style="list-style-type:'☐ '"><p>☺</p></li></ul>`,
    'Bring ☑ glue ☐ ☺',
  ],
])('the preview of %j is %j', (html, text) => {
  expect(previewOf(html)).toBe(text)
})

test('a text of exactly 80 characters is shown in full', () => {
  expect(previewOf(`<p>${'x'.repeat(80)}</p>`)).toBe('x'.repeat(80))
})

test('a longer text is cut at 80 characters and ends with an ellipsis', () => {
  expect(previewOf(`<p>${'x'.repeat(81)}</p>`)).toBe(`${'x'.repeat(80)}…`)
})

test('a cut never halves an emoji', () => {
  expect(previewOf(`<p>${'x'.repeat(79)}🎨 paint</p>`)).toBe(`${'x'.repeat(79)}…`)
})

const piece = fc.constantFrom(
  '<',
  '>',
  '<p>',
  '</p>',
  '<b x="',
  '"',
  "'",
  '&',
  '&amp;',
  '&#10;',
  '&#x1F3A8;',
  '🎨',
  '\n',
  '\t',
  ' ',
  'word',
  'é',
)

test('no preview exceeds the limit or contains a line break, however odd the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 60 }), (html) => {
      const preview = previewOf(html)
      return preview.length <= PREVIEW_LENGTH + 1 && !/[\n\t]/.test(preview)
    }),
  )
})

test('a lesson of 200,000 characters with unclosed brackets and quotes is previewed quickly', () => {
  expect(previewOf('<"<'.repeat(66_000))).toMatch(/^<"</)
  expect(previewOf(`<p>Goal</p>${'<a title="'.repeat(20_000)}`)).toBe('Goal')
})
