import { formatDay } from '#shared/dates.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { OUTCOME_WORDS } from './report-lines.ts'
import { openReport } from './shown-reports.ts'

const countsOf = ({ lessons }: SubReport): string =>
  (['not', 'partly', 'done'] as const)
    .map((outcome) => ({ outcome, count: lessons.filter((lesson) => lesson.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${OUTCOME_WORDS[outcome].toLowerCase()}`)
    .join(', ')

/** All reports, latest first. */
export const ReportList = ({ reports }: { reports: readonly SubReport[] }) =>
  reports.length === 0 ? (
    <p className="text-ink-soft">When a substitute sends a report through a link to your plan, you’ll find it here.</p>
  ) : (
    <ul className="report-list">
      {reports.map((report) => (
        <li key={report.id}>
          <button type="button" onClick={() => openReport.set(report.id)}>
            <span className="min-w-0 flex-1">
              <b>{report.dates.map((date) => formatDay(date, 'short')).join(' – ')}</b>
              <span>{[report.name, countsOf(report), report.isKept && 'kept'].filter(Boolean).join(' · ')}</span>
            </span>
            {!report.isRead && <span className="report-new">New</span>}
          </button>
        </li>
      ))}
    </ul>
  )
