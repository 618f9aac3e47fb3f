import { ArrowRight, Bell, BellOff, CalendarArrowUp, ClipboardList, Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { saveBlock } from '#web/features/calendar/days/save-block.ts'
import { ColorChoice, useLessonColor } from '#web/features/calendar/time-block/title-color.tsx'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { focusFirstRow } from '#web/ui/placed-menu.tsx'
import { BlockMenu } from './block-menu.tsx'
import type { BlockTool } from './block-place.ts'
import { ClassRows } from './class-rows.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { moveBlock } from './move-saves.ts'
import { nextDayFor } from './next-days.ts'
import { PlanRows } from './plan-moves/plan-rows.tsx'

const PENCIL = <Pencil className="size-4" />
const MOVE = <CalendarArrowUp className="size-4" />
const NEXT = <ArrowRight className="size-4" />
const BELL = <Bell className="size-4" />
const NO_BELL = <BellOff className="size-4" />
const PLAN = <ClipboardList className="size-4" />
const COPY = <Copy className="size-4" />
const BIN = <Trash2 className="size-4" />

/** The hue of a lesson whose color isn't known. */
const NO_HUE = 8

export type BlockToolsProps = {
  timeFormat: Preferences['timeFormat']
  tool: BlockTool
  onChange: (change: (tool: BlockTool | null) => BlockTool | null) => void
  onEdit: (date: string, blockId: string) => void
}

type MenuRowsProps = Pick<BlockToolsProps, 'timeFormat' | 'tool' | 'onEdit'> & { onAsk: (asked: 'move' | 'copy') => void }

/** True for a lesson of a class that exists, whose plan can move along the class. */
const useHasClass = ({ classId }: Pick<TimeBlock, 'classId'>): boolean => {
  const isOwn = useCalendar().kind === 'own'
  const classes = useClasses()
  return isOwn && classes.some(({ id }) => id === classId)
}

/** The head of a lesson's menu. */
const LessonLabel = ({ title, date, hue = NO_HUE }: { title: string; date: string; hue: number | undefined }) => (
  <MenuLabel>
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-4 w-[3px] shrink-0 rounded-full" style={{ background: `var(--hue-${hue})` }} />
      <span className="min-w-0 flex-1 truncate text-label text-ink">{title}</span>
      <span className="shrink-0 font-medium">{formatDay(date, 'short')}</span>
    </span>
  </MenuLabel>
)

/** The rows of a block's menu. Its Color command replaces them with the colors. */
const MenuRows = ({ timeFormat, tool, onEdit, onAsk }: MenuRowsProps) => {
  const { date, block, isPlan } = tool
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const { hasColor, icon, hue } = useLessonColor(block)
  const hasClass = useHasClass(block)
  const [areColorsShown, setAreColorsShown] = useState(false)
  const next = nextDayFor(calendar, date, today)
  const save = (after: TimeBlock | null) => void saveBlock({ calendar, date, edit: { before: block, after } })
  const showColors = () => {
    setAreColorsShown(true)
    focusFirstRow()
  }
  if (areColorsShown) return <ColorChoice title={block.title} classId={block.classId} />
  const moveRow = (
    <MenuItem icon={MOVE} onSelect={() => onAsk('move')}>
      Move to…
    </MenuItem>
  )
  const editRow = (
    <MenuItem icon={PENCIL} onSelect={() => onEdit(date, block.id)}>
      Edit
    </MenuItem>
  )
  const rows = (
    <>
      <MenuItem icon={COPY} onSelect={() => onAsk('copy')}>
        Copy to…
      </MenuItem>
      <ClassRows date={date} block={block} today={today} onSave={save} />
      <MenuItem icon={icon} disabled={!hasColor} staysOpen onSelect={showColors}>
        Color…
      </MenuItem>
      <MenuItem icon={block.hasAlert ? NO_BELL : BELL} onSelect={() => save({ ...block, hasAlert: !block.hasAlert })}>
        {block.hasAlert ? 'Turn off alert' : 'Turn on alert'}
      </MenuItem>
      <MenuItem icon={PLAN} onSelect={() => runCommand('sub-plans', date)}>
        Generate Sub Plans…
      </MenuItem>
      <MenuItem icon={BIN} danger onSelect={() => save(null)}>
        Delete
      </MenuItem>
    </>
  )
  if (hasClass)
    return (
      <>
        <LessonLabel title={block.title} date={date} hue={hue} />
        <PlanRows tool={tool} timeFormat={timeFormat}>
          {editRow}
          {moveRow}
          {rows}
        </PlanRows>
      </>
    )
  return (
    <>
      <LessonLabel title={block.title} date={date} hue={hue} />
      <MenuItem
        icon={NEXT}
        onSelect={() =>
          void moveBlock(calendar, { block, from: date, to: next, startTime: block.startTime, isCopy: false, isPlan }, timeFormat)
        }
      >
        {`Move to ${next === today ? 'today' : next === addDays(today, 1) ? 'tomorrow' : formatDay(next, 'short')}`}
      </MenuItem>
      {moveRow}
      <MenuSeparator />
      {editRow}
      {rows}
    </>
  )
}

/** A block's menu, or the dialog opened from it. */
export const BlockTools = ({ timeFormat, tool, onChange, onEdit }: BlockToolsProps) => {
  const calendar = useCalendar()
  const { kind, date, block, opener } = tool
  const hasClass = useHasClass(block)
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
        isBeside={hasClass}
        className={hasClass ? 'w-[360px] max-w-[calc(100vw-16px)]' : 'w-60'}
        // The selected command may have already opened another menu or dialog.
        onClose={() => onChange((now) => (now === tool ? null : now))}
      >
        <MenuRows timeFormat={timeFormat} tool={tool} onEdit={onEdit} onAsk={ask} />
      </BlockMenu>
    )
  return (
    <MoveDialog
      date={date}
      block={block}
      isCopy={kind === 'copy'}
      isPlan={tool.isPlan}
      timeFormat={timeFormat}
      onMove={(move) => {
        close()
        void moveBlock(calendar, move, timeFormat)
      }}
      onClose={close}
    />
  )
}
