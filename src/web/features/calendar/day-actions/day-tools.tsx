import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import type { MenuPlace } from '#web/ui/placed-menu.tsx'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import { DayMenu } from './day-menu.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'

/** The open menu or dialog for the day `date`. */
export type DayTool = MenuPlace & { kind: 'menu' | 'copy'; date: string }

type DayToolsProps = {
  tool: DayTool
  onChange: (change: (tool: DayTool | null) => DayTool | null) => void
  onAdd: (date: string) => void
}

/** A day's menu, or the dialog opened from it. */
export const DayTools = ({ tool, onChange, onAdd }: DayToolsProps) => {
  const calendar = useCalendar()
  const day = shownDay(calendar, tool.date)
  if (!day) return null
  if (tool.kind === 'copy') {
    const copied = { date: day.date, lessons: usualLessonsOf(day), onClose: () => onChange(() => null) }
    return calendar.isViewed ? <TakeOverDialog {...copied} /> : <CopyDayDialog {...copied} />
  }
  return (
    <DayMenu
      place={tool}
      day={day}
      onAdd={() => onAdd(day.date)}
      onCopy={() => {
        // When the dialog closes, it restores focus to the element that had it when the dialog opened.
        tool.opener.focus()
        onChange(() => ({ ...tool, kind: 'copy' }))
      }}
      // The selected command may have already opened another menu or dialog.
      onClose={() => onChange((now) => (now === tool ? null : now))}
    />
  )
}
