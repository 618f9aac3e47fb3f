import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { cleanPaste } from './clean-paste.ts'
import { htmlOf } from './editor-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { lessonExtensions } from './lesson-extensions.ts'
import { noticeOfPaste, type PasteNotice } from './pasted-content.ts'
import { type TextHandle, textHandle } from './text-handle.ts'
import './rich-text.css'
import './lesson-editor.css'

export type LessonEditorProps = {
  /** Accessible name. */
  label?: string
  /** An example of what to write, shown while the text is empty. May have several lines. */
  placeholder?: string
  /** Initial HTML. Later values are ignored. */
  initial: string
  /**
   * Called on each edit with a function that returns the current HTML. The function returns '' if the text is empty, and the
   * text as it was given if all edits were undone.
   */
  onEdit: (read: () => string) => void
  /** Whether the text takes the focus when it appears, with the cursor at its end. Doesn't scroll. */
  takesFocus?: boolean
  /** Tools next to the toolbar, such as AI writing and Google Drive. */
  tools?: ReactNode
  /** Receives the handle that those tools use to change the text. */
  text?: Ref<TextHandle>
}

const attributesOf = (label: string, placeholder: string): Record<string, string> => ({
  class: 'rich-text',
  role: 'textbox',
  'aria-label': label,
  'aria-multiline': 'true',
  ...(placeholder && { 'aria-placeholder': placeholder }),
})

const Notice = ({ isRefused, message }: PasteNotice) => (
  <p
    role={isRefused ? 'alert' : 'status'}
    className={isRefused ? 'lesson-notice bg-blocked-soft font-medium text-blocked' : 'lesson-notice bg-brass-soft text-brass-ink'}
  >
    {message}
  </p>
)

/** Focuses the end of the text once. */
const useFirstFocus = (editor: Editor, takesFocus: boolean): void => {
  // Runs once, because a change of `takesFocus` must not move the focus.
  const mayTakeFocus = useRef(takesFocus)
  useEffect(() => {
    // On a slow device, the library destroys an editor that took too long to appear, and then passes another one.
    if (!mayTakeFocus.current || editor.isDestroyed) return
    mayTakeFocus.current = false
    // On a slow connection, the teacher may already be typing a title or choosing from a menu.
    if (document.activeElement?.closest('input, [role="menu"]')) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
  }, [editor])
}

/** The rich text editor. The work per keystroke must not grow with the length of the text. */
export const LessonEditor = ({
  label = 'Description',
  placeholder = '',
  initial,
  onEdit,
  takesFocus = false,
  tools,
  text,
}: LessonEditorProps) => {
  const [notice, setNotice] = useState<PasteNotice | null>(null)
  const handlePaste = (data: DataTransfer | null, event: Event): boolean => {
    const found = data && noticeOfPaste(data)
    setNotice(found)
    if (!found?.isRefused) return false
    event.preventDefault()
    return true
  }
  const editor = useEditor({
    extensions: lessonExtensions,
    content: initial,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: attributesOf(label, placeholder),
      transformPastedHTML: cleanPaste,
      handleDOMEvents: {
        paste: (view, event) => {
          // Makes each paste its own undo step, even right after another edit.
          view.dispatch(closeHistory(view.state.tr))
          return handlePaste(event.clipboardData, event)
        },
        drop: (_, event) => handlePaste(event.dataTransfer, event),
      },
    },
    onFocus: () => {
      hasBeenInText.current = true
    },
    onUpdate: ({ editor, transaction }) => {
      // The editor adds an empty line below a list at the end as soon as it gets the focus. That isn't an edit.
      if (!transaction.docChanged) return
      onEdit(() => {
        const html = htmlOf(editor.state.doc)
        // The editor normalizes the HTML. That alone doesn't count as an edit.
        const { html: given, doc } = taken.current ?? { html: initial, doc: untouched }
        untouchedHtml.current ??= htmlOf(doc)
        return html === untouchedHtml.current ? given : html
      })
    },
  })
  const [untouched] = useState(() => editor.state.doc)
  /** Text from elsewhere that has replaced the initial one. */
  const taken = useRef<{ html: string; doc: Node }>(undefined)
  const untouchedHtml = useRef<string>(undefined)
  const hasBeenInText = useRef(false)
  useImperativeHandle(text, () => {
    const onTaken = (html: string) => {
      taken.current = { html, doc: editor.state.doc }
      untouchedHtml.current = undefined
    }
    return textHandle(editor, () => hasBeenInText.current, onTaken)
  }, [editor])
  useFirstFocus(editor, takesFocus)
  const [isLinking, setIsLinking] = useState(false)
  const handleLinkKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    setIsLinking(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a shortcut of the text and tools inside, which are focusable themselves
    <div className="lesson-editor rounded-card border border-line-strong focus-within:border-brand" onKeyDown={handleLinkKey}>
      <EditorToolbar editor={editor} isLinking={isLinking} onLinking={setIsLinking} tools={tools} />
      {notice && <Notice {...notice} />}
      <EditorContent editor={editor} className="lesson-editor-text" />
    </div>
  )
}
