import { parseDocument } from 'htmlparser2'
import type { MarkupElement } from '#shared/markup-tree.ts'

type ParsedNode = ReturnType<typeof parseDocument>['children'][number]

const nodesOf = (node: ParsedNode): MarkupElement['children'] => {
  if ('data' in node) return node.type === 'text' ? [node.data] : []
  if (!('attribs' in node)) return []
  return [{ tag: node.name.toUpperCase(), attributes: node.attribs, children: node.children.flatMap(nodesOf) }]
}

/** Returns HTML as plain data: an element without a tag that contains it. */
export const treeOf = (html: string): MarkupElement => ({
  tag: '',
  attributes: {},
  children: parseDocument(html).children.flatMap(nodesOf),
})
