import type { MarkupElement } from '#shared/markup-tree.ts'
import { type PdfSheet, sheetOf } from '#shared/sub-plans/content/rules.ts'

const ELEMENT = 1
const TEXT = 3

/** Returns a part of a page as plain data. */
const treeOf = (element: Element): MarkupElement => ({
  tag: element.tagName.toUpperCase(),
  attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  children: [...element.childNodes].flatMap((node): MarkupElement['children'] => {
    if (node.nodeType === ELEMENT) return [treeOf(node as Element)]
    return node.nodeType === TEXT ? [node.textContent ?? ''] : []
  }),
})

/** A document with a title and sheets, or a part of a page that is rendered like one. */
export type Plan = Pick<Document, 'title' | 'querySelectorAll'>

/** Returns the sheets of a plan, each with its running header and its content. */
export const sheetsOf = (plan: Pick<Plan, 'querySelectorAll'>): PdfSheet[] =>
  [...plan.querySelectorAll('.sheet')].map((sheet) => sheetOf(treeOf(sheet)))
