import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { sheetsOf } from './plan-content.ts'

const golden = (name: string): Document =>
  new JSDOM(readFileSync(fileURLToPath(new URL(`../../../../test/golden/${name}.html`, import.meta.url)), 'utf8')).window.document

/** Returns all the text of a layout, in order. */
const textsOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textsOf).join('')
  if (typeof content !== 'object' || content === null) return ''
  const { text, stack, columns, ul, ol, table } = content as Record<string, unknown>
  const cells = (table as { body: unknown[][] } | undefined)?.body.flat()
  return [text, stack, columns, ul, ol, cells].map(textsOf).join(' ')
}
const words = (text: string): string => text.replace(/\s+/g, '')

describe.each(['sub-plan-of-one-day', 'sub-plan-of-several-days'])('the PDF of the approved page %s', (name) => {
  test('has the same words as the page, in the same order and on the same number of sheets', () => {
    const page = golden(name)
    const sheets = [...page.querySelectorAll('.sheet')]
    expect(sheetsOf(page)).toHaveLength(sheets.length)
    for (const [index, { running, content }] of sheetsOf(page).entries()) {
      expect(running).toBe(sheets[index]?.querySelector('.running')?.textContent)
      expect(words(textsOf(content))).toBe(words(sheets[index]?.querySelector(':scope > tbody')?.textContent ?? ''))
    }
  })
})

test('rich text keeps its bold text, lists, tables and link targets', () => {
  const { document } = new JSDOM(
    `<table class="sheet"><tbody><tr><td><div class="text"><p>A <b>bold</b> <a href="https://a.example/x">link</a></p>
     <ol start="3"><li>one<ul><li>two</li></ul></li></ol><table><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></table>loose</div></td></tr></tbody></table>`,
  ).window
  const text = textsOf(sheetsOf(document)[0]?.content)
  expect(words(text)).toBe('Aboldlink(https://a.example/x)onetwowideabloose')
  expect(JSON.stringify(sheetsOf(document)[0]?.content)).toMatch(/\{"bold":true,"text":"bold"\}.*"start":3.*"colSpan":2/)
})

test('a cell next to one that spans two rows stays in its own column', () => {
  const { document } = new JSDOM(
    `<table class="sheet"><tbody><tr><td><table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td></tr></table></td></tr></tbody></table>`,
  ).window
  const [table] = (sheetsOf(document)[0]?.content ?? []) as { table: { body: object[][] } }[]
  expect(table?.table.body.map((row) => row.map(textsOf).map(words))).toEqual([
    ['a', 'b'],
    ['', 'c'],
    ['d', 'e'],
  ])
})

test('a checklist shows which items are done, and highlighted words are visible without color', () => {
  const { document } = new JSDOM(
    `<table class="sheet"><tbody><tr><td><ul><li style='list-style-type:"☐ "'>open</li><li style='list-style-type:"☑ "'>done</li></ul>
     <p>a <span style="background-color:palegreen">word</span></p></td></tr></tbody></table>`,
  ).window
  const content = JSON.stringify(sheetsOf(document)[0]?.content)
  expect(content.match(/"rect"/g)).toHaveLength(2)
  expect(content).toMatch(/open.*"polyline".*done/)
  expect(content).toContain('{"decoration":"underline","text":"word"}')
})
