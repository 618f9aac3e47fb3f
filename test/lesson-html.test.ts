/**
 * Compares the editor's HTML with the HTML that the server stores. Apart from the browser tests, this is the only test that covers both
 * sides.
 */
import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { JSDOM } from 'jsdom'
import { beforeAll, expect, test, vi } from 'vitest'
import { cleanLessonHtml } from '#server/lib/html/lesson-html.ts'
import { htmlOf } from '#web/features/rich-text/editor-html.ts'
import { lessonExtensions } from '#web/features/rich-text/lesson-extensions.ts'

const { window } = new JSDOM('')
beforeAll(() => {
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
})

const schema = getSchema(lessonExtensions)
const read = (html: string) => {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  return DOMParser.fromSchema(schema).parse(body)
}
/** Converts line breaks to the server's notation. */
const asWritten = (html: string) => html.replaceAll(' />', '>')

const LINK = 'target="_blank" rel="noopener noreferrer nofollow"'
const text = (inner: string) => `<p>${inner}</p>`

test.each<readonly [string, string]>([
  ['bold', text('<strong>Goal</strong>')],
  ['italic', text('<em>Goal</em>')],
  ['underline', text('<u>Goal</u>')],
  ['strike', text('<s>Goal</s>')],
  ['code', text('<code>x = 1</code>')],
  ['headings', '<h1>Unit</h1><h2>Goal</h2><h3>Quiz</h3><h4>Note</h4>'],
  ['text colors', text('<span style="color:firebrick">red</span> <span style="color:mediumblue">blue</span>')],
  ['highlights', text('<mark style="background-color:khaki">yellow</mark>')],
  [
    'a color, highlighted and bold',
    text('<strong><span style="color:darkgreen"><mark style="background-color:mistyrose">b</mark></span></strong>'),
  ],
  ['alignment', '<h2 style="text-align:center">Goal</h2><p style="text-align:right">p. 4</p><p style="text-align:justify">x</p>'],
  ['bulleted lists', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
  ['numbered lists', '<ol start="3"><li><p>a</p><ol><li><p>b</p></li></ol></li></ol>'],
  [
    'check lists',
    `<ul><li style="list-style-type:'☑ '"><p>Scissors</p><ul><li style="list-style-type:'☐ '"><p>left-handed</p></li></ul></li></ul>`,
  ],
  ['a quote', '<blockquote><p>To be</p></blockquote>'],
  ['a block of code', '<pre><code>if a &lt; b:\n  style="color: red"</code></pre>'],
  ['lines', '<p>a<br>b</p><hr><p>c</p>'],
  ['links', text(`<a href="https://example.org/?a=1&amp;b=2" ${LINK}>Quiz</a>`)],
  ['links with a title', text(`<a href="https://example.org/" title="Quiz &quot;4A&quot;" ${LINK}>Quiz</a>`)],
  ...[
    'http://a.b/',
    'https://a.b/',
    'ftp://a.b/',
    'ftps://a.b/',
    'mailto:a@b.c',
    'tel:+1',
    'callto:a',
    'sms:+1',
    'cid:a',
    'xmpp:a@b.c',
  ].map((href) => [`a link to ${href}`, text(`<a href="${href}" ${LINK}>x</a>`)] as const),
  [
    'tables',
    '<table><tbody><tr><th><p>Time</p></th><th><p>Group</p></th></tr><tr><td><p>9:00</p></td><td style="text-align:center"><p style="text-align:center">Red</p></td></tr></tbody></table>',
  ],
  ['merged cells', '<table><tbody><tr><td colspan="2"><p>a</p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>'],
  ['spaces that do not break, and quotes', text('5\u00a0kg "of" <em>it</em> &amp; style="color: red" &amp;nbsp;')],
])('%s is stored by the server exactly as written, and read again', (_, html) => {
  const kept = htmlOf(read(html))
  expect(kept).toBe(html)
  expect(asWritten(cleanLessonHtml(kept))).toBe(html)
  expect(read(cleanLessonHtml(kept)).eq(read(html))).toBe(true)
})

test("the editor's trailing empty line is dropped, and one inside the text is kept", () => {
  expect(htmlOf(read('<p>a</p><p></p><p>b</p><p></p><p></p>'))).toBe('<p>a</p><p></p><p>b</p>')
  expect(htmlOf(read('<p></p>'))).toBe('')
})

test('text that another program stored with its own colors is read with the nearest of ours', () => {
  const html = '<p style="color:#c00000">a</p><p><span style="color:#111;background-color:#ff0">b</span></p>'
  expect(htmlOf(read(html))).toBe('<p><span style="color:firebrick">a</span></p><p><mark style="background-color:khaki">b</mark></p>')
})
