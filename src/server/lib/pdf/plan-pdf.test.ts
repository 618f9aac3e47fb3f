import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { picturesOf, problemsOf, textsOf } from '#test/golden-pages.ts'
import { makePdfThread, PdfFailed } from './plan-pdf.ts'

const page = (name: string) => readFileSync(fileURLToPath(new URL(`../../../../test/golden/${name}.html`, import.meta.url)), 'utf8')
/** Compiling the thread takes seconds on a busy machine. */
const makePdf = makePdfThread({ mostMs: 60_000 })

test.each([
  ['sub-plan-of-one-day', 'A4'],
  ['sub-plan-of-several-days', 'LETTER'],
] as const)('the server’s PDF of the %s has the pages that the browser’s has', async (plan, paper) => {
  expect(problemsOf(plan, await picturesOf(await makePdf(page(plan), paper)))).toEqual([])
})

test('a PDF tells screen readers its language, and its window shows the title', async () => {
  const pdf = Buffer.from(await makePdf(page('sub-plan-of-one-day'), 'A4')).toString('latin1')
  expect(pdf).toContain('/Lang (en-US)')
  expect(pdf).toContain('/DisplayDocTitle true')
})

test('plans that are wanted at once are made one after the other, each complete', async () => {
  const names = ['Ann Lee', 'Bea Fox', 'Carl Roe']
  const pdfs = await Promise.all(names.map((name) => makePdf(page('sub-plan-of-one-day').replaceAll('Maya Rivera', name), 'A4')))
  for (const [at, pdf] of pdfs.entries()) expect((await textsOf(pdf))[0]).toContain(names[at])
})

test('pages that wait behind a slow one fail together with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const make = makePdfThread()
  const results = Promise.allSettled(Array.from({ length: 3 }, () => make(page('sub-plan-of-several-days'), 'A4')))
  await vi.advanceTimersByTimeAsync(8_001)
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('a page that is too long isn’t tried', async () => {
  await expect(makePdf(`<p>${'x'.repeat(1_000_000)}</p>`, 'A4')).rejects.toThrow('The page is too long')
})

test('a page that takes too long fails, and the next one is made by a new thread', async () => {
  const impatient = makePdfThread({ mostMs: 1 })
  await expect(impatient(page('sub-plan-of-one-day'), 'A4')).rejects.toThrow(PdfFailed)
  expect((await makePdf('<table class="sheet"><tbody><tr><td><p>Hello</p></td></tr></tbody></table>', 'A4')).length).toBeGreaterThan(500)
})
