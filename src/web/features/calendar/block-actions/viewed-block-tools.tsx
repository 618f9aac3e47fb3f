import { Copy, Eye } from 'lucide-react'
import { TakeOverDialog } from '#web/features/calendar/day-actions/take-over-dialog.tsx'
import { MenuItem, MenuLabel } from '#web/ui/menu.tsx'
import { BlockMenu } from './block-menu.tsx'
import type { BlockToolsProps } from './block-tools.tsx'

const LOOK = <Eye className="size-4" />
const COPY = <Copy className="size-4" />

/** The menu for a block on another teacher's calendar, or the dialog that copies the block. */
export const ViewedBlockTools = ({ tool, onChange, onEdit }: BlockToolsProps) => {
  const { kind, date, block, opener } = tool
  if (kind === 'copy') return <TakeOverDialog date={date} lessons={[block]} isLesson onClose={() => onChange(() => null)} />
  return (
    <BlockMenu tool={tool} onClose={() => onChange((now) => (now === tool ? null : now))}>
      <MenuLabel>
        <span className="block max-w-[220px] truncate">{block.title}</span>
      </MenuLabel>
      <MenuItem icon={LOOK} onSelect={() => onEdit(date, block.id)}>
        View
      </MenuItem>
      <MenuItem
        icon={COPY}
        onSelect={() => {
          // When the dialog closes, it restores focus to the element that had it when the dialog opened.
          opener.focus()
          onChange(() => ({ ...tool, kind: 'copy' }))
        }}
      >
        Copy to my planner…
      </MenuItem>
    </BlockMenu>
  )
}
