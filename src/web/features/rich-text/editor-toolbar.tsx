import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Italic, Link, List, ListChecks, ListOrdered, type LucideIcon, Redo2, Underline, Undo2 } from 'lucide-react'
import * as Toolbar from 'radix-ui/toolbar'
import type { ReactNode } from 'react'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { LinkForm } from './link-form.tsx'
import { AlignMenu, ColorMenu, StyleMenu, TableMenu } from './toolbar-menus.tsx'
import { inText, Tool, ToolDivider } from './toolbar-tool.tsx'

const icon = (Icon: LucideIcon) => <Icon className="size-[17px]" />

type Toggle = { type: string; label: string; keys: string; icon: ReturnType<typeof icon>; toggle: (editor: Editor) => void }

const MARKS: readonly Toggle[] = [
  { type: 'bold', label: 'Bold', keys: 'Mod-B', icon: icon(Bold), toggle: (editor) => inText(editor).toggleBold().run() },
  { type: 'italic', label: 'Italic', keys: 'Mod-I', icon: icon(Italic), toggle: (editor) => inText(editor).toggleItalic().run() },
  {
    type: 'underline',
    label: 'Underline',
    keys: 'Mod-U',
    icon: icon(Underline),
    toggle: (editor) => inText(editor).toggleUnderline().run(),
  },
]
const LISTS: readonly Toggle[] = [
  {
    type: 'bulletList',
    label: 'Bulleted list',
    keys: 'Mod-Shift-8',
    icon: icon(List),
    toggle: (editor) => inText(editor).toggleBulletList().run(),
  },
  {
    type: 'orderedList',
    label: 'Numbered list',
    keys: 'Mod-Shift-7',
    icon: icon(ListOrdered),
    toggle: (editor) => inText(editor).toggleOrderedList().run(),
  },
  {
    type: 'taskList',
    label: 'Checklist',
    keys: 'Mod-Shift-9',
    icon: icon(ListChecks),
    toggle: (editor) => inText(editor).toggleTaskList().run(),
  },
]
const LINK = icon(Link)
const UNDO = icon(Undo2)
const REDO = icon(Redo2)

type EditorToolbarProps = {
  editor: Editor
  /** Whether the link form is open. */
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
  /** Extra tools next to the toolbar, always visible. */
  tools?: ReactNode
}

/**
 * The formatting toolbar, an ARIA toolbar: Tab enters it once, and arrow keys move the focus inside it. On phones, it scrolls sideways, and
 * the tools fade out at its edge to show that there are more. Lists come early there, because most plans are lists.
 */
export const EditorToolbar = ({ editor, isLinking, onLinking, tools }: EditorToolbarProps) => {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: [...MARKS, ...LISTS].filter(({ type }) => editor.isActive(type)).map(({ type }) => type),
      isLink: editor.isActive('link'),
      mayUndo: editor.can().undo(),
      mayRedo: editor.can().redo(),
    }),
  })
  const isPhone = useMedia(PHONE)
  const toggles = (group: readonly Toggle[]) =>
    group.map(({ type, label, keys, icon, toggle }) => (
      <Tool key={type} label={label} keys={keys} isOn={state.active.includes(type)} onClick={() => toggle(editor)}>
        {icon}
      </Tool>
    ))
  return (
    <div className="lesson-toolbar border-b border-line bg-sunken">
      <div className="flex items-start">
        <Toolbar.Root
          aria-label="Text formatting"
          className="flex min-w-0 flex-1 flex-wrap items-center gap-0.5 p-1.5 max-sm:swipes max-sm:flex-nowrap max-sm:gap-0 sm:pr-0"
        >
          <StyleMenu editor={editor} />
          <ToolDivider />
          {isPhone ? (
            <>
              {toggles([...MARKS.slice(0, 2), ...LISTS, ...MARKS.slice(2)])}
              <ColorMenu editor={editor} />
              <AlignMenu editor={editor} />
            </>
          ) : (
            <>
              {toggles(MARKS)}
              <ColorMenu editor={editor} />
              <ToolDivider />
              <AlignMenu editor={editor} />
              {toggles(LISTS)}
            </>
          )}
          <ToolDivider />
          <Tool label="Link" keys="Mod-K" isOn={state.isLink || isLinking} onClick={() => onLinking(!isLinking)}>
            {LINK}
          </Tool>
          <TableMenu editor={editor} />
          <ToolDivider />
          <Tool label="Undo" keys="Mod-Z" isDisabled={!state.mayUndo} onClick={() => inText(editor).undo().run()}>
            {UNDO}
          </Tool>
          <Tool label="Redo" keys="Mod-Shift-Z" isDisabled={!state.mayRedo} onClick={() => inText(editor).redo().run()}>
            {REDO}
          </Tool>
        </Toolbar.Root>
        {/* Less padding than the toolbar's, because these buttons are 34 px high and its tools 31 px. */}
        <div className="flex shrink-0 gap-1 px-1.5 py-[4.5px] empty:hidden max-sm:border-l max-sm:border-line sm:pl-0 touch:py-1.5">
          {tools}
        </div>
      </div>
      {isLinking && <LinkForm editor={editor} onDone={() => onLinking(false)} />}
    </div>
  )
}
