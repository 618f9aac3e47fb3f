import { type Editor, Extension } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useRef } from 'react'
import { isLinkAllowed, LINK_REL } from '#shared/lesson-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import './rich-text.css'

/** ⌘/Ctrl + Enter belongs to the dialog, which saves; the editor would break the line. */
const LeaveSaveKey = Extension.create({
  name: 'leaveSaveKey',
  priority: 1000,
  addKeyboardShortcuts: () => ({ 'Mod-Enter': () => true }),
})

const extensions = [
  LeaveSaveKey,
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    undoRedo: { depth: 100, newGroupDelay: 500 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (href, { defaultValidate }) => isLinkAllowed(href) && defaultValidate(href),
      HTMLAttributes: { rel: LINK_REL, target: '_blank' },
    },
  }),
]

export type LessonEditorProps = {
  /** What to begin with; later values are not read. */
  initial: string
  /** Called with the new text, '' when it is empty, only when something was edited. */
  onChange: (html: string) => void
}

/** The text as it is kept: without the empty lines that the editor holds ready at the end. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, ''))

/** Where a lesson's text is written. */
export const LessonEditor = ({ initial, onChange }: LessonEditorProps) => {
  // The editor writes the same text in its own way (and adds a line at the end): that alone is no edit.
  const untouched = useRef('')
  const editor = useEditor({
    extensions,
    content: initial,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'rich-text', role: 'textbox', 'aria-label': 'Description', 'aria-multiline': 'true' },
    },
    onCreate: ({ editor }) => {
      untouched.current = htmlOf(editor)
    },
    onUpdate: ({ editor }) => {
      const html = htmlOf(editor)
      onChange(html === untouched.current ? initial : html)
    },
  })
  return (
    <div className="lesson-editor overflow-clip rounded-[13px] border border-line-strong/60 focus-within:border-brand">
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}
