import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { dayOfMonth, formatDay, monthOf } from '#shared/dates.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayWords, type SchoolYear, weeksOf, yearStep } from './school-year.ts'

/** The first and the last day of a closing. */
export type Range = { from: string; to: string }

type YearDayProps = { date: string; marks: MonthMarks; today: string; isChosen: boolean; isInRange: boolean; isTabStop: boolean }

/** A day of the year. Each state has a sign as well as a color, and is part of the accessible label. The grid handles clicks. */
const YearDay = ({ date, marks, today, isChosen, isInRange, isTabStop }: YearDayProps) => {
  const mark = marks.days.get(date)
  const texts = [mark?.blockedText, mark?.noteText].filter(Boolean).join('\n') || undefined
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, which takes the focus itself
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isChosen}
      aria-current={date === today ? 'date' : undefined}
      aria-label={dayWords(date, marks, date === today)}
      data-tip={texts}
      className="year-day"
      data-day={date}
      data-past={date < today || undefined}
      data-today={date === today || undefined}
      data-closed={mark?.isBlocked || undefined}
      data-note={mark?.hasNote || undefined}
      data-in-range={isInRange || undefined}
    >
      <span>{dayOfMonth(date)}</span>
    </td>
  )
}

/** Returns a month's weeks, with empty ones at the end, so that all months have the same height. */
const fiveWeeksOf = (month: string) => {
  const weeks = weeksOf(month)
  return [...weeks, ...Array.from({ length: 5 - weeks.length }, () => [null, null, null, null, null])]
}

type MonthProps = { month: string; marks: MonthMarks | undefined; today: string; chosen: string; range: Range; tabStop: string }

const Month = ({ month, marks, today, chosen, range, tabStop }: MonthProps) => {
  const name = formatDay(month, 'month')
  const [title, year] = name.split(' ')
  const hasYear = month.slice(5, 7) === '01' || month.slice(5, 7) === '08'
  return (
    <section className="year-month" aria-label={name}>
      <h2>
        {title}
        {hasYear && <span>{year}</span>}
      </h2>
      {marks ? (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA authoring practices use a table for a grid
        <table role="grid" aria-label={name}>
          <tbody>
            {fiveWeeksOf(month).map((week, row) => (
              <tr key={row}>
                {week.map((date, column) =>
                  date ? (
                    <YearDay
                      key={column}
                      date={date}
                      marks={marks}
                      today={today}
                      isChosen={date === chosen}
                      isInRange={range.from < range.to && date >= range.from && date <= range.to}
                      isTabStop={date === tabStop}
                    />
                  ) : (
                    <td key={column} className="h-[29px] max-[900px]:h-11" />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Skeleton className="min-h-[157px] flex-1" />
      )}
    </section>
  )
}

type YearGridProps = {
  year: SchoolYear
  /** Undefined while loading. */
  marks: MonthMarks | undefined
  today: string
  chosen: string
  range: Range
  onChoose: (date: string) => void
}

const dayOf = (target: EventTarget): string | undefined => (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']

/** The months of a school year. They are one tab stop: arrow keys, Home, End, Page Up, and Page Down move from day to day. */
export const YearGrid = ({ year, marks, today, chosen, range, onChoose }: YearGridProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState({ date: chosen, from: chosen })
  const wantsFocus = useRef(false)
  const isInYear = (date: string) => year.months.includes(monthOf(date))
  // Prefer the day reached with the arrow keys until another day is chosen.
  const candidates = [...(reached.from === chosen ? [reached.date] : []), chosen, today]
  const firstDay = weeksOf(year.months[0] ?? chosen)[0]?.find((date) => date !== null)
  const tabStop = candidates.find(isInYear) ?? firstDay ?? chosen

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    place.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus()
  }, [tabStop])

  const handleKey = (event: KeyboardEvent) => {
    const date = dayOf(event.target)
    if (!date || event.ctrlKey || event.metaKey || event.altKey) return
    const next = yearStep(date, event.key, year)
    if (event.key === 'Enter' || event.key === ' ') onChoose(date)
    else if (next) {
      wantsFocus.current = true
      setReached({ date: next, from: chosen })
    } else return
    // The page has shortcuts for the arrow keys, too.
    event.preventDefault()
    event.stopPropagation()
  }
  const choose = (event: MouseEvent) => {
    const date = dayOf(event.target)
    if (date) onChoose(date)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of the grids inside
    <div ref={place} className="contents" onKeyDown={handleKey} onClick={choose}>
      {year.months.map((month) => (
        <Month key={month} month={month} marks={marks} today={today} chosen={chosen} range={range} tabStop={tabStop} />
      ))}
    </div>
  )
}
