import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { dayOfMonth, formatDay } from '#shared/dates.ts'

type MonthDayProps = {
  date: string
  mark: DayMark | undefined
  /** Such as 'Day 3', or ''. */
  cycleDay: string
  isOutside: boolean
  isToday: boolean
  isSelected: boolean
  /** Whether this is the grid's only day in the tab order. */
  isTabStop: boolean
}

/** A day in the month grid. Each state has a symbol as well as a color, and is part of the accessible label. The grid handles clicks. */
export const MonthDay = ({ date, mark, cycleDay, isOutside, isToday, isSelected, isTabStop }: MonthDayProps) => {
  const isBlocked = mark?.isBlocked ?? false
  const hasNote = Boolean(mark?.hasNote || mark?.schoolNote)
  // Lessons on a blocked day don't take place, so their alerts don't apply.
  const hasAlert = !isBlocked && (mark?.hasAlert ?? false)
  const labels = [
    formatDay(date, 'full'),
    cycleDay,
    isToday && 'today',
    isBlocked && 'non-instructional',
    hasNote && 'has notes',
    hasAlert && 'has alerts',
  ].filter(Boolean)
  const texts = [cycleDay, mark?.blockedText, mark?.schoolNote, mark?.noteText].filter(Boolean).join('\n') || undefined
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, which takes the focus itself
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      aria-label={labels.join(', ')}
      aria-description={texts}
      data-tip={texts}
      className="month-day"
      data-day={date}
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      data-blocked={isBlocked || undefined}
      data-note={hasNote || undefined}
      data-alert={hasAlert || undefined}
    >
      <span>{dayOfMonth(date)}</span>
    </td>
  )
}
