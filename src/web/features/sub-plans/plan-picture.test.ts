/** Compares a plan's PDF pages with the approved images in test/golden. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { difference, encoded, type Picture, pdfOf, picturesOf, problemsOf, TOLERANCE } from '#test/golden-pages.ts'
import { planDefinition } from './plan-layout.ts'

const pagesOf = async (plan: string, paper: 'A4' | 'LETTER'): Promise<Picture[]> => {
  const file = fileURLToPath(new URL(`../../../../test/golden/${plan}.html`, import.meta.url))
  return picturesOf(await pdfOf(planDefinition(new JSDOM(readFileSync(file, 'utf8')).window.document, paper)))
}

test.each([
  ['sub-plan-of-one-day', 'A4', 3],
  ['sub-plan-of-several-days', 'LETTER', 5],
  ['sub-plan-under-a-school', 'A4', 5],
] as const)('the PDF of the %s on %s matches the reviewed pages', async (plan, paper, count) => {
  const pages = await pagesOf(plan, paper)
  expect(pages).toHaveLength(count)
  expect(problemsOf(plan, pages)).toEqual([])
})

test('a page with a changed or shifted line of text fails', async () => {
  const [page] = await pagesOf('sub-plan-of-one-day', 'A4')
  if (!page) throw new Error('The plan has no page')
  const shifted = { ...page, gray: new Uint8Array(page.gray).fill(255) }
  // Shifts the page two pixels down, which is less than half a line.
  shifted.gray.set(page.gray.subarray(0, page.gray.length - 2 * page.width), 2 * page.width)
  expect(difference(encoded(page), encoded(shifted))).toBeGreaterThan(TOLERANCE)
})
