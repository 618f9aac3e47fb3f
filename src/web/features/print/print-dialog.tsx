import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { PlannedPart } from '#web/features/calendar/navigation/planner-url.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { fitPage } from './fit-page.ts'
import { type PrintChoices, pageOf } from './print-choices.ts'
import { type PrintedPart, PrintSheet, titleOf } from './print-sheet.tsx'

const PRINTER = <Printer className="size-4" />
const FILE = <FileDown className="size-4" />
const VIEWS = [
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
] as const
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

type PrintDialogProps = {
  asked: PlannedPart
  /** Undefined while loading. */
  part: PrintedPart | undefined
  choices: PrintChoices
  /** Returns the pages as they would be printed now. */
  drawPages: () => ParentNode
  onChoose: (change: Partial<PrintChoices>) => void
  onView: (view: PlannedPart['view']) => void
  onClose: () => void
}

/**
 * A preview of the first page, with the page count. The preview is hidden from screen readers, because the planner has the same content.
 */
const Preview = ({ part, choices }: { part: PrintedPart; choices: PrintChoices }) => {
  const pages = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(1)
  useLayoutEffect(() => {
    if (pages.current) setCount(fitPage(pages.current))
  })
  const page = pageOf(choices)
  return (
    <div className="grid content-start justify-items-center gap-2">
      <div className="print-tray">
        <div inert aria-hidden="true" className="print-preview" data-page={page}>
          <div ref={pages} className="print-pages" data-page={page}>
            <PrintSheet {...part} choices={choices} />
          </div>
        </div>
      </div>
      <p role="status" className="text-label text-ink-soft">
        {count === 1 ? '1 page' : `About ${count} pages`}
      </p>
    </div>
  )
}

/** The print settings for a day or a week. They also apply to the next Ctrl+P. */
export const PrintDialog = ({ asked, part, choices, drawPages, onChoose, onView, onClose }: PrintDialogProps) => {
  const download = useMutation({
    // The PDF code is large and rarely needed, so it loads on the first click.
    mutationFn: async (printed: PrintedPart) => (await import('./print-pdf.ts')).printPdf(drawPages(), titleOf(printed), choices),
    onSuccess: (pdf) => saveFile(pdf, `${asked.view}-${part?.days[0]?.date}.pdf`),
    onError: (error) => showToast({ tone: 'destructive', title: 'Failed to save the PDF', description: error.message }),
  })
  const { paper, orientation, text, hasNotes, hasRoom } = choices
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="Print"
      description={part && titleOf(part)}
      footer={
        <>
          <span className="flex-1 phone:hidden" />
          <Button
            icon={FILE}
            className="phone:flex-1"
            busy={download.isPending}
            disabled={!part}
            onClick={() => part && download.mutate(part)}
          >
            Save as PDF
          </Button>
          <Button variant="solid" icon={PRINTER} className="phone:flex-1" disabled={!part} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 phone:gap-4 md:grid-cols-[252px_minmax(0,1fr)]">
        <div className="flex flex-wrap content-start gap-x-6 gap-y-4 phone:gap-y-3">
          <SegmentedField label="Pages" value={asked.view} options={VIEWS} onChange={onView} />
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
        <div className="grid content-start gap-2">
          {part && <Preview part={part} choices={choices} />}
          <p className="text-center text-caption text-ink-soft">Scales to fit one page when it can.</p>
        </div>
      </div>
    </Dialog>
  )
}
