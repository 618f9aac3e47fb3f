import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as HtmlReader, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/** Lets tools outside the editor change its text. Each call is one undo step and leaves the focus in the text. */
export type TextHandle = {
  /** Inserts HTML at the cursor without replacing the selection, or at the end if the text never had focus. */
  insert: (html: string) => void
  /** Replaces all of the text. */
  replace: (html: string) => void
  /** Takes in text that changed elsewhere. Moves neither the cursor nor the focus, and isn't an edit. */
  take: (html: string) => void
  /** Inserts a link at the cursor without replacing the selection. Text typed afterward isn't part of the link. */
  insertLink: (link: { href: string; text: string }) => void
}

const LISTS = ['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem']

/** Parses HTML into the editor's block nodes, in a separate document so that no script runs and nothing is fetched. */
const blocksOf = (html: string, state: EditorState): Node[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks: Node[] = []
  HtmlReader.fromSchema(state.schema)
    .parse(body)
    .forEach((block) => void blocks.push(block))
  return blocks
}

/** Returns where to insert blocks after a position: after its paragraph, or after the whole list if the position is in the last item. */
const behind = ($at: ResolvedPos): number => {
  let depth = $at.depth
  while (depth > 1 && LISTS.includes($at.node(depth - 1).type.name) && $at.indexAfter(depth - 1) === $at.node(depth - 1).childCount)
    depth -= 1
  return $at.after(depth)
}

/** Inserts blocks at a position, between paragraphs if possible, replacing an empty paragraph. Returns the end of the inserted blocks. */
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

/**
 * Inserts a link at a position, with a space after a preceding word. If the block can't contain links, inserts a new paragraph after it.
 * Returns the end of the link.
 */
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

/** `onTaken` is called after the editor has taken in text that changed elsewhere. */
export const textHandle = (editor: Editor, hasBeenInText: () => boolean, onTaken: (html: string) => void): TextHandle => {
  const change = (edit: (transaction: Transaction, state: EditorState) => number) => {
    const { view } = editor
    // Makes the change its own undo step, separate from typing before and after it.
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
    take: (html) => {
      const { view } = editor
      const { doc, schema, tr } = view.state
      const next = schema.topNodeType.createAndFill(doc.attrs, blocksOf(html, view.state)) ?? doc
      const start = doc.content.findDiffStart(next.content)
      const end = doc.content.findDiffEnd(next.content)
      if (start !== null && end) {
        // Only what differs is replaced, so the cursor stays where it is. The ends can overlap the start if text repeats.
        const overlap = Math.max(0, start - Math.min(end.a, end.b))
        tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
        view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
      }
      onTaken(html)
    },
    insertLink: (link) => {
      change((transaction, state) =>
        linkAt(transaction, hasBeenInText() ? state.selection.$head : TextSelection.atEnd(state.doc).$head, link),
      )
      const { view } = editor
      view.dispatch(view.state.tr.removeStoredMark(view.state.schema.mark('link')))
    },
  }
}
