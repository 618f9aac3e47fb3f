import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { addDays, addMonths, mondayOf, monthOf } from '#shared/dates.ts'
import { schoolYearOf } from '#web/features/calendar/class-view/class-lines.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { inView, type PlannedPart, type PlannerAddress, partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { NO_CLASS } from '#web/features/classes/class-filter.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { PrintButton } from './print-button.tsx'
import type { Asked } from './print-choices.ts'

const PrintingPart = lazyPart(async () => (await import('./printing.tsx')).Printing)

/** Printed in place of the pages until their code has loaded. */
const NotYet = () => createPortal(<p className="print-pages">The pages aren’t ready yet. Please print again.</p>, document.body)

const NONE: ReadonlySet<string> = new Set()

/** Returns the dates of a view: a week, a month, or a class's school year. */
const rangeShown = ({ view, date }: PlannerAddress): { from: string; to: string } => {
  if (view === 'class') return schoolYearOf(date)
  if (view === 'month') return { from: monthOf(date), to: addDays(addMonths(monthOf(date), 1), -1) }
  return { from: mondayOf(date), to: addDays(mondayOf(date), 4) }
}

const Dialogs = () => {
  const today = useToday(useUser().timezone)
  const shown = usePlannerAddress(today)
  const [isReady, setIsReady] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const classes = useClasses()
  const load = () => PrintingPart.preload().then(() => setIsReady(true))
  useEffect(() => whenIdle(() => void PrintingPart.preload().then(() => setIsReady(true))), [])

  const range = rangeShown(shown)
  const ask = (view: PlannedPart['view']) => (date?: string) =>
    void load().then(() => setAsked({ ...range, without: NONE, ...(date ? { view, date } : partOf(inView(shown, view, today))) }))
  const askForDates = () => {
    const others = [NO_CLASS, ...classes.map(({ id }) => id)].filter((id) => id !== shown.classId)
    void load().then(() => setAsked({ ...range, view: 'dates', date: shown.date, without: shown.classId ? new Set(others) : NONE }))
  }
  // A month or a class isn't loaded as a whole, so the dialog loads it.
  const print = () => (shown.view === 'month' || shown.view === 'class' ? askForDates() : void load().then(() => window.print()))
  const commands: Command[] = [
    { id: 'print', label: 'Print', group: 'Plan', key: 'Mod+p', words: 'paper', run: print },
    { id: 'print-week', label: 'Print week…', group: 'Plan', words: 'paper pdf', run: ask('week') },
    { id: 'print-day', label: 'Print day…', group: 'Plan', words: 'paper pdf', run: ask('day') },
    { id: 'print-dates', label: 'Print dates…', group: 'Plan', words: 'paper pdf class month year', run: askForDates },
  ]
  useCommands(commands)
  return <Suspense fallback={<NotYet />}>{isReady ? <PrintingPart asked={asked} onAsk={setAsked} /> : <NotYet />}</Suspense>
}

/** The planner parts that printing contributes. */
export const printParts: PlannerParts = { Bar: PrintButton, Dialogs }
