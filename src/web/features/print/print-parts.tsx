import { Printer } from 'lucide-react'
import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-slots.tsx'
import { inView, type PlannedPart, partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, runCommand, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { IconButton } from '#web/ui/button.tsx'

const PrintingPart = lazyPart(async () => (await import('./printing.tsx')).Printing)

/** Printed in place of the pages until their code has loaded. */
const NotYet = () => createPortal(<p className="print-pages">The pages aren’t ready yet. Please print again.</p>, document.body)

const Dialogs = () => {
  const today = useToday(useUser().timezone)
  const shown = usePlannerAddress(today)
  const [isReady, setIsReady] = useState(false)
  const [asked, setAsked] = useState<PlannedPart>()
  const load = () => PrintingPart.preload().then(() => setIsReady(true))
  useEffect(() => whenIdle(() => void PrintingPart.preload().then(() => setIsReady(true))), [])

  const ask = (view: PlannedPart['view']) => (date?: string) =>
    void load().then(() => setAsked(date ? { view, date } : partOf(inView(shown, view, today))))
  const commands: Command[] = [
    { id: 'print', label: 'Print', group: 'Plan', key: 'Mod+p', words: 'paper', run: () => void load().then(() => window.print()) },
    { id: 'print-week', label: 'Print week…', group: 'Plan', words: 'paper pdf', run: ask('week') },
    { id: 'print-day', label: 'Print day…', group: 'Plan', words: 'paper pdf', run: ask('day') },
  ]
  useCommands(commands)
  return <Suspense fallback={<NotYet />}>{isReady ? <PrintingPart asked={asked} onAsk={setAsked} /> : <NotYet />}</Suspense>
}

const ICON = <Printer className="size-[17px]" />

const PrintButton = ({ view, isInSheet = false }: ComponentProps<NonNullable<PlannerParts['Bar']>>) =>
  !isInSheet && (
    // Hidden on a narrow bar, where the save status needs the room. The day menu, the command palette, and Ctrl+P also print.
    <IconButton
      className="@max-[1100px]:hidden"
      variant="ghost"
      label={view === 'week' ? 'Print week…' : 'Print day…'}
      onClick={() => runCommand(`print-${view}`)}
    >
      {ICON}
    </IconButton>
  )

/** The planner parts that printing contributes. */
export const printParts: PlannerParts = { Bar: PrintButton, Dialogs }
