import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINK_SIGN } from '#shared/plain-text.ts'
import { lineOf, PREVIEW_LENGTH, previewIn, previewOf } from './preview.ts'

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
])('the first line of %j is %j', (html, text) => {
  expect(lineOf(html)).toBe(text)
})

test.each([
  ['<p></p>', ''],
  ['<ul><li><p></p></li></ul>', ''],
  ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
  ['<p>Charts:</p><ul><li><p>Whole group 15 min</p></li><li><p>Partners</p></li></ul>', 'Charts:\n• Whole group 15 min\n• Partners'],
  ['<ol><li><p>Quiz</p></li><li><p>Exit</p><p>slip</p></li></ol><p>Bye</p>', '1. Quiz\n2. Exit\nslip\nBye'],
  ['<OL START="3"><LI>Three</LI><LI>Four<ul><li>Small</li></ul></LI><LI>Five</LI></OL>', '3. Three\n4. Four\n• Small\n5. Five'],
  ['<ol start="3"><li>Three</li></ol>', '3. Three'],
  [`<ul><li style="list-style-type:'☑ '"><p>glue</p></li></ul>`, '☑ glue'],
  ['<p>See <a href="https://a.example">the page</a>.</p>', `See ${LINK_SIGN}the page.`],
  ['<p><a href="https://a.example"></a>No link</p>', 'No link'],
  ['<ul><li><p><a href="https://a.example">A <b>page</b></a></p></li></ul>', `• ${LINK_SIGN}A page`],
])('the card of %j has the lines %j', (html, text) => {
  expect(previewOf(html)).toBe(text)
})

test('a text of exactly 300 characters is shown in full', () => {
  expect(previewOf(`<p>${'x'.repeat(300)}</p>`)).toBe('x'.repeat(300))
  const words = `${'word '.repeat(59)}words`
  expect(previewOf(`<p>${words}</p>`)).toBe(words)
})

test('a longer text is cut after a word, or within a word that is very long, and ends with an ellipsis', () => {
  expect(previewOf(`<p>${'word '.repeat(70)}</p>`)).toBe(`${'word '.repeat(60).trim()}…`)
  expect(lineOf(`<p>${'fractions '.repeat(9)}</p>`)).toBe(`${'fractions '.repeat(8).trim()}…`)
  expect(previewOf(`<p>${'x'.repeat(301)}</p>`)).toBe(`${'x'.repeat(300)}…`)
})

test('a preview cut after a sentence or an ellipsis ends with one ellipsis and nothing before it', () => {
  for (const end of ['.', '…', '….', '...', ',', ' ·'])
    expect(lineOf(`<p>${'x'.repeat(70)}${end} Afterwards, compare.</p>`), `after “${end}”`).toBe(`${'x'.repeat(70)}…`)
  expect(previewOf(`<p>${'Read. '.repeat(60)}</p>`)).toMatch(/Read…$/)
})

test('a cut never halves an emoji', () => {
  expect(previewOf(`<p>${'x'.repeat(299)}🎨🎨</p>`)).toBe(`${'x'.repeat(299)}…`)
})

const piece = fc.constantFrom(
  '<',
  '>',
  '<p>',
  '</p>',
  '<ul>',
  '<li>',
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

test('no preview exceeds the limit or contains an empty line, and no first line contains a line break, however odd the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 60 }), (html) => {
      const preview = previewOf(html)
      return preview.length <= PREVIEW_LENGTH + 1 && !/\n\n|\t/.test(preview) && !/[\n\t]/.test(lineOf(html))
    }),
  )
})

test('a card shows what it has room for, and a screen reader gets the rest', () => {
  const room = { length: 20, lines: 2 }
  expect(previewIn('Read together', room)).toEqual({ shown: 'Read together', rest: undefined })
  expect(previewIn('Read together, then write', room)).toEqual({ shown: 'Read together, then…', rest: 'write' })
  expect(previewIn('• Read\n• Write\n• Share', room)).toEqual({ shown: '• Read\n• Write', rest: '• Share' })
})

test('nothing of a preview gets lost between the card and the rest, however odd the text', () => {
  const lettersOf = (text: string) => text.replace(/[\s.,;:·…\ue000]/g, '')
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 60 }), fc.nat(80), fc.integer({ min: 1, max: 5 }), (html, length, lines) => {
      const preview = previewOf(html)
      const { shown, rest = '' } = previewIn(preview, { length, lines })
      return shown.length <= length + 1 && lettersOf(shown + rest) === lettersOf(preview)
    }),
  )
})

test('a lesson of 200,000 characters with unclosed brackets and quotes is previewed quickly', () => {
  expect(previewOf('<"<'.repeat(66_000))).toMatch(/^<"</)
  expect(previewOf(`<p>Goal</p>${'<a title="'.repeat(20_000)}`)).toBe('Goal')
})
