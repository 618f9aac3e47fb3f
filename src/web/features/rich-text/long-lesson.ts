import { createDocument, Mark } from '@tiptap/core'
import { Fragment, type Node, Mark as ProseMark, type Schema } from '@tiptap/pm/model'
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { Transform } from '@tiptap/pm/transform'
import { GROUP_SIZE, groupBlocks } from './paragraph-groups.ts'

/** The mark that container nodes must allow, because a grouped block may be moved into them. */
export const BLOCK_GROUP = 'blockGroup'

/** Minimum number of blocks (paragraphs, lists, tables, …) in a long lesson: about five printed pages. */
const LONG = 10 * GROUP_SIZE

/**
 * Renders the blocks of a long lesson in groups. The browser lays out and paints only the groups near the viewport, so the cost of a
 * keystroke depends on the visible content rather than on the length of the text (docs/decisions/0011).
 *
 * A block's group is a mark on the block. ProseMirror renders adjacent nodes with the same mark into one element. The mark has no `toDOM`,
 * so it never appears in saved, copied, or dragged content.
 */
export const LongLesson = Mark.create({
  name: BLOCK_GROUP,
  addAttributes: () => ({ group: { default: 0, parseHTML: (element) => Number(element.dataset['group']) } }),
  // ProseMirror re-parses a whole group on each keystroke. Without this rule, the parsed blocks wouldn't match its document.
  parseHTML: () => [{ tag: 'div.block-group' }],
  addMarkView:
    () =>
    ({ mark }) => {
      const dom = document.createElement('div')
      dom.className = 'block-group'
      dom.dataset['group'] = String(mark.attrs['group'])
      return { dom, contentDOM: dom }
    },

  onBeforeCreate() {
    const { options, schema } = this.editor
    const doc = createDocument(options.content, schema)
    if (doc.childCount < LONG) return
    const groups = groupBlocks(doc.children.map(() => undefined))
    const blocks = doc.children.map((block, index) => block.mark([markOf(schema, groups[index]), ...block.marks]))
    options.content = doc.copy(Fragment.from(blocks)).toJSON()
  },

  /** Overrides the shortcuts for the start and end of the text, because Chromium stops at the end of the laid-out content. */
  addKeyboardShortcuts() {
    const go = (atEnd: boolean, isExtending: boolean) => () => {
      const { state, view } = this.editor
      const { doc, selection, tr } = state
      if (doc.childCount < LONG) return false
      const edge = atEnd ? Selection.atEnd(doc) : Selection.atStart(doc)
      view.dispatch(tr.setSelection(isExtending ? TextSelection.between(selection.$anchor, edge.$head) : edge).scrollIntoView())
      return true
    }
    const keys = { 'Mod-Home': false, 'Mod-End': true, 'Meta-ArrowUp': false, 'Meta-ArrowDown': true }
    return Object.fromEntries(
      Object.entries(keys).flatMap(([key, atEnd]) => [
        [key, go(atEnd, false)],
        [`Shift-${key}`, go(atEnd, true)],
      ]),
    )
  },

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (_, { doc }, state) => {
        if (hasSameGroups(doc, state.doc)) return null
        const changes = state.tr
        return regroup(changes) ? changes.setMeta('addToHistory', false).setStoredMarks(state.storedMarks) : null
      },
    }),
  ],
})

/** Runs on every keystroke, so it must be cheap. */
const hasSameGroups = (before: Node, after: Node): boolean =>
  before === after ||
  (before.childCount === after.childCount &&
    after.children.every((node, index) => {
      const previous = before.child(index)
      return node === previous || ProseMark.sameSet(node.marks, previous.marks)
    }))

const markOf = (schema: Schema, group = 0) => schema.mark(BLOCK_GROUP, { group })

/** Assigns a group to each top-level block of a long lesson and removes the mark from nested blocks. Returns whether anything changed. */
function regroup(changes: Transform): boolean {
  const { doc } = changes
  const { schema } = doc.type
  const groupOf = ({ marks }: Node): number | undefined => schema.marks[BLOCK_GROUP]?.isInSet(marks)?.attrs['group']
  const before = doc.children.map(groupOf)
  if (before.length < LONG && before.every((group) => group === undefined)) return false
  const after = groupBlocks(before)
  doc.descendants((node, position, parent, index) => {
    const group = groupOf(node)
    if (parent !== doc && group !== undefined) changes.removeNodeMark(position, markOf(schema, group))
    else if (parent === doc && group !== after[index]) changes.addNodeMark(position, markOf(schema, after[index]))
    return !node.inlineContent
  })
  return changes.docChanged
}
