import { FileInput, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { mondayOf, monthOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { counted } from '#web/lib/counted.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { GivenField } from './given-field.tsx'
import { ImportChoices } from './import-choices.tsx'
import { ImportResult } from './import-result.tsx'
import { bringIn } from './import-saves.ts'
import { Progress, useIsSlow } from './progress.tsx'
import { SourceChoice } from './source-choice.tsx'
import { type Import, useImport } from './use-import.ts'

const BRING_IN = <FileInput className="size-4" />

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea')

/** Takes files that are dropped anywhere, and files and text that are pasted outside of a field. Returns whether a file is over the page. */
const useDropsAndPastes = ({ takeFile, takeText }: Pick<Import, 'takeFile' | 'takeText'>): boolean => {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef({ takeFile, takeText })
  useEffect(() => {
    latest.current = { takeFile, takeText }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
      // The browser repeats the event until the file is dropped or leaves the page.
      clearTimeout(timer)
      timer = setTimeout(() => setIsOver(false), 400)
    }
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file) return
      // Otherwise, the browser would open the file in place of the planner.
      event.preventDefault()
      void latest.current.takeFile(file)
    }
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      // Spreadsheets also put a picture of the cells on the clipboard.
      if (text === '' && file) void latest.current.takeFile(file)
      else if (text !== '' && !isField(event.target)) latest.current.takeText(text, true)
      else return
      event.preventDefault()
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}

/** Returns a function that returns how to show a day's week, or null if it is on screen. */
const useShowDay = (today: string) => {
  const { view, date: shown } = usePlannerAddress(today)
  return (date: string) => {
    const isShown =
      (view === 'week' && mondayOf(shown) === mondayOf(date)) ||
      (view === 'month' && monthOf(shown) === monthOf(date)) ||
      (view === 'day' && shown === date)
    return isShown ? null : () => goTo(today, ({ calendar }) => ({ view: 'week', date: schoolDayOf(date), calendar }))
  }
}

const BUSY = {
  sending: 'Closing doesn’t stop it. You can undo it afterward.',
  unsent: 'Not yet sent. We’ll keep trying. Keep this page open.',
} as const

/** Says what the button does, or why it can't yet. */
const Status = ({ bring: { problem, preview, totals }, isBusy }: { bring: Import; isBusy: boolean }) => {
  const { unreached } = useSaveStatus()
  const badLines = preview?.problems[0]?.line === 0 ? 0 : (preview?.problemCount ?? 0)
  const ready = (
    <>
      <Undo2 aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {/* On small screens, the problems and the summary are out of sight. */}
        {badLines > 0 && <span className="hidden small:inline">{`${counted(badLines, 'line')} can’t come in. `}</span>}
        {totals.replaced > 0 && <span className="hidden small:inline">{`Replaces ${totals.replaced} of your lessons. `}</span>}
        {`One Undo takes all of it back${preview && preview.records.templates > 0 ? ', except templates' : ''}.`}
      </span>
    </>
  )
  return (
    <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-label text-ink-soft small:w-full small:flex-none">
      {isBusy ? BUSY[unreached > 0 ? 'unsent' : 'sending'] : (problem ?? ready)}
    </p>
  )
}

/** Brings in lessons, days off and notes from a file or pasted text. The source is on the left, and what comes in on the right. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const calendar = useCalendar()
  const [isBusy, whileBusy] = usePending()
  const isSlow = useIsSlow(isBusy)
  const today = useToday(useUser().timezone)
  const bring = useImport(mondayOf(usePlannerAddress(today).date))
  const { problem, things, totals, input, loses } = bring
  const showDay = useShowDay(today)
  const isOver = useDropsAndPastes(bring)
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    onClose()
  }
  const run = async () => {
    const isDone = await whileBusy(() => bringIn(calendar, { input, dates: totals.dates, today, showDay }))
    // Otherwise, this would close a dialog that was opened since.
    if (isDone && !isClosed.current) close()
  }
  const footer = (
    <>
      {isSlow && (
        <div className="w-full">
          <Progress label={`Bringing in ${things}`} />
        </div>
      )}
      <Status bring={bring} isBusy={isBusy} />
      <div className="flex justify-end gap-2 small:flex-1 phone:flex-col-reverse">
        <CancelButton label={isBusy ? 'Close' : 'Cancel'} />
        <Button
          variant={totals.replaced > 0 ? 'danger-solid' : 'solid'}
          icon={BRING_IN}
          disabled={problem !== null}
          busy={isBusy}
          className="phone:whitespace-normal"
          onClick={() => void run()}
        >
          {problem === null ? `Bring in ${things}` : 'Bring in'}
        </Button>
      </div>
    </>
  )
  return (
    <Dialog
      onClose={close}
      unsaved={{ isChanged: () => loses !== null && !isBusy, ...(loses && { message: loses }) }}
      size="full"
      title="Bring in what you have"
      description="Nothing changes until you press the button."
      footer={footer}
    >
      <div className="-mx-[22px] -mt-0.5 -mb-5 grid border-line not-small:grid-cols-[minmax(320px,400px)_minmax(0,1fr)] not-small:border-t not-small:not-short:h-[calc(100%+22px)] small:-mx-4">
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-3.5 bg-paper px-[22px] py-4 not-small:not-short:overflow-y-auto not-small:border-r not-small:border-line small:px-4 small:pt-0.5 small:bg-surface">
          <SourceChoice value={bring.source} onChange={bring.choose} />
          <GivenField bring={bring} />
          <ImportChoices bring={bring} />
        </div>
        <section
          aria-label="What will come in"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll the list
          tabIndex={0}
          className="min-h-0 min-w-0 px-6 py-4 not-small:not-short:overflow-y-auto small:border-t small:border-line small:px-4"
        >
          <ImportResult bring={bring} />
        </section>
        {isOver && (
          <p className="pointer-events-none absolute inset-3 z-10 grid place-items-center rounded-dialog border-2 border-dashed border-brand bg-brand-soft/90 text-heading font-semibold text-brand">
            Drop the file to read it
          </p>
        )}
      </div>
    </Dialog>
  )
}
