import { Check, CircleDotDashed, ClipboardCheck, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { Outcome, SubReport } from '#shared/sub-reports/contract.ts'
import { MoveButton } from './move-button.tsx'
import { lineWords, OUTCOME_WORDS, type ReportLine } from './report-lines.ts'
import { openReport } from './shown-reports.ts'
import './report.css'

const REPORT = <ClipboardCheck className="size-[15px] shrink-0" />

const OUTCOME_ICONS = { done: Check, partly: CircleDotDashed, not: X }

export const OutcomeIcon = ({ outcome }: { outcome: Outcome }) => {
  const Icon = OUTCOME_ICONS[outcome]
  return <Icon aria-hidden="true" className="report-outcome" data-outcome={outcome} />
}

/** Opens a report, without the click on the rest of the day that would open the day. */
const opening = (id: string) => (event: MouseEvent) => {
  event.stopPropagation()
  openReport.set(id)
}

/** The reports about a day, at its head. Two substitutes are told apart by name. */
export const DayReports = ({ reports }: { reports: readonly SubReport[] }) =>
  reports.map(({ id, name, isRead }) => (
    <button key={id} type="button" className="report-row" data-report={id} onClick={opening(id)}>
      {REPORT}
      <span className="min-w-0 flex-1">{reports.length > 1 && name ? `Report from ${name}` : 'Substitute’s report'}</span>
      {!isRead && <span className="report-new">New</span>}
    </button>
  ))

type LessonReportProps = { date: string; block: Pick<TimeBlock, 'id' | 'title'>; line: ReportLine }

/** What a report says about a lesson, under its card in the week or its text in the day. */
export const LessonReport = ({ date, block, hue, line }: LessonReportProps & { hue: string }) => (
  <div className={`lesson-report ${hue}`}>
    <button type="button" className="lesson-report-line" tabIndex={-1} onClick={opening(line.reportId)}>
      <OutcomeIcon outcome={line.outcome} />
      <span className="sr-only">Substitute’s report for {block.title}: </span>
      <span className="lesson-report-words">{lineWords(line)}</span>
    </button>
    {line.outcome === 'not' && <MoveButton kind="bump" date={date} block={block} isShort />}
  </div>
)

/** What a report says about a lesson, at the head of its dialog. */
export const BlockReport = ({ date, block, line: { outcome, note } }: LessonReportProps) => (
  <section aria-label="Substitute’s report" className="block-report">
    <p className="whitespace-pre-wrap">
      <b>Substitute’s report: {OUTCOME_WORDS[outcome].toLowerCase()}.</b> {note}
    </p>
    {outcome !== 'done' && <MoveButton kind={outcome === 'not' ? 'bump' : 'extend'} date={date} block={block} />}
  </section>
)
