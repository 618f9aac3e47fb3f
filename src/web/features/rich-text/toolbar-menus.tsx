import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Baseline,
  Code,
  type LucideIcon,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Table,
} from 'lucide-react'
import { MenuCheck, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { HIGHLIGHTS, TEXT_COLORS } from './lesson-colors.ts'
import { type Run, shownKeys, ToolMenu } from './toolbar-tool.tsx'

type MenuProps = { editor: Editor }

/** `short` is shown on phones. */
const STYLES = [
  { value: 'paragraph', label: 'Normal text', short: 'Aa' },
  { value: '1', label: 'Heading 1', short: 'H1' },
  { value: '2', label: 'Heading 2', short: 'H2' },
  { value: '3', label: 'Heading 3', short: 'H3' },
  { value: 'code', label: 'Code block', short: '</>' },
] as const
type Style = (typeof STYLES)[number]['value']

const styleOf = (editor: Editor): Style => {
  if (editor.isActive('codeBlock')) return 'code'
  // Pasted text may contain level 4 headings.
  return (['1', '2', '3'] as const).find((level) => editor.isActive('heading', { level: Number(level) })) ?? 'paragraph'
}

type Other = { type: string; label: string; keys: string; Icon: LucideIcon; toggle: (chain: ChainedCommands) => ChainedCommands }

/** Less common formats that don't have their own toolbar button. */
const OTHERS: readonly Other[] = [
  { type: 'blockquote', label: 'Quote', keys: 'Mod-Shift-B', Icon: Quote, toggle: (chain) => chain.toggleBlockquote() },
  { type: 'strike', label: 'Strikethrough', keys: 'Mod-Shift-S', Icon: Strikethrough, toggle: (chain) => chain.toggleStrike() },
  { type: 'code', label: 'Code', keys: 'Mod-E', Icon: Code, toggle: (chain) => chain.toggleCode() },
]

export const StyleMenu = ({ editor }: MenuProps) => {
  const { style, active } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      style: styleOf(editor),
      active: OTHERS.filter(({ type }) => editor.isActive(type)).map(({ type }) => type),
    }),
  })
  const { label, short } = STYLES.find(({ value }) => value === style) ?? STYLES[0]
  const word = (
    <>
      <span className="w-[88px] text-left in-[[role=dialog]:has(aside)]:hidden max-sm:hidden">{label}</span>
      <span aria-hidden="true" className="text-body not-in-[[role=dialog]:has(aside)]:sm:hidden">
        {short}
      </span>
    </>
  )
  const choose = (run: Run, chosen: Style) =>
    run((chain) => {
      if (chosen === 'paragraph') return chain.setParagraph()
      return chosen === 'code' ? chain.setCodeBlock() : chain.setHeading({ level: Number(chosen) as 1 | 2 | 3 })
    })
  return (
    <ToolMenu editor={editor} label="Text style" current={label} icon={word}>
      {(run) => (
        <>
          <MenuChoice label="Text style" value={style} options={STYLES} closes onChange={(chosen) => choose(run, chosen)} />
          <MenuSeparator />
          {OTHERS.map(({ type, label, keys, Icon, toggle }) => (
            <MenuCheck key={type} icon={<Icon className="size-4" />} checked={active.includes(type)} onChange={() => run(toggle)}>
              <span className="flex justify-between gap-4">
                {label}
                <span className="text-ink-soft small:hidden">{shownKeys(keys)}</span>
              </span>
            </MenuCheck>
          ))}
          <MenuSeparator />
          <MenuItem
            icon={<RemoveFormatting className="size-4" />}
            onSelect={() => run((chain) => chain.unsetAllMarks().clearNodes().unsetTextAlign())}
          >
            Clear formatting
          </MenuItem>
        </>
      )}
    </ToolMenu>
  )
}

const NONE = 'none'

/** A sample letter in the text color or on the highlight color, styled like lesson text. */
const sample = (property: 'color' | 'backgroundColor', name: string) => (
  <span aria-hidden="true" className="rich-text grid">
    <span className="grid size-[18px] place-items-center rounded text-label leading-none font-bold" style={{ [property]: name }}>
      A
    </span>
  </span>
)
const choicesOf = (property: 'color' | 'backgroundColor', colors: readonly { name: string; label: string }[], none: string) => [
  { value: NONE, label: none },
  ...colors.map(({ name, label }) => ({ value: name, label, icon: sample(property, name) })),
]
const COLOR_CHOICES = choicesOf('color', TEXT_COLORS, 'Automatic')
const HIGHLIGHT_CHOICES = choicesOf('backgroundColor', HIGHLIGHTS, 'No highlight')

export const ColorMenu = ({ editor }: MenuProps) => {
  const { color, highlight } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      color: (editor.getAttributes('textColor')['color'] as string | undefined) ?? NONE,
      highlight: (editor.getAttributes('highlight')['color'] as string | undefined) ?? NONE,
    }),
  })
  const choose = (run: Run, mark: string, chosen: string) =>
    run((chain) => (chosen === NONE ? chain.unsetMark(mark) : chain.setMark(mark, { color: chosen })))
  return (
    <ToolMenu editor={editor} label="Colors" icon={<Baseline className="size-[17px]" />}>
      {(run) => (
        <>
          <MenuChoice
            label="Text color"
            value={color}
            options={COLOR_CHOICES}
            closes
            onChange={(chosen) => choose(run, 'textColor', chosen)}
          />
          <MenuSeparator />
          <MenuChoice
            label="Highlight"
            value={highlight}
            options={HIGHLIGHT_CHOICES}
            closes
            onChange={(chosen) => choose(run, 'highlight', chosen)}
          />
        </>
      )}
    </ToolMenu>
  )
}

const ALIGNMENTS = [
  { value: 'left', label: 'Left', Icon: AlignLeft },
  { value: 'center', label: 'Center', Icon: AlignCenter },
  { value: 'right', label: 'Right', Icon: AlignRight },
  { value: 'justify', label: 'Justify', Icon: AlignJustify },
] as const
const ALIGNMENT_CHOICES = ALIGNMENTS.map(({ value, label, Icon }) => ({
  value,
  label,
  icon: <Icon className="size-4" />,
}))

export const AlignMenu = ({ editor }: MenuProps) => {
  const current = useEditorState({
    editor,
    selector: ({ editor }) => ALIGNMENTS.find(({ value }) => editor.isActive({ textAlign: value })) ?? ALIGNMENTS[0],
  })
  const { Icon } = current
  return (
    <ToolMenu editor={editor} label="Alignment" current={current.label} icon={<Icon className="size-[17px]" />}>
      {(run) => (
        <MenuChoice
          label="Alignment"
          value={current.value}
          options={ALIGNMENT_CHOICES}
          closes
          onChange={(chosen) => run((chain) => (chosen === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(chosen)))}
        />
      )}
    </ToolMenu>
  )
}

export const TableMenu = ({ editor }: MenuProps) => {
  const isInTable = useEditorState({ editor, selector: ({ editor }) => editor.isActive('table') })
  return (
    <ToolMenu editor={editor} label="Table" icon={<Table className="size-[17px]" />}>
      {(run) =>
        isInTable ? (
          <>
            <MenuItem onSelect={() => run((chain) => chain.addRowBefore())}>Add row above</MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.addRowAfter())}>Add row below</MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.addColumnBefore())}>Add column left</MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.addColumnAfter())}>Add column right</MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.toggleHeaderRow())}>Toggle header row</MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={() => run((chain) => chain.deleteRow())}>Delete row</MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.deleteColumn())}>Delete column</MenuItem>
            <MenuItem danger onSelect={() => run((chain) => chain.deleteTable())}>
              Delete table
            </MenuItem>
          </>
        ) : (
          <>
            <MenuItem onSelect={() => run((chain) => chain.insertTable({ rows: 3, cols: 2, withHeaderRow: true }))}>
              Insert table, 2 columns
            </MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))}>
              Insert table, 3 columns
            </MenuItem>
            <MenuItem onSelect={() => run((chain) => chain.insertTable({ rows: 3, cols: 5, withHeaderRow: true }))}>
              Insert table, 5 columns
            </MenuItem>
          </>
        )
      }
    </ToolMenu>
  )
}
