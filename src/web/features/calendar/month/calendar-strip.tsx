import { CalendarCog, ClipboardList, PanelLeftOpen } from 'lucide-react'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { IconButton } from '#web/ui/button.tsx'

type CalendarStripProps = {
  today: string
  takesFocus: boolean
  onExpand: () => void
  /** Undefined if the block-outs and notes belong to another user. */
  onManage: (() => void) | undefined
}

/** The collapsed calendar sidebar: today's date, and buttons that expand the sidebar and open its dialogs. */
export const CalendarStrip = ({ today, takesFocus, onExpand, onManage }: CalendarStripProps) => (
  <div className="grid justify-items-center gap-3 pt-4" data-tips="right">
    <IconButton label="Expand the calendar" aria-expanded={false} autoFocus={takesFocus} data-opens="month" onClick={onExpand}>
      <PanelLeftOpen className="size-[17px]" />
    </IconButton>
    <p className="grid justify-items-center text-small font-semibold text-ink-soft">
      <span className="sr-only">Today is {formatDay(today, 'full')}</span>
      <span aria-hidden="true">{formatDay(today, 'weekday')}</span>
      <b
        aria-hidden="true"
        className="mt-0.5 grid size-9 place-items-center rounded-control bg-brand font-display text-large text-on-brand tabular"
      >
        {dayOfMonth(today)}
      </b>
    </p>
    {onManage && (
      <IconButton label="Manage Blockouts and Notes" variant="ghost" data-tutorial="manage-marks" onClick={onManage}>
        <CalendarCog className="size-[17px]" />
      </IconButton>
    )}
    <IconButton label="Generate Sub Plans" variant="ghost" data-tutorial="sub-plans" onClick={() => runCommand('sub-plans')}>
      <ClipboardList className="size-[17px]" />
    </IconButton>
  </div>
)
