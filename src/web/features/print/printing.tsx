import { useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useCycleDays } from '#web/features/calendar/navigation/cycle-day.tsx'
import { type PlannedPart, partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { fitPage } from './fit-page.ts'
import { keepPrintChoices, type PrintChoices, pageOf, printChoices } from './print-choices.ts'
import { PrintDialog } from './print-dialog.tsx'
import { type PrintedPart, PrintSheet } from './print-sheet.tsx'
import './print.css'

type PrintingProps = {
  /** The day or week that the dialog was opened for. */
  asked: PlannedPart | undefined
  onAsk: (asked: PlannedPart | undefined) => void
}

/** Calls `begin` before the browser prints and `end` afterward, regardless of how printing was started. */
const usePrinting = (begin: () => void, end: () => void): void => {
  useEffect(() => {
    const paper = window.matchMedia('print')
    const change = () => (paper.matches ? begin() : end())
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    paper.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      paper.removeEventListener('change', change)
    }
  }, [begin, end])
}

/**
 * Renders the pages only for printing, from either the current view or the view chosen in the dialog. The pages are siblings of the app and
 * its dialogs, both of which are hidden in print.
 */
export const Printing = ({ asked, onAsk }: PrintingProps) => {
  const { timezone, preferences, ...user } = useUser()
  const today = useToday(timezone)
  const shown = usePlannerAddress(today)
  const { view, date } = asked ?? partOf(shown)
  const calendar = useCalendar()
  const viewed = useViewedName(calendar)
  const cycleDayOf = useCycleDays()
  const { data: week } = useWeek(calendar, mondayOf(date))
  const [areDrawn, setAreDrawn] = useState(false)
  const [chosen, setChosen] = useState<{ week?: PrintChoices; day?: PrintChoices }>({})
  const pages = useRef<HTMLDivElement>(null)
  const choices = chosen[view] ?? printChoices(view)
  const part: PrintedPart | undefined = week && {
    view,
    days: view === 'week' ? week.days : week.days.filter((day) => day.date === date),
    teacher: viewed ?? nameOf(user),
    timeFormat: preferences.timeFormat,
    cycleDayOf,
  }
  const draw = () => {
    flushSync(() => setAreDrawn(true))
    if (pages.current) fitPage(pages.current)
  }
  const drawPages = (): ParentNode => {
    flushSync(() => setAreDrawn(true))
    const copy = pages.current?.cloneNode(true) as HTMLElement
    setAreDrawn(false)
    return copy
  }
  usePrinting(draw, () => setAreDrawn(false))

  const choose = (change: Partial<PrintChoices>) => {
    const next = { ...choices, ...change }
    keepPrintChoices(view, next)
    // The paper size applies to both views.
    setChosen({ [view]: next })
  }
  const place = (
    <div ref={pages} className="print-pages" data-page={pageOf(choices)}>
      {areDrawn && part && <PrintSheet {...part} choices={choices} />}
      {areDrawn && !part && <p>Your lessons haven’t loaded yet. Print again once you see them.</p>}
    </div>
  )
  return (
    <>
      {createPortal(place, document.body)}
      {asked && (
        <PrintDialog
          asked={asked}
          part={part}
          choices={choices}
          drawPages={drawPages}
          onChoose={choose}
          onView={(chosenView) => onAsk({ ...asked, view: chosenView })}
          onClose={() => onAsk(undefined)}
        />
      )}
    </>
  )
}
