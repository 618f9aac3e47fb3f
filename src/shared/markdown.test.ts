import { describe, expect, test } from 'vitest'
import { htmlOfMarkdown } from './markdown.ts'

describe('an answer', () => {
  test.each([
    ['headings', '# Unit\n## Goal ##\n##### Small', '<h1>Unit</h1><h2>Goal</h2><h4>Small</h4>'],
    ['paragraphs and lines', 'One\ntwo\n\nthree', '<p>One<br>two</p><p>three</p>'],
    [
      'emphasis',
      '**bold** *it* __b__ _i_ ***both*** ~~gone~~',
      '<p><strong>bold</strong> <em>it</em> <strong>b</strong> <em>i</em> <strong><em>both</em></strong> <s>gone</s></p>',
    ],
    ['emphasis inside of emphasis', '**bold *and* it**', '<p><strong>bold <em>and</em> it</strong></p>'],
    ['signs that are no emphasis', '3 * 4 * 5, snake_case_name, a ~ b, **** x', '<p>3 * 4 * 5, snake_case_name, a ~ b, **** x</p>'],
    ['crossed emphasis', '*a **b* c**', '<p><em>a **b</em> c**</p>'],
    ['escaped signs', '\\*not\\* 5 \\< 6 \\\\ a\\b', '<p>*not* 5 &lt; 6 \\ a\\b</p>'],
    ['code', 'Use `a < b` and ``x ` y``', '<p>Use <code>a &lt; b</code> and <code>x ` y</code></p>'],
    ['a lone backtick', 'it` is', '<p>it` is</p>'],
    ['a fence', '```html\n<b>\n```\nafter', '<pre><code>&lt;b&gt;</code></pre><p>after</p>'],
    [
      'a link',
      '[the *site*](https://school.example/a_b?c=1&d=2 "t")',
      '<p><a href="https://school.example/a_b?c=1&amp;d=2">the <em>site</em></a></p>',
    ],
    ['a link that may not be', '[press](javascript:alert(1)) [b](//evil.example)', '<p>[press](javascript:alert(1)) b</p>'],
    ['a picture', '![a seal](https://evil.example/x.png)', '<p>a seal</p>'],
    ['a rule', 'a\n\n---\n* * *\nb', '<p>a</p><hr><hr><p>b</p>'],
    ['a quotation', '> one\n> - two', '<blockquote><p>one</p><ul><li><p>two</p></li></ul></blockquote>'],
    [
      'lists',
      '- a\n- b\n\n1. c\n2. d\n\n5. e',
      '<ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li><p>c</p></li><li><p>d</p></li><li><p>e</p></li></ol>',
    ],
    ['a list that goes on', 'x\n3) c', '<p>x</p><ol start="3"><li><p>c</p></li></ol>'],
    [
      'lists inside of lists',
      '1. a\n  - b\n     - c\n   text\n2. d',
      '<ol><li><p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><p>text</p></li><li><p>d</p></li></ol>',
    ],
    [
      'a check list',
      '- [ ] todo\n- [x] done',
      '<ul><li style="list-style-type:\'☐ \'"><p>todo</p></li><li style="list-style-type:\'☑ \'"><p>done</p></li></ul>',
    ],
    [
      'a table',
      '| a | b |\n|---|:-:|\n| 1 \\| 2 | **x** |',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1 | 2</p></td><td><p><strong>x</strong></p></td></tr></tbody></table>',
    ],
    ['HTML', '<script>alert(1)</script> "quoted"', '<p>&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot;</p>'],
    ['nothing', ' \n\n', ''],
  ])('has %s', (_, markdown, html) => {
    expect(htmlOfMarkdown(markdown)).toBe(html)
  })

  test('that is still being written shows what is bold as bold, and lists as lists', () => {
    expect(htmlOfMarkdown('## Go\n\nOne **very im')).toBe('<h2>Go</h2><p>One <strong>very im</strong></p>')
    expect(htmlOfMarkdown('- a\n- **b')).toBe('<ul><li><p>a</p></li><li><p><strong>b</strong></p></li></ul>')
    expect(htmlOfMarkdown('```\nlet x')).toBe('<pre><code>let x</code></pre>')
  })
})

test.each([
  '[',
  '*a ',
  '**a ',
  '_a_',
  '`',
  '``` ',
  '> ',
  '- ',
  '  - a\n',
  '- - ',
  '1. ',
  '|',
  '|a',
  '| a\n',
  '\\',
  '![',
  '[a](',
  '[a](b',
  '- - - - x',
  '#',
  '# ',
  '~',
  ' ',
  '\n',
  '`a``b```c',
  '***',
  '> - ',
  '&',
  '-',
  '\n> ',
])('40,000 letters of %j cost no more than a moment', (piece) => {
  const markdown = piece.repeat(Math.ceil(40_000 / piece.length))
  const began = process.cpuUsage()
  const html = htmlOfMarkdown(markdown)
  const { user } = process.cpuUsage(began)
  expect(user / 1000).toBeLessThan(400)
  expect(html.length).toBeLessThan(1_200_000)
})

test('lists inside of lists without end are cut to a few', () => {
  const markdown = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')
  expect(htmlOfMarkdown(markdown).match(/<ul>/g)?.length).toBeLessThanOrEqual(6)
})
