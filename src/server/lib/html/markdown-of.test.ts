import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { plainText } from '#shared/plain-text.ts'
import { cleanLessonHtml } from './lesson-html.ts'
import { escapeMarkdown, markdownOf } from './markdown-of.ts'

const markdown = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough'])
const tagsIn = (html: string): string[] => [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag = '']) => tag)

test.each([
  ['<p>Hook: <strong>fold </strong>a sheet.</p><p>Then <em>share</em>.</p>', 'Hook: **fold** a sheet.\n\nThen *share*.'],
  ['<h2>Goals</h2><ul><li><p>One</p></li><li><p>Two</p><ol><li><p>a</p></li></ol></li></ul>', '#### Goals\n\n- One\n- Two\n  1. a'],
  ['<ul><li><p>One</p><p>more</p></li><li><p>Two</p><ol start="3"><li><p>a</p></li></ol></li></ul>', '- One\n\n  more\n- Two\n\n  3. a'],
  ['<ol start="3"><li>Three</li><li>Four</li></ol>', '3. Three\n4. Four'],
  ['<ul><li style="list-style-type: \'☑ \'"><p>Done</p></li></ul>', '- [x] Done'],
  ['<p><a href="https://example.com/a b">Sheet (2)</a></p>', '[Sheet (2)](<https://example.com/a%20b>)'],
  ['<p>Look!<a href="https://example.com">here</a></p>', 'Look\\![here](<https://example.com>)'],
  ['<p>one<br>two</p>', 'one\\\ntwo'],
  [
    '<table><tbody><tr><th>a|b</th><th>c</th></tr><tr><td><p>1</p><p>2</p></td></tr></tbody></table>',
    '| a\\|b | c |\n| --- | --- |\n| 1<br>2 |  |',
  ],
  ['<pre>a\n  ```b</pre>', '````\na\n  ```b\n````'],
  ['<blockquote><p>So it goes</p><p>on</p></blockquote>', '> So it goes\n> \n> on'],
  [
    '<p># no heading</p><p>1. no list</p><p>- no list</p><p>* nor this</p>',
    '\\# no heading\n\n1\\. no list\n\n\\- no list\n\n\\* nor this',
  ],
  ['<h2>Room ##</h2><h2>#</h2>', '#### Room \\##\n\n#### \\#'],
  ['', ''],
])('%s becomes %j', (html, expected) => expect(markdownOf(cleanLessonHtml(html))).toBe(expected))

test.each([
  ['# #', '\\# \\#'],
  ['Group ##', 'Group \\##'],
  ['Lesson #3', 'Lesson #3'],
  ['C#', 'C#'],
])('the title %s becomes %s', (title, expected) => {
  expect(escapeMarkdown(title)).toBe(expected)
  expect(plainText(markdown.render(`## ${expected}`))).toBe(title)
})

test('text never turns into markup', () => {
  const sign = fc.constantFrom(...'#*_`~>+-=|[]()!<&:$1. a'.split(''), '\\', '<img src=x>', '![x](y)', '```', '\n', '---')
  const text = fc.string({ unit: sign, maxLength: 20 })
  const escapedHtml = (value: string) => value.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter)
  const lesson = fc.tuple(text, text, fc.constantFrom('strong', 'span', 'em', 'a')).map(([before, inside, tag]) => {
    const attribute = tag === 'a' ? ' href="https://example.com"' : ''
    return `<p>${escapedHtml(before)}<${tag}${attribute}>${escapedHtml(inside)}</${tag}>${escapedHtml(before)}</p>`
  })
  fc.assert(
    fc.property(lesson, (html) => {
      const shown = markdown.render(markdownOf(cleanLessonHtml(html)))
      expect(tagsIn(shown).filter((tag) => !['p', 'strong', 'em', 'a'].includes(tag))).toEqual([])
    }),
  )
  fc.assert(
    fc.property(text, (title) => {
      const shown = markdown.render(`## ${escapeMarkdown(title)}`)
      expect(tagsIn(shown)).toEqual(['h2'])
      expect(plainText(shown)).toBe(title.replace(/\s+/g, ' ').trim())
    }),
  )
})
