import { CalendarArrowUp, Copy, Pencil, Trash2 } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { saveBlock } from '#web/features/calendar/days/save-block.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { BlockMenu } from './block-menu.tsx'
import type { BlockTool } from './block-place.ts'
import { MoveDialog } from './move-dialog.tsx'
import { moveBlock } from './move-saves.ts'

const PENCIL = <Pencil className="size-4" />
const MOVE = <CalendarArrowUp className="size-4" />
const COPY = <Copy className="size-4" />
const BIN = <Trash2 className="size-4" />

export type BlockToolsProps = {
  timeFormat: Preferences['timeFormat']
  tool: BlockTool
  onChange: (change: (tool: BlockTool | null) => BlockTool | null) => void
  onEdit: (date: string, blockId: string) => void
}

/** A block's menu, or the dialog opened from it. */
export const BlockTools = ({ timeFormat, tool, onChange, onEdit }: BlockToolsProps) => {
  const calendar = useCalendar()
  const { kind, date, block, opener } = tool
  const close = () => onChange(() => null)
  const ask = (asked: 'move' | 'copy') => {
    // When the dialog closes, it restores focus to the element that had it when the dialog opened.
    opener.focus()
    onChange(() => ({ ...tool, kind: asked }))
  }
  if (kind === 'menu')
    return (
      <BlockMenu
        tool={tool}
        // The selected command may have already opened another menu or dialog.
        onClose={() => onChange((now) => (now === tool ? null : now))}
      >
        <MenuItem icon={PENCIL} onSelect={() => onEdit(date, block.id)}>
          Edit
        </MenuItem>
        <MenuItem icon={MOVE} onSelect={() => ask('move')}>
          Move…
        </MenuItem>
        <MenuItem icon={COPY} onSelect={() => ask('copy')}>
          Copy to…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={BIN} danger onSelect={() => void saveBlock({ calendar, date, edit: { before: block, after: null } })}>
          Delete
        </MenuItem>
      </BlockMenu>
    )
  return (
    <MoveDialog
      date={date}
      block={block}
      isCopy={kind === 'copy'}
      timeFormat={timeFormat}
      onMove={(move) => {
        close()
        void moveBlock(calendar, move, timeFormat)
      }}
      onClose={close}
    />
  )
}
