/**
 * Pages of a PDF as pictures, beside those that a person has looked at (test/golden). Drawn by PDFium in WebAssembly with
 * the fonts that the file carries, so that they are the same on every machine. Where a page is meant to look otherwise:
 * delete its picture, run the test, look at the new one, and run it again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type pdfmakeType from 'pdfmake'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

const require = createRequire(import.meta.url)
const pdfmake: typeof pdfmakeType = require('pdfmake')
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js'))
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((file) => file.includes('Roboto'))

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** Pixels a point: 90 to the inch, as small as print can be and still be read. */
const SCALE = 1.25
/** The share of pixels that may differ, for another version of PDFium. A moved line of text is more. */
export const TOLERANCE = 0.001

export type Picture = { width: number; height: number; gray: Uint8Array }
type Definition = Parameters<typeof pdfmakeType.createPdf>[0]

/** Makes a PDF as the browser does, but in Node. */
export const pdfOf = (definition: Definition): Promise<Uint8Array> => pdfmake.createPdf(definition).getBuffer()

const opened = async <Result>(pdf: Uint8Array, read: (page: import('@hyzyla/pdfium').PDFiumPage) => Result): Promise<Awaited<Result>[]> => {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  const results: Awaited<Result>[] = []
  for (const page of document.pages()) results.push(await read(page))
  document.destroy()
  pdfium.destroy()
  return results
}

/** Returns what is written on each page, on one line. */
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

/** The share of pixels in which two pictures differ; 1 when their sizes do. */
export const difference = (one: Buffer, other: Buffer): number => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)]
  return a.width === b.width && a.height === b.height ? pixelmatch(a.data, b.data, undefined, a.width, a.height) / (a.width * a.height) : 1
}

/** What is wrong with a page's picture; undefined when it looks as it was looked at. */
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

/** Returns what is wrong with the pictures of pages, kept in test/golden as `<name>-page-<n>.png`. */
export const problemsOf = (name: string, pages: readonly Picture[]): string[] =>
  pages.flatMap((page, at) => problemOf(`${name}-page-${at + 1}`, encoded(page)) ?? [])
