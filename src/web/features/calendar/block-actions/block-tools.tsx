import type { Preferences } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { saveBlock } from '#web/features/calendar/days/save-block.ts'
import { BlockMenu } from './block-menu.tsx'
import type { BlockTool } from './block-place.ts'
import { MoveDialog } from './move-dialog.tsx'
import { moveBlock } from './move-saves.ts'

type BlockToolsProps = {
  timeFormat: Preferences['timeFormat']
  tool: BlockTool
  onChange: (change: (tool: BlockTool | null) => BlockTool | null) => void
  onEdit: (date: string, blockId: string) => void
}

/** The menu of a block, or the dialog that it opened. */
export const BlockTools = ({ timeFormat, tool, onChange, onEdit }: BlockToolsProps) => {
  const calendar = useCalendar()
  const { kind, date, block, opener } = tool
  const close = () => onChange(() => null)
  if (kind === 'menu')
    return (
      <BlockMenu
        tool={tool}
        // The chosen command may have opened something else by now.
        onClose={() => onChange((now) => (now === tool ? null : now))}
        onEdit={() => onEdit(date, block.id)}
        onAsk={(asked) => {
          // The dialog gives the focus back to where it finds it.
          opener.focus()
          onChange(() => ({ ...tool, kind: asked }))
        }}
        onDelete={() => void saveBlock({ calendar, date, edit: { before: block, after: null } })}
      />
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
