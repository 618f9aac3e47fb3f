/** The thread that converts printable pages to PDFs (plan-pdf.ts). Takes a page, and answers with the PDF. */
import { createRequire } from 'node:module'
import { treeOf } from '#server/lib/html/tree-of.ts'
import { doTasks } from '#server/lib/threads/one-at-a-time.ts'
import { findAll, hasClass, textOf } from '#shared/markup-tree.ts'
import { sheetOf, TABLE_LAYOUTS } from '#shared/sub-plans/content/rules.ts'
import { definitionOf, longDefinitionOf, type Paper, type PdfDefinition } from '#shared/sub-plans/pages/rules.ts'

/** `isLong` is true for a page of hundreds of sheets, whose page breaks are decided without measuring. */
export type PdfTask = { page: string; paper: Paper; isLong: boolean }

/** The part of pdfmake that is used here. Its own types bring in the browser's. */
type PdfMake = {
  setFonts: (fonts: unknown) => void
  setTableLayouts: (layouts: typeof TABLE_LAYOUTS) => void
  setUrlAccessPolicy: (mayLoad: (url: string) => boolean) => void
  setLocalAccessPolicy: (mayRead: (file: string) => boolean) => void
  createPdf: (definition: PdfDefinition) => { getBuffer: () => Promise<Uint8Array> }
}

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')
const fonts: { Roboto: Record<string, string> } = require('pdfmake/fonts/Roboto.js')
const files = new Set(Object.values(fonts.Roboto))
pdfmake.setFonts(fonts)
pdfmake.setTableLayouts(TABLE_LAYOUTS)
// A plan has no pictures, so nothing but the fonts is ever read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((file) => files.has(file))

const pdfOf = async ({ page, paper, isLong }: PdfTask): Promise<Uint8Array<ArrayBuffer>> => {
  const root = treeOf(page)
  const [title] = findAll(root, ({ tag }) => tag === 'TITLE')
  const sheets = findAll(root, (element) => hasClass(element, 'sheet')).map(sheetOf)
  const definition = (isLong ? longDefinitionOf : definitionOf)(title ? textOf(title) : '', sheets, paper)
  return Uint8Array.from(await pdfmake.createPdf(definition).getBuffer())
}

doTasks(pdfOf)
