import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { sidePanel } from '#web/lib/side-panel.ts'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ReportContent } from './report-content.tsx'
import { ReportFoot } from './report-foot.tsx'
import { receivedWords } from './report-lines.ts'
import { openReport } from './shown-reports.ts'
import './report.css'

type FrameProps = { title: string; description: ReactNode; back: ReactNode; footer: ReactNode; onClose: () => void; children: ReactNode }

/** A panel over the right sidebar. The week stays in use beside it. */
const Side = ({ title, description, back, footer, onClose, children }: FrameProps) => {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    sidePanel.set(onClose)
    return () => {
      sidePanel.set(null)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
    // The opener is the one that had the focus when the panel opened.
  }, [onClose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list and a report take turns in the panel
  useEffect(() => panel.current?.focus(), [title])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside ref={panel} tabIndex={-1} aria-label={title} className="report-panel" onKeyDown={closeByKey}>
      <header>
        <div className="min-w-0 flex-1">
          {back}
          <h2 className="text-heading leading-tight">{title}</h2>
          <p className="mt-0.5 text-caption text-ink-soft">{description}</p>
        </div>
        <IconButton label="Close" onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </header>
      <div className="report-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </aside>
  )
}

const InDialog = ({ children, ...frame }: FrameProps) => (
  <Dialog {...frame} size="md">
    <div className="report-body">{children}</div>
  </Dialog>
)

const close = () => openReport.set(null)
const BACK = (
  <Button
    variant="ghost"
    size="sm"
    icon={<ArrowLeft className="size-4" />}
    className="-mt-2 mb-0.5 -ml-2.5"
    onClick={() => openReport.set('all')}
  >
    All reports
  </Button>
)

type ReportPanelProps = {
  reports: readonly SubReport[]
  /** The open report. Undefined for the list, and for a report that was deleted. */
  report: SubReport | undefined
  /** All reports, or why they aren't there. */
  list: ReactNode
}

/** The open report, or the list of all: a panel beside the week, or a dialog if there is no room for it. */
export const ReportPanel = ({ reports, report, list }: ReportPanelProps) => {
  const isWide = useMedia(WIDE_SCREEN)
  const { timezone, preferences } = useUser()
  const Frame = isWide ? Side : InDialog
  if (!report)
    return (
      <Frame
        title="Substitutes’ reports"
        description={
          reports.some(({ sharedAt }) => sharedAt !== null)
            ? 'Only you can read them, except those that you sent to the office.'
            : 'Only you can read them.'
        }
        back={null}
        footer={null}
        onClose={close}
      >
        {list}
      </Frame>
    )
  const { dates } = report
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  const days = first === last ? formatDay(first, 'short') : `${formatDay(first, 'short')} – ${formatDay(last, 'short')}`
  return (
    <Frame
      title="Substitute’s report"
      description={`${days} · ${receivedWords(report, { timezone, timeFormat: preferences.timeFormat })}`}
      back={reports.length > 1 && BACK}
      footer={<ReportFoot report={report} />}
      onClose={close}
    >
      <ReportContent key={report.id} report={report} />
    </Frame>
  )
}
