import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { fitPage } from './fit-page.ts'
import { type Asked, keepPrintChoices, type PrintChoices, type PrintView, pageOf, printChoices } from './print-choices.ts'
import { PrintDialog } from './print-dialog.tsx'
import { type Drawing, MOST_PAGES, PrintPages } from './print-pages.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { usePrinted } from './use-printed.ts'
import './print.css'

type PrintingProps = {
  /** The day, week, or range that the dialog was opened with. */
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}

/** Calls `begin` before the browser prints and `end` afterward, regardless of how printing was started. */
const usePrinting = (begin: () => void, end: () => void): void => {
  // Uses a layout effect so that no print finds the place for the pages there, and nobody who fills it before the browser counts them.
  useLayoutEffect(() => {
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

const NONE: ReadonlySet<string> = new Set()

/**
 * Renders the pages only for printing, from either the current view or what was chosen in the dialog. A range of dates is drawn while the
 * dialog is open, because it takes too long for the moment of printing. The pages are siblings of the app and its dialogs, both of which are
 * hidden in print.
 */
export const Printing = ({ asked, onAsk }: PrintingProps) => {
  const today = useToday(useUser().timezone)
  const shown = partOf(usePlannerAddress(today))
  const current = asked ?? { ...shown, from: '', to: '', without: NONE }
  const { view } = current
  const { printed, classes, error, isFetching, refetch } = usePrinted(current)
  const [isPrinting, setIsPrinting] = useState(false)
  const [chosen, setChosen] = useState<Partial<Record<PrintView, PrintChoices>>>({})
  const pages = useRef<HTMLDivElement>(null)
  const choices = useMemo(() => chosen[view] ?? printChoices(view), [chosen, view])
  /** The pages of a range. Other pages are drawn from the beginning. */
  const drawing = useMemo(() => (printed && printed.kind !== 'part' ? { printed, choices } : undefined), [printed, choices])
  const [drawn, setDrawn] = useState<{ drawing: Drawing; pages: number }>()
  const count = drawing && drawn?.drawing === drawing ? drawn.pages : undefined
  const isReady = view !== 'dates' || (count !== undefined && count <= MOST_PAGES)

  const draw = () => {
    flushSync(() => setIsPrinting(true))
    if (pages.current && view !== 'dates') fitPage(pages.current)
  }
  const drawPages = (): ParentNode => {
    flushSync(() => setIsPrinting(true))
    const copy = pages.current?.cloneNode(true) as HTMLElement
    setIsPrinting(false)
    return copy
  }
  usePrinting(draw, () => setIsPrinting(false))

  const choose = (change: Partial<PrintChoices>) => {
    const next = { ...choices, ...change }
    keepPrintChoices(view, next)
    // The paper size applies to all views.
    setChosen({ [view]: next })
  }
  const place = (
    <div ref={pages} className="print-pages" data-page={pageOf(choices)} data-early={!isReady || undefined}>
      {drawing && <PrintPages drawing={drawing} onDrawn={setDrawn} />}
      {isPrinting && !isReady && <p>The pages aren’t ready yet. Please print again.</p>}
      {isPrinting && printed?.kind === 'part' && <PrintSheet {...printed.part} choices={choices} />}
      {isPrinting && isReady && !printed && <p>Your lessons haven’t loaded yet. Print again once you see them.</p>}
    </div>
  )
  return (
    <>
      {createPortal(place, document.body)}
      {asked && (
        <PrintDialog
          {...{ asked, today, printed, classes, choices, error, isFetching, drawPages }}
          pages={view === 'dates' ? count : 1}
          onRetry={() => void refetch()}
          onChoose={choose}
          onAsk={(change) => onAsk({ ...asked, ...change })}
          onClose={() => onAsk(undefined)}
        />
      )}
    </>
  )
}
