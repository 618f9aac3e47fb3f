import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { costOf } from '#test/cpu.ts'
import { cleanLessonHtml } from './lesson-html.ts'

const LINK = 'target="_blank" rel="noopener noreferrer nofollow"'

test.each([
  ['<h2>Goal</h2><ol start="3"><li><p>one</p></li></ol>', '<h2>Goal</h2><ol start="3"><li><p>one</p></li></ol>'],
  ['<p style="color:#ff0000;background:url(x);text-align:right">a</p>', '<p style="color:#ff0000;text-align:right">a</p>'],
  ['<p style="color:expression(1)">a</p>', '<p>a</p>'],
  ['<svg><style><img src=x onerror=a()></style></svg>b', 'b'],
  ['<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=a()&gt;"></mglyph></math>', ''],
  // The parser reads these as text where a browser reads tags. sanitize-html 2.17.5 writes such text as it is if the tags are allowed.
  ['<svg><textarea><img src=x onerror=a()></textarea></svg>b', 'b'],
  ['<math><xmp><img src=x onerror=a()></xmp></math>b', 'b'],
  ['<p id="x" class="y" data-z="1" onclick="a()">b</p>', '<p>b</p>'],
  ['<a href=" JaVaScRiPt:a()">b</a>', `<a ${LINK}>b</a>`],
  ['<a href="data:text/html,x">b</a>', `<a ${LINK}>b</a>`],
  ['<a href="/api/user">b</a>', `<a ${LINK}>b</a>`],
  ['<a href="//evil.example">b</a>', `<a ${LINK}>b</a>`],
  ['<a href="tel:+1">b</a>', `<a href="tel:+1" ${LINK}>b</a>`],
  [
    '<table><tbody><tr><td colspan="2" onmouseover="a()">b</td></tr></tbody></table>',
    '<table><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
  ],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['<td>a</td><th>b</th>', '<div>a</div><div>b</div>'],
  ['</td></tr></table><tr><td>a</td></tr>', '<div>a</div>'],
  ['<table><table>a</table></table>', '<table>a</table>'],
  ['<table><tr><form><td>a</td></form></tr></table>', '<table><tr><td>a</td></tr></table>'],
  ['<table><col><tbody><td>a</td></tbody></table>', '<table><tbody>a</tbody></table>'],
  [
    '<table><colgroup><col span="2" /></colgroup><thead><tr><th>a</th></tr></thead></table>',
    '<table><colgroup><col span="2"></col></colgroup><thead><tr><th>a</th></tr></thead></table>',
  ],
])('%s becomes %s', (dirty, clean) => {
  expect(cleanLessonHtml(dirty)).toBe(clean)
})

const fragment = fc.constantFrom(
  '<p>',
  '</p>',
  '<b>',
  '<script>',
  '</script>',
  '<style>',
  '<!--',
  '-->',
  '<a href="',
  'javascript:x()',
  '">',
  '<img src=x onerror=x()>',
  '<svg>',
  '<math>',
  '<template>',
  '&lt;',
  '&',
  '"',
  'text',
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'colgroup', 'div', 'li'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  '<col>',
)

test('sanitizing is idempotent for any input, and leaves no handlers, scripts or frames', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 25 }), (parts) => {
      const clean = cleanLessonHtml(parts.join(''))
      expect(cleanLessonHtml(clean)).toBe(clean)
      expect(clean).not.toMatch(/<(?:script|style|img|svg|math|template|iframe)|<[^>]+\son\w+=|href="javascript/i)
    }),
  )
})

test('a lesson in a table cell of a page stays in the cell, whatever table parts it contains', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 25 }), (parts) => {
      const page = `<table><tbody><tr><td><div id="box">${cleanLessonHtml(parts.join(''))}</div><i id="after"></i></td></tr></tbody></table>`
      const { body } = new JSDOM(page).window.document
      for (const found of body.querySelectorAll('#box, #after')) {
        expect(found.parentElement?.tagName).toBe('TD')
        expect(found.closest('table')?.parentElement).toBe(body)
      }
      expect([...body.children].map(({ tagName }) => tagName)).toEqual(['TABLE'])
      expect(body.querySelector('#after')?.previousElementSibling?.id).toBe('box')
    }),
    { numRuns: 300, examples: [[['<p>', '<li>', '<th>', '<li>']]] },
  )
})

const marks = (count: number) => `e${'\u0301\u0323'.repeat(count / 2)}`
const LENGTH = 199_000
const filled = (part: string) => part.repeat(Math.floor(LENGTH / part.length))

test.each(['<b>', '<ul><li>', '<h1>', '<x>', '<svg>', '<p><b>', '<a><span>', '<div>', '<b\u0001>'])(
  'a text that endlessly opens %s is refused quickly',
  (part) => {
    const clean = () => expect(() => cleanLessonHtml(filled(part))).toThrow('too many lists or quotes')
    expect(costOf(clean)).toBeLessThan(300)
  },
)

test("forty nested tags are kept, deeper ones become text, and long tables or lists don't count as deep", () => {
  expect(cleanLessonHtml(`${'<i>'.repeat(60)}deep${'</i>'.repeat(60)}`)).toBe(`${'<i>'.repeat(40)}deep${'</i>'.repeat(40)}`)
  const list = `<ul>${'<li>a</li>'.repeat(5000)}</ul>`
  expect(cleanLessonHtml(list)).toBe(list)
})

test('combining marks written as entities are refused, too, and those of real languages are kept', () => {
  expect(() => cleanLessonHtml(`<p>${'&#769;'.repeat(100)}</p>`)).toThrow('characters we can')
  expect(cleanLessonHtml(`<p>${marks(4)}</p>`)).toBe(`<p>${marks(4)}</p>`)
})

test('a text that sanitizing makes too long is refused', () => {
  expect(() => cleanLessonHtml(filled('<'))).toThrow('too long')
})

test('a style that is too long is removed, but its text is kept', () => {
  expect(cleanLessonHtml(`<p style="${filled('color:red;')}">a</p>`)).toBe('<p>a</p>')
})
