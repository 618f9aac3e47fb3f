import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Heading2, Italic, Link, List, ListOrdered, Redo2, Strikethrough, Underline, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LinkForm } from './link-form.tsx'

const icon = (Icon: typeof Bold) => <Icon aria-hidden="true" className="size-[17px]" />
const ICONS = {
  bold: icon(Bold),
  italic: icon(Italic),
  underline: icon(Underline),
  strike: icon(Strikethrough),
  heading: icon(Heading2),
  bullets: icon(List),
  numbers: icon(ListOrdered),
  link: icon(Link),
  undo: icon(Undo2),
  redo: icon(Redo2),
}

type ToolProps = { label: string; isOn?: boolean; isDisabled?: boolean; onPress: () => void; children: ReactNode }

/** A press must not take the focus, and with it the selection, out of the text. */
const Tool = ({ label, isOn, isDisabled = false, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    aria-disabled={isDisabled || undefined}
    onMouseDown={(event) => event.preventDefault()}
    onClick={isDisabled ? undefined : onPress}
    className="grid size-[31px] place-items-center rounded-lg text-ink-soft hover:bg-surface hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-pressed:bg-brand-soft aria-pressed:text-brand small:size-11"
  >
    {children}
  </button>
)

const Divider = () => <span aria-hidden="true" className="mx-1 h-[18px] w-px bg-line" />

export const EditorToolbar = ({ editor }: { editor: Editor }) => {
  const [isLinking, setIsLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      strike: editor.isActive('strike'),
      heading: editor.isActive('heading', { level: 2 }),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      link: editor.isActive('link'),
      mayUndo: editor.can().undo(),
      mayRedo: editor.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  return (
    <div className="border-b border-line bg-sunken">
      <fieldset aria-label="Text formatting" className="flex min-w-0 flex-wrap items-center gap-0.5 p-1.5">
        <Tool label="Bold" isOn={state.bold} onPress={() => chain().toggleBold().run()}>
          {ICONS.bold}
        </Tool>
        <Tool label="Italic" isOn={state.italic} onPress={() => chain().toggleItalic().run()}>
          {ICONS.italic}
        </Tool>
        <Tool label="Underline" isOn={state.underline} onPress={() => chain().toggleUnderline().run()}>
          {ICONS.underline}
        </Tool>
        <Tool label="Strikethrough" isOn={state.strike} onPress={() => chain().toggleStrike().run()}>
          {ICONS.strike}
        </Tool>
        <Divider />
        <Tool label="Heading" isOn={state.heading} onPress={() => chain().toggleHeading({ level: 2 }).run()}>
          {ICONS.heading}
        </Tool>
        <Tool label="Bulleted list" isOn={state.bullets} onPress={() => chain().toggleBulletList().run()}>
          {ICONS.bullets}
        </Tool>
        <Tool label="Numbered list" isOn={state.numbers} onPress={() => chain().toggleOrderedList().run()}>
          {ICONS.numbers}
        </Tool>
        <Divider />
        <Tool label="Link" isOn={state.link || isLinking} onPress={() => setIsLinking(!isLinking)}>
          {ICONS.link}
        </Tool>
        <Divider />
        <Tool label="Undo" isDisabled={!state.mayUndo} onPress={() => chain().undo().run()}>
          {ICONS.undo}
        </Tool>
        <Tool label="Redo" isDisabled={!state.mayRedo} onPress={() => chain().redo().run()}>
          {ICONS.redo}
        </Tool>
      </fieldset>
      {isLinking && <LinkForm editor={editor} onDone={() => setIsLinking(false)} />}
    </div>
  )
}
