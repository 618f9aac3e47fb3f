/** The thread that converts printable pages to PDFs (plan-pdf.ts). Takes a page, and answers with the PDF. */
import { createRequire } from 'node:module'
import { parseDocument } from 'htmlparser2'
import { doTasks } from '#server/lib/threads/one-at-a-time.ts'
import { findAll, hasClass, type MarkupElement, textOf } from '#shared/markup-tree.ts'
import { sheetOf, TABLE_LAYOUTS } from '#shared/sub-plans/content/rules.ts'
import { definitionOf, type Paper, type PdfDefinition } from '#shared/sub-plans/pages/rules.ts'

export type PdfTask = { page: string; paper: Paper }

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

type ParsedNode = ReturnType<typeof parseDocument>['children'][number]

const treeOf = (node: ParsedNode): MarkupElement['children'] => {
  if ('data' in node) return node.type === 'text' ? [node.data] : []
  if (!('attribs' in node)) return []
  return [{ tag: node.name.toUpperCase(), attributes: node.attribs, children: node.children.flatMap(treeOf) }]
}

const pdfOf = async ({ page, paper }: PdfTask): Promise<Uint8Array<ArrayBuffer>> => {
  const root = { tag: '', attributes: {}, children: parseDocument(page).children.flatMap(treeOf) }
  const [title] = findAll(root, ({ tag }) => tag === 'TITLE')
  const sheets = findAll(root, (element) => hasClass(element, 'sheet')).map(sheetOf)
  return Uint8Array.from(await pdfmake.createPdf(definitionOf(title ? textOf(title) : '', sheets, paper)).getBuffer())
}

doTasks(pdfOf)
