import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { monthOf, weeksOfMonth } from '#shared/dates.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { useCycleDays } from '#web/features/calendar/navigation/cycle-day.tsx'
import { useLongPress } from '#web/lib/input/long-press.ts'
import { MonthDay } from './month-day.tsx'
import { monthStep } from './month-step.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The menu's position in viewport pixels, and the element that regains focus when the menu closes. */
export type MenuPlace = { date: string; x: number; y: number; opener: HTMLElement }

type MonthGridProps = {
  /** The first day of the month. */
  month: string
  marks: MonthMarks | undefined
  today: string
  selected: string
  weekStartsOn: Preferences['weekStartsOn']
  onSelect: (date: string) => void
  onMonth: (month: string) => void
  /** Undefined if the days are read-only. In that case, there's no menu. */
  onMenu: ((place: MenuPlace) => void) | undefined
}

const cellOf = (target: EventTarget): HTMLElement | null => (target as Element).closest<HTMLElement>('[data-day]')
const below = (cell: HTMLElement): MenuPlace => {
  const box = cell.getBoundingClientRect()
  return { date: cell.dataset['day'] as string, x: box.left, y: box.bottom, opener: cell }
}

const Weekdays = ({ weekStartsOn }: Pick<MonthGridProps, 'weekStartsOn'>) => {
  const days = weekStartsOn === 'sunday' ? WEEKDAYS : [...WEEKDAYS.slice(1), WEEKDAYS[0]]
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={day}>
            {day[0]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const Weeks = ({ month, marks, today, selected, weekStartsOn, tabStop }: MonthGridProps & { tabStop: string }) => {
  const cycleDayOf = useCycleDays()
  const weeks = useMemo(() => weeksOfMonth(month, weekStartsOn), [month, weekStartsOn])
  return (
    <tbody>
      {weeks.map((week, row) => (
        <tr key={row}>
          {week.map((date, column) => (
            <MonthDay
              key={column}
              date={date}
              mark={marks?.days.get(date)}
              cycleDay={cycleDayOf(date)}
              isOutside={monthOf(date) !== month}
              isToday={date === today}
              isSelected={date === selected}
              isTabStop={date === tabStop}
            />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/**
 * A month's days as a grid. Arrow keys, Home, End, Page Up, and Page Down move the focus, Enter selects a day, and Shift+F10 opens its
 * menu.
 */
export const MonthGrid = (props: MonthGridProps) => {
  const { month, today, selected, weekStartsOn, onSelect, onMonth, onMenu } = props
  const table = useRef<HTMLTableElement>(null)
  const [reached, setReached] = useState({ date: selected, from: selected })
  const wantsFocus = useRef(false)
  const { isDown, listeners } = useLongPress((target, x, y) => {
    const cell = cellOf(target)
    if (cell) onMenu?.({ ...below(cell), x, y })
  })

  // Prefer the day reached with the arrow keys until another day is selected.
  const tabStop = [...(reached.from === selected ? [reached.date] : []), selected, today].find((date) => monthOf(date) === month) ?? month

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus()
  }, [tabStop])

  const handleKey = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    const date = cell?.dataset['day']
    if (!cell || !date || event.ctrlKey || event.metaKey || event.altKey) return
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const next = monthStep(date, event.key, weekStartsOn)
    if (isMenuKey) onMenu?.(below(cell))
    else if (event.key === 'Enter' || event.key === ' ') onSelect(date)
    else if (next) {
      wantsFocus.current = true
      setReached({ date: next, from: selected })
      if (monthOf(next) !== month) onMonth(monthOf(next))
    } else return
    // Stop the event before it reaches the planner's own arrow-key shortcuts, which listen on an ancestor.
    event.preventDefault()
    event.stopPropagation()
  }

  const openMenu = (event: MouseEvent) => {
    const cell = cellOf(event.target)
    if (!cell || !onMenu) return
    event.preventDefault()
    const isByPointer = event.button === 2 || isDown()
    onMenu(isByPointer ? { ...below(cell), x: event.clientX, y: event.clientY } : below(cell))
  }

  const select = (event: MouseEvent) => {
    const date = cellOf(event.target)?.dataset['day']
    if (date) onSelect(date)
  }

  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA authoring practices use a table for a grid
      role="grid"
      aria-label="Days of the month"
      className="month-grid"
      onKeyDown={handleKey}
      onClick={select}
      onContextMenu={openMenu}
      {...listeners}
    >
      <Weekdays weekStartsOn={weekStartsOn} />
      <Weeks {...props} tabStop={tabStop} />
    </table>
  )
}
