import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as HtmlReader, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/** What stands beside the editor may do to its text; each is one step for Undo, and the focus is in the text after it. */
export type TextHandle = {
  /** Puts HTML at the cursor, in place of nothing; at the end where nobody has been in the text yet. */
  insert: (html: string) => void
  /** Puts HTML in the place of all. */
  replace: (html: string) => void
  /** Puts a link at the cursor, in place of nothing; what is typed next is no part of it. */
  insertLink: (link: { href: string; text: string }) => void
}

const LISTS = ['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem']

/** The HTML as blocks that the editor knows. It is read in a document of its own, where nothing runs and nothing is fetched. */
const blocksOf = (html: string, state: EditorState): Node[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks: Node[] = []
  HtmlReader.fromSchema(state.schema)
    .parse(body)
    .forEach((block) => void blocks.push(block))
  return blocks
}

/** Where blocks go that belong behind a place: behind its paragraph, and behind a list where it is the list's end. */
const behind = ($at: ResolvedPos): number => {
  let depth = $at.depth
  while (depth > 1 && LISTS.includes($at.node(depth - 1).type.name) && $at.indexAfter(depth - 1) === $at.node(depth - 1).childCount)
    depth -= 1
  return $at.after(depth)
}

/** Puts blocks at a place of the text: between paragraphs where there is a choice, and an empty one gives way. Returns where they end. */
const putAt = (transaction: Transaction, $at: ResolvedPos, blocks: Node[]): number => {
  const { parent, parentOffset, pos } = $at
  const size = blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const isFree = $at.depth > 0 && !LISTS.includes($at.node($at.depth - 1).type.name)
  const isInside = parentOffset > 0 && parentOffset < parent.content.size
  const from = $at.depth === 0 ? pos : isInside ? pos + 1 : isFree && parentOffset === 0 ? $at.before() : behind($at)
  if (isInside && $at.depth > 0) transaction.split(pos)
  if (isFree && parent.content.size === 0) transaction.replaceWith($at.before(), $at.after(), blocks)
  else transaction.insert(from, blocks)
  return from + size
}

/** Puts a link at a place of the text, apart from the word before it; behind a block that holds no links. Returns where it ends. */
const linkAt = (transaction: Transaction, $at: ResolvedPos, { href, text }: { href: string; text: string }): number => {
  const { schema } = transaction.doc.type
  const { link } = schema.marks
  const { paragraph } = schema.nodes
  if (!link || !paragraph) throw new Error('The editor has no links')
  const linked = schema.text(text, [link.create({ href })])
  if (!$at.parent.isTextblock || !$at.parent.type.allowsMarkType(link)) return putAt(transaction, $at, [paragraph.create(null, linked)]) - 1
  const isBehindWord = /\S$/.test($at.parent.textBetween(0, $at.parentOffset, undefined, ' '))
  const pieces = isBehindWord ? [schema.text(' '), linked] : [linked]
  transaction.insert($at.pos, pieces)
  return $at.pos + pieces.reduce((size, { nodeSize }) => size + nodeSize, 0)
}

export const textHandle = (editor: Editor, hasBeenInText: () => boolean): TextHandle => {
  const change = (edit: (transaction: Transaction, state: EditorState) => number) => {
    const { view } = editor
    // By itself for Undo, however quickly it came after the last key, and the next after it.
    view.dispatch(closeHistory(view.state.tr))
    const transaction = view.state.tr
    const end = edit(transaction, view.state)
    transaction.setSelection(TextSelection.near(transaction.doc.resolve(Math.min(end, transaction.doc.content.size)), -1))
    view.focus()
    view.dispatch(transaction.scrollIntoView())
    view.dispatch(closeHistory(view.state.tr))
  }
  return {
    insert: (html) =>
      change((transaction, state) => {
        const $at = hasBeenInText() ? state.selection.$head : TextSelection.atEnd(state.doc).$head
        return putAt(transaction, $at, blocksOf(html, state))
      }),
    replace: (html) =>
      change((transaction, state) => {
        transaction.replaceWith(0, state.doc.content.size, blocksOf(html, state))
        return transaction.doc.content.size
      }),
    insertLink: (link) => {
      change((transaction, state) =>
        linkAt(transaction, hasBeenInText() ? state.selection.$head : TextSelection.atEnd(state.doc).$head, link),
      )
      const { view } = editor
      view.dispatch(view.state.tr.removeStoredMark(view.state.schema.mark('link')))
    },
  }
}
