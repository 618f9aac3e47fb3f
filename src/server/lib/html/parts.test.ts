import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockedBy, costOf } from '#test/cpu.ts'
import { cleanInTurn, cleanLessonHtml, stays } from './lesson-html.ts'
import { partsOf } from './parts.ts'

const TAGS = ['p', 'b', 'i', 'a', 'ul', 'li', 'h1', 'div', 'span', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'td', 'th', 'colgroup']
const { element } = fc.letrec<{ element: string; inside: string[] }>((tie) => ({
  inside: fc.array(tie('element'), { maxLength: 3 }),
  element: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('text', '1 &lt; 2', 'a > b', '<br>', '<br />', '<hr>', '<col>', ' '),
    fc
      .tuple(fc.constantFrom(...TAGS), fc.constantFrom('', ' style="text-align:center"', ' onclick="x()"', ' /'), tie('inside'))
      .map(([tag, attribute, inside]) => `<${tag}${attribute}>${inside.join('')}</${tag}>`),
  ),
}))
const stray = fc.constantFrom('</p>', '</b>', '<p>', '<!-- -->', '<', '<script>', '<x>', '</br>', '<p title="a>b">', '<b <i>')

test('sanitizing in parts gives the same result as at once, for any input', () => {
  const texts = fc.array(fc.oneof({ weight: 12, arbitrary: element }, { weight: 1, arbitrary: stray }), { maxLength: 12 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 40 }), (pieces, length) => {
      const html = pieces.join('')
      const parts = partsOf(html, length, stays)
      expect(parts.join('')).toBe(html)
      expect(parts.map(cleanLessonHtml).join('')).toBe(cleanLessonHtml(html))
    }),
    { numRuns: 2000 },
  )
})

test('plain text is split between elements, and any other text is not split', () => {
  expect(partsOf('<p>one</p><ul><li>two</li><li>three</li></ul>more<hr><p>four</p>', 8, stays)).toEqual([
    '<p>one</p>',
    '<ul><li>two</li><li>three</li></ul>',
    'more<hr>',
    '<p>four</p>',
  ])
  for (const odd of [
    '<p>one</p><p>two',
    '<p>one</p></p>',
    '<b><i>one</b></i><p>two</p>',
    '<p>one</p><!-- <p>two</p> -->',
    '<p>1 < 2</p><p>two</p>',
    '<p>one</p><td>two</td>',
  ])
    expect(partsOf(odd, 4, stays)).toEqual([odd])
})

test('a long text is sanitized in parts with the same result', async () => {
  const html = '<p style="text-align:center;color:red" onclick="x()">a</p>'.repeat(3000)
  expect(await cleanInTurn(html)).toBe(cleanLessonHtml(html))
  const { blockedMs } = await blockedBy(() => cleanInTurn(html))
  expect(blockedMs).toBeLessThan(costOf(() => cleanLessonHtml(html)) / 2)
  await expect(cleanInTurn('<p>aaaaaaa</p>'.repeat(15_000))).rejects.toThrow('This text is too long')
})
