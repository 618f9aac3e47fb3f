import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { chosenClasses } from '#web/features/classes/class-filter.ts'
import { useIsAway } from '#web/features/people/use-is-away.ts'
import { counted } from '#web/lib/counted.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { fitPage } from './fit-page.ts'
import { type Asked, type PrintChoices, pageOf } from './print-choices.ts'
import { FirstSheet, fileNameOf, MOST_PAGES, type Printed, printedInWords } from './print-pages.tsx'
import { rangeProblem } from './print-range.ts'
import { PrintWhat } from './print-what.tsx'
import type { usePrinted } from './use-printed.ts'

const PRINTER = <Printer className="size-4" />
const FILE = <FileDown className="size-4" />
const PAPERS = [
  { value: 'LETTER', label: 'Letter' },
  { value: 'A4', label: 'A4' },
] as const
const ORIENTATIONS = [
  { value: 'portrait', label: 'Portrait' },
  { value: 'landscape', label: 'Landscape' },
] as const
const TEXTS = [
  { value: 'full', label: 'Full text' },
  { value: 'first', label: 'First lines' },
  { value: 'titles', label: 'Titles' },
] as const

type PrintDialogProps = Pick<ReturnType<typeof usePrinted>, 'classes' | 'error' | 'isFetching'> & {
  asked: Asked
  today: string
  /** Undefined while loading. */
  printed: Printed | undefined
  /** The number of pages of a range, or undefined while they are drawn. */
  pages: number | undefined
  choices: PrintChoices
  /** Returns the pages as they would be printed now. */
  drawPages: () => ParentNode
  onRetry: () => void
  onChoose: (change: Partial<PrintChoices>) => void
  onAsk: (change: Partial<Asked>) => void
  onClose: () => void
}

/** The first page. The preview is hidden from screen readers, because the planner has the same content. */
const Preview = ({ printed, choices, onCount }: { printed: Printed; choices: PrintChoices; onCount: (pages: number) => void }) => {
  const pages = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (pages.current) onCount(fitPage(pages.current))
  })
  const page = pageOf(choices)
  return (
    <div className="print-tray">
      <div inert aria-hidden="true" className="print-preview" data-page={page}>
        <div ref={pages} className="print-pages" data-page={page}>
          <FirstSheet printed={printed} choices={choices} />
        </div>
      </div>
    </div>
  )
}

type ResultProps = Pick<PrintDialogProps, 'asked' | 'printed' | 'pages' | 'choices' | 'classes' | 'error' | 'isFetching' | 'onRetry'>

/** Returns what is missing for printing, as a sentence, or null. */
const missing = ({ asked, printed, pages = 0, classes }: Pick<ResultProps, 'asked' | 'printed' | 'pages' | 'classes'>): string | null => {
  if (chosenClasses({ classes, without: asked.without }).length === 0) return 'Choose at least one class.'
  if (asked.view === 'dates' && rangeProblem(asked)) return 'Choose the dates to see the pages.'
  if (asked.view === 'dates' && printed && printed.lessons === 0) return 'There are no lessons on these dates.'
  return pages > MOST_PAGES ? `That’s more than ${MOST_PAGES} pages. Choose fewer dates or classes.` : null
}

const pagesInWords = (pages: number): string => (pages === 1 ? '1 page' : `About ${pages} pages`)

/** The preview, with the number of pages and lessons. */
const Result = ({ asked, printed, pages, choices, classes, error, isFetching, onRetry }: ResultProps) => {
  const [ofPart, setOfPart] = useState(1)
  const problem = missing({ asked, printed, pages, classes })
  const lessons = printed && counted(printed.lessons, 'lesson')
  const words =
    printed?.kind === 'part'
      ? `${pagesInWords(ofPart)} · ${lessons}`
      : pages === undefined
        ? `Counting the pages of ${lessons}…`
        : `${pagesInWords(pages)} · ${lessons}`
  if (error && !printed)
    return <ErrorState title="Couldn’t load your lessons" description={error.message} busy={isFetching} onRetry={onRetry} />
  if (problem)
    return (
      <div className="print-tray min-h-32 content-center">
        <p role="status" className="text-label text-ink-soft">
          {problem}
        </p>
      </div>
    )
  if (!printed) return <Skeleton className="h-[220px]" />
  return (
    <div className="grid content-start gap-2">
      <Preview printed={printed} choices={choices} onCount={setOfPart} />
      <p role="status" className="text-center text-label text-ink-soft">
        {words}
      </p>
      {printed.kind !== 'class' && (
        <p className="text-center text-caption text-ink-soft">
          {printed.kind === 'weeks' ? 'Each week scales to fit one page when it can.' : 'Scales to fit one page when it can.'}
        </p>
      )}
    </div>
  )
}

/** The print settings. Those for a day and a week also apply to the next Ctrl+P. */
export const PrintDialog = (props: PrintDialogProps) => {
  const { asked, today, printed, pages, classes, choices, drawPages, onChoose, onAsk, onClose } = props
  const download = useMutation({
    // The PDF code is large and rarely needed, so it loads on the first click.
    mutationFn: async (what: Printed) =>
      what.kind === 'part'
        ? (await import('./print-pdf.ts')).printPdf(drawPages(), printedInWords(what), choices)
        : (await import('./print-long-pdf.ts')).printLongPdf(drawPages(), printedInWords(what), choices),
    onSuccess: (pdf, what) => saveFile(pdf, `${fileNameOf(what)}.pdf`),
    onError: (error) => showToast({ tone: 'destructive', title: 'Failed to save the PDF', description: error.message }),
  })
  const isAway = useIsAway()
  const isReady = printed !== undefined && pages !== undefined && missing(props) === null
  const { paper, orientation, text, hasNotes, hasRoom } = choices
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="Print"
      description={printed && printedInWords(printed)}
      footer={
        <>
          {isAway ? (
            <p className="flex-1 text-label text-ink-soft">Saving a PDF needs the network.</p>
          ) : (
            <>
              <span className="flex-1 phone:hidden" />
              <Button
                icon={FILE}
                className="phone:flex-1"
                busy={download.isPending}
                disabled={!isReady}
                onClick={() => printed && download.mutate(printed)}
              >
                Save as PDF
              </Button>
            </>
          )}
          <Button variant="solid" icon={PRINTER} className="phone:flex-1" disabled={!isReady} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 phone:gap-4 md:grid-cols-[300px_minmax(0,1fr)]">
        <div className="flex flex-wrap content-start gap-x-6 gap-y-4 phone:gap-y-3">
          <PrintWhat {...{ asked, today, classes, onAsk }} />
          <SegmentedField label="Paper" value={paper} options={PAPERS} onChange={(value) => onChoose({ paper: value })} />
          <SegmentedField
            label="Orientation"
            value={orientation}
            options={ORIENTATIONS}
            onChange={(value) => onChoose({ orientation: value })}
          />
          <SegmentedField label="Lessons" value={text} options={TEXTS} onChange={(value) => onChoose({ text: value })} />
          <div className="grid basis-full gap-2.5 touch:gap-0">
            <Checkbox label="Notes" checked={hasNotes} onChange={(event) => onChoose({ hasNotes: event.target.checked })} />
            <Checkbox
              label="Space for handwritten notes"
              checked={hasRoom}
              onChange={(event) => onChoose({ hasRoom: event.target.checked })}
            />
          </div>
        </div>
        <Result {...props} />
      </div>
    </Dialog>
  )
}
