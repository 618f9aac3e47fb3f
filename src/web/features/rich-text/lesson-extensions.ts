import { type AnyExtension, Extension, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import TextAlign from '@tiptap/extension-text-align'
import StarterKit from '@tiptap/starter-kit'
import { isLinkAllowed, LINK_REL } from '#shared/lesson-html.ts'
import { CheckList, CheckListItem } from './check-list.ts'
import { Highlight, TextColor } from './color-marks.ts'
import { BLOCK_GROUP, LongLesson } from './long-lesson.ts'

/** ⌘/Ctrl + Enter saves the dialog. By default, the editor would insert a line break. */
const LeaveSaveKey = Extension.create({
  name: 'leaveSaveKey',
  priority: 1000,
  addKeyboardShortcuts: () => ({ 'Mod-Enter': () => true }),
})

/** Column widths depend on the content and aren't stored. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] })

const HOLDERS = ['doc', 'blockquote', 'listItem', CheckListItem.name, TableHeader.name, TableCell.name]

/** Lets container nodes accept the group mark, which a block briefly retains after it is moved into a container. */
const holdingGroups = (extension: AnyExtension): AnyExtension =>
  extension instanceof Node && HOLDERS.includes(extension.name) ? extension.extend({ marks: BLOCK_GROUP }) : extension

/** The lesson schema and its HTML serialization. All of its tags and attributes are on the allow-list. */
export const lessonExtensions = [
  LeaveSaveKey,
  StarterKit.extend({
    addExtensions() {
      return this.parent?.().map(holdingGroups) ?? []
    },
  }).configure({
    heading: { levels: [1, 2, 3, 4] },
    undoRedo: { depth: 100, newGroupDelay: 500 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (href, { defaultValidate }) => isLinkAllowed(href) && defaultValidate(href),
      HTMLAttributes: { target: '_blank', rel: LINK_REL },
    },
  }),
  TextColor,
  Highlight,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  CheckList,
  CheckListItem,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  LongLesson,
].map(holdingGroups)
