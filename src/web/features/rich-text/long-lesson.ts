import { createDocument, Mark } from '@tiptap/core'
import { Fragment, type Node, Mark as ProseMark, type Schema } from '@tiptap/pm/model'
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { Transform } from '@tiptap/pm/transform'
import { GROUP_SIZE, groupBlocks } from './paragraph-groups.ts'

/** What a node that holds blocks must allow: a block that was in a group may be moved into it. */
export const BLOCK_GROUP = 'blockGroup'

/** From so many blocks (paragraphs, lists, tables …) on a lesson is long: some five printed pages. */
const LONG = 10 * GROUP_SIZE

/**
 * Shows the blocks of a long lesson in groups. The browser lays out and paints only the groups near the window: a
 * key then costs what is seen and not what was written (docs/decisions/0011).
 *
 * The group of a block is a mark on it, and ProseMirror draws neighbours with the same mark into one element. The mark
 * has no `toDOM`, so nothing that is saved, copied or dragged shows it.
 */
export const LongLesson = Mark.create({
  name: BLOCK_GROUP,
  addAttributes: () => ({ group: { default: 0, parseHTML: (element) => Number(element.dataset['group']) } }),
  // ProseMirror reads a whole group again at each key, and would find other blocks than it knows.
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

  /** Chromium takes the end of what it has laid out for the end of the text. */
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

/** Runs at each key. */
const hasSameGroups = (before: Node, after: Node): boolean =>
  before === after ||
  (before.childCount === after.childCount &&
    after.children.every((node, index) => {
      const previous = before.child(index)
      return node === previous || ProseMark.sameSet(node.marks, previous.marks)
    }))

const markOf = (schema: Schema, group = 0) => schema.mark(BLOCK_GROUP, { group })

/** Gives each block of a long text its group, and takes it from what is inside of another. Returns whether anything changed. */
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
