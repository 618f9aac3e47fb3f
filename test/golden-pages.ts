/**
 * Compares PDF pages with reviewed images (test/golden). PDFium renders them in WebAssembly with the PDF's own fonts, so the result is the
 * same on every machine. To accept an intended change, delete the image, run the test, review the new image and run the test again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type pdfmakeType from 'pdfmake'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { TABLE_LAYOUTS } from '#shared/sub-plans/content/rules.ts'
import type { PdfDefinition } from '#shared/sub-plans/pages/rules.ts'

const require = createRequire(import.meta.url)
const pdfmake: typeof pdfmakeType = require('pdfmake')
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js'))
pdfmake.setTableLayouts(TABLE_LAYOUTS)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((file) => file.includes('Roboto'))

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** Pixels per point. This is 90 dpi, the lowest resolution at which the text is readable. */
const SCALE = 1.25
/** The share of pixels that may differ, to allow for other PDFium versions. A shifted line of text exceeds it. */
export const TOLERANCE = 0.001

export type Picture = { width: number; height: number; gray: Uint8Array }
type Definition = Parameters<typeof pdfmakeType.createPdf>[0]

/** Generates a PDF as the browser does, but in Node. */
export const pdfOf = (definition: PdfDefinition): Promise<Uint8Array> => pdfmake.createPdf(definition as object as Definition).getBuffer()

const opened = async <Result>(pdf: Uint8Array, read: (page: import('@hyzyla/pdfium').PDFiumPage) => Result): Promise<Awaited<Result>[]> => {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  const results: Awaited<Result>[] = []
  for (const page of document.pages()) results.push(await read(page))
  document.destroy()
  pdfium.destroy()
  return results
}

/** Returns the text of each page as a single line. */
export const textsOf = (pdf: Uint8Array): Promise<string[]> => opened(pdf, (page) => page.getText().replace(/\s+/g, ' ').trim())

export const picturesOf = (pdf: Uint8Array): Promise<Picture[]> =>
  opened(pdf, async (page) => {
    const { width, height, data } = await page.render({ scale: SCALE, colorSpace: 'Gray', render: 'bitmap' })
    return { width, height, gray: data }
  })

export const encoded = ({ width, height, gray }: Picture): Buffer => {
  const picture = new PNG({ width, height })
  for (const [at, shade] of gray.entries()) picture.data.set([shade, shade, shade, 255], at * 4)
  return PNG.sync.write(picture, { colorType: 0 })
}

/** Returns the share of pixels that differ between two images, or 1 if their sizes differ. */
export const difference = (one: Buffer, other: Buffer): number => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)]
  return a.width === b.width && a.height === b.height ? pixelmatch(a.data, b.data, undefined, a.width, a.height) / (a.width * a.height) : 1
}

/** Returns the problem with a page's image, or undefined if it matches the reviewed one. */
const problemOf = (name: string, picture: Buffer): string | undefined => {
  const golden = inProject(`test/golden/${name}.png`)
  if (!existsSync(golden)) {
    writeFileSync(golden, picture)
    return `test/golden/${name}.png was not there and is drawn now: look at it, and run the test again`
  }
  const differing = difference(readFileSync(golden), picture)
  if (differing <= TOLERANCE) return undefined
  const drawn = inProject(`test-results/${name}.png`)
  mkdirSync(path.dirname(drawn), { recursive: true })
  writeFileSync(drawn, picture)
  return `${(differing * 100).toFixed(2)}% of test/golden/${name}.png is drawn otherwise: see test-results/${name}.png`
}

/** Compares pages with the images `test/golden/<name>-page-<n>.png`. Returns the problems found. */
export const problemsOf = (name: string, pages: readonly Picture[]): string[] =>
  pages.flatMap((page, at) => problemOf(`${name}-page-${at + 1}`, encoded(page)) ?? [])
