import { useMemo } from 'react'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { lessonsWithFoot } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { createStore, useStore } from '#web/lib/store.ts'
import { lessonKey, linesOf, type ReportLine, reportsOn } from './report-lines.ts'

const NONE = { reports: [] as readonly SubReport[], lines: new Map() as ReadonlyMap<string, ReportLine> }

/** The reports about the calendar on screen. Empty until they have loaded, and in any calendar but the teacher's own. */
const shown = createStore(NONE)

export const showReports = (reports: readonly SubReport[]): void => {
  shown.set(reports.length > 0 ? { reports, lines: linesOf(reports) } : NONE)
  lessonsWithFoot.set(reports.length > 0 ? new Set(reports.flatMap(({ lessons }) => lessons.map(({ blockId }) => blockId))) : null)
}

/** The report in the panel, 'all' for the list of reports, or null if the panel is closed. */
export const openReport = createStore<string | null>(null)

export const useReportsOn = (date: string): SubReport[] => {
  const { reports } = useStore(shown)
  return useMemo(() => reportsOn(reports, date), [reports, date])
}

export const useReportLine = (date: string, blockId: string): ReportLine | undefined => useStore(shown).lines.get(lessonKey(date, blockId))

/** The unread reports that a toast has announced. */
export const announcedReports = createStore<ReadonlySet<string>>(new Set<string>())
