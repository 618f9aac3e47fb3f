/**
 * The pages of a plan's PDF as pictures, beside those that a person has looked at (test/golden). Drawn by PDFium in
 * WebAssembly with the fonts that the file carries, so that they are the same on every machine. Where a page is meant to
 * look otherwise: delete its picture, run this test, look at the new one, and run it again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { JSDOM } from 'jsdom'
import type pdfmakeType from 'pdfmake'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, expect, test } from 'vitest'
import { planDefinition } from './plan-layout.ts'

const require = createRequire(import.meta.url)
const pdfmake: typeof pdfmakeType = require('pdfmake')
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js'))
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((file) => file.includes('Roboto'))

const inProject = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url))
const pdfium = await PDFiumLibrary.init()
afterAll(() => pdfium.destroy())

/** Pixels a point: 90 to the inch, as small as print can be and still be read. */
const SCALE = 1.25
/** The share of pixels that may differ, for another version of PDFium. A moved line of text is more. */
const TOLERANCE = 0.001

type Picture = { width: number; height: number; gray: Uint8Array }

const pagesOf = async (plan: string, paper: 'A4' | 'LETTER'): Promise<Picture[]> => {
  const page = new JSDOM(readFileSync(inProject(`test/golden/${plan}.html`), 'utf8')).window.document
  const pdf = await pdfium.loadDocument(await pdfmake.createPdf(planDefinition(page, paper)).getBuffer())
  const pictures: Picture[] = []
  for (const sheet of pdf.pages()) {
    const { width, height, data } = await sheet.render({ scale: SCALE, colorSpace: 'Gray', render: 'bitmap' })
    pictures.push({ width, height, gray: data })
  }
  pdf.destroy()
  return pictures
}

const encoded = ({ width, height, gray }: Picture): Buffer => {
  const picture = new PNG({ width, height })
  for (const [at, shade] of gray.entries()) picture.data.set([shade, shade, shade, 255], at * 4)
  return PNG.sync.write(picture, { colorType: 0 })
}

/** The share of pixels in which two pictures differ; 1 when their sizes do. */
const difference = (one: PNG, other: PNG): number =>
  one.width === other.width && one.height === other.height
    ? pixelmatch(one.data, other.data, undefined, one.width, one.height) / (one.width * one.height)
    : 1

/** What is wrong with a page's picture; undefined when it looks as it was looked at. */
const problemOf = (name: string, picture: Buffer): string | undefined => {
  const golden = inProject(`test/golden/${name}.png`)
  if (!existsSync(golden)) {
    writeFileSync(golden, picture)
    return `test/golden/${name}.png was not there and is drawn now: look at it, and run the test again`
  }
  const differing = difference(PNG.sync.read(readFileSync(golden)), PNG.sync.read(picture))
  if (differing <= TOLERANCE) return undefined
  const drawn = inProject(`test-results/${name}.png`)
  mkdirSync(path.dirname(drawn), { recursive: true })
  writeFileSync(drawn, picture)
  return `${(differing * 100).toFixed(2)}% of test/golden/${name}.png is drawn otherwise: see test-results/${name}.png`
}

test.each([
  ['sub-plan-of-one-day', 'A4', 2],
  ['sub-plan-of-several-days', 'LETTER', 5],
] as const)('the PDF of the %s on %s looks, page by page, as it was looked at', async (plan, paper, count) => {
  const pages = await pagesOf(plan, paper)
  expect(pages).toHaveLength(count)
  expect(pages.flatMap((page, at) => problemOf(`${plan}-page-${at + 1}`, encoded(page)) ?? [])).toEqual([])
})

test('a page on which a line of text is another, or has moved, does not pass', async () => {
  const [page] = await pagesOf('sub-plan-of-one-day', 'A4')
  if (!page) throw new Error('The plan has no page')
  const shifted = { ...page, gray: new Uint8Array(page.gray).fill(255) }
  // Two pixels down: less than half a line.
  shifted.gray.set(page.gray.subarray(0, page.gray.length - 2 * page.width), 2 * page.width)
  expect(difference(PNG.sync.read(encoded(page)), PNG.sync.read(encoded(shifted)))).toBeGreaterThan(TOLERANCE)
})
