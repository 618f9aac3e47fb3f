import { describe, expect, test } from 'vitest'
import { htmlOfMarkdown } from './markdown.ts'

/** Returns the HTML without insignificant line breaks between tags. */
const html = (markdown: string): string =>
  htmlOfMarkdown(markdown)
    .replace(/\n+(?=<)|(?<=>)\n+/g, '')
    .trim()

describe('an answer', () => {
  test.each([
    ['headings', '# Unit\n## Goal ##', '<h1>Unit</h1><h2>Goal</h2>'],
    ['paragraphs and lines', 'One\ntwo\n\nthree', '<p>One<br>two</p><p>three</p>'],
    ['emphasis', '**bold** *it* ~~gone~~', '<p><strong>bold</strong> <em>it</em> <s>gone</s></p>'],
    ['signs that are no emphasis', '3 * 4 * 5, snake_case_name', '<p>3 * 4 * 5, snake_case_name</p>'],
    ['a link', '[the site](https://school.example/a?c=1)', '<p><a href="https://school.example/a?c=1">the site</a></p>'],
    ['a link that may not be', '[press](javascript:alert(1))', '<p>[press](javascript:alert(1))</p>'],
    ['a picture, by its words', '![a <seal>](https://evil.example/x.png)', '<p>a &lt;seal&gt;</p>'],
    ['lists inside of lists', '1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    [
      'a check list',
      '- [ ] todo\n- [x] done',
      '<ul><li style="list-style-type:\'☐ \'">todo</li><li style="list-style-type:\'☑ \'">done</li></ul>',
    ],
    ['HTML', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['nothing', ' \n\n', ''],
  ])('has %s', (_, markdown, expected) => {
    expect(html(markdown)).toBe(expected)
  })

  test('has tables', () => {
    expect(html('| a | b |\n|---|---|\n| 1 | **x** |')).toContain('<td><strong>x</strong></td>')
  })

  test('has tables of any realistic size; anything beyond is text', () => {
    const table = (columns: number, rows: number) => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|b\n'.repeat(rows)}`
    const cells = (markdown: string) => htmlOfMarkdown(markdown).match(/<t[dh]>/g)?.length ?? 0
    expect(cells(table(20, 60))).toBe(20 * 61)
    expect(cells(table(21, 2))).toBe(0)
    expect(html(table(21, 2))).toContain('|b')
    expect(cells(table(20, 1500))).toBeLessThanOrEqual(2000)
    expect(cells(`${table(2, 900)}\n`.repeat(5))).toBeLessThanOrEqual(2000)
    expect(html(table(20, 1500))).toContain('|b')
  })
})

test.each([
  '[',
  '*a ',
  '_a_',
  '`',
  '> ',
  '- ',
  '  - a\n',
  '1. ',
  '|a',
  '![',
  '[a](',
  '- - - - x',
  '`a``b```c',
  '> - ',
  '<',
  '[x](javascript:',
  '\n',
  '\n ',
  '   \n',
  '\n> ',
  '|a|b|c\n|-|-|-\n|\n|\n\n',
])('40,000 letters of %j cost no more than a moment', (piece) => {
  const began = process.cpuUsage()
  const { length } = htmlOfMarkdown(piece.repeat(Math.ceil(40_000 / piece.length)))
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500)
  expect(length).toBeLessThan(250_000)
})
