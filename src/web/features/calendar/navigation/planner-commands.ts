import { useEffect, useState } from 'react'
import { formatDay, isSchoolDay, stepSchoolDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { redoLatest, undoLatest } from '#web/features/calendar/days/undo.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { inView, type PlannerAddress, readAddress, schoolDayOf, stepAddress } from './planner-url.ts'
import { goTo } from './shown-date.ts'

/** What the arrow keys step by. */
const UNITS = { week: 'Week', day: 'Day', month: 'Month', class: 'Week' } as const

type PlannerCommandsProps = {
  calendar: CalendarRef
  today: string
  view: PlannerAddress['view']
  /** Opens the dialog for a new time block on the displayed day, with a title if there is one. */
  onAddBlock: (title?: string) => void
}

/** Registers the planner's shortcuts and command palette entries. Renders nothing. */
export const PlannerCommands = ({ calendar, today, view, onAddBlock }: PlannerCommandsProps) => {
  const unit = UNITS[view]
  const goToDay = (date: string) => goTo(today, (now) => ({ ...now, date }))
  const step = (direction: 1 | -1) => () => goTo(today, (now) => stepAddress(now, direction, today))
  const show = (chosen: Parameters<typeof inView>[1]) => () => goTo(today, (now) => inView(now, chosen, today))
  const undo = () => void undoLatest(calendar)
  const redo = () => void redoLatest(calendar)
  const commands: Command[] = [
    { id: 'today', label: 'Today', group: 'Go to', key: 't', words: 'now', run: () => goToDay(readAddress('', today).date) },
    { id: 'previous', label: `Previous ${unit}`, group: 'Go to', key: 'ArrowLeft', words: 'back', run: step(-1) },
    { id: 'next', label: `Next ${unit}`, group: 'Go to', key: 'ArrowRight', words: 'forward', run: step(1) },
    { id: 'week-view', label: 'Week view', group: 'Go to', key: 'w', words: 'show', run: show('week') },
    { id: 'day-view', label: 'Day view', group: 'Go to', key: 'd', words: 'show', run: show('day') },
    { id: 'month-view', label: 'Month view', group: 'Go to', key: 'm', words: 'show', run: show('month') },
    ...(calendar.mayAddLessons
      ? ([
          { id: 'add-block', label: 'Add lesson', group: 'Plan', key: 'n', words: 'new create time block', run: () => onAddBlock() },
        ] as const)
      : []),
    ...(calendar.mayEdit
      ? ([
          { id: 'undo', label: 'Undo', group: 'Plan', key: 'Mod+z', words: 'take back revert', run: undo },
          { id: 'redo', label: 'Redo', group: 'Plan', key: 'Mod+Shift+z', words: 'again', run: redo },
        ] as const)
      : []),
  ]
  const [dayInWords, setDayInWords] = useState<(typed: string, today: string) => string | null>()
  useEffect(
    () =>
      whenIdle(() => {
        // If the module fails to load, days can only be reached through the month calendar and the arrow keys.
        import('./date-words.ts').then((words) => setDayInWords(() => words.dayInWords)).catch(() => undefined)
      }),
    [],
  )
  const found = (typed: string): Command[] => {
    const title = typed.trim()
    const meant = dayInWords?.(typed, today)
    if (!meant)
      return calendar.mayAddLessons && title.length > 1
        ? [{ id: 'add-titled', label: `Add a lesson called “${title}”`, group: 'Plan', run: () => onAddBlock(title) }]
        : []
    // 'Yesterday' on a Sunday means Friday.
    const date = meant < today && !isSchoolDay(meant) ? stepSchoolDay(meant, -1) : schoolDayOf(meant)
    return [{ id: `go-to-${date}`, label: formatDay(date, 'full'), group: 'Go to', run: () => goToDay(date) }]
  }
  useCommands(commands, found)
  return null
}
