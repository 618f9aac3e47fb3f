import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { useStore } from '#web/lib/store.ts'
import { setWaiting } from '#web/lib/waiting.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { changeReport, reportsQuery } from './data.ts'
import { ReportPanel } from './report-panel.tsx'
import { announcedReports, openReport, showReports } from './shown-reports.ts'

const COMMANDS: readonly Command[] = [
  {
    id: 'sub-reports',
    label: 'Substitutes’ Reports',
    group: 'Go to',
    words: 'report substitute sub back absent incidents',
    run: () => openReport.set('all'),
  },
]

/** Counts the unread reports for the badges, and announces each one once. */
const useReportNews = (reports: readonly SubReport[]): void => {
  const unread = useMemo(() => reports.filter(({ isRead }) => !isRead), [reports])
  useEffect(() => {
    if (reports.length > 0) setWaiting('sub-reports', unread.length)
  }, [reports, unread])
  useEffect(() => {
    const told = announcedReports.get()
    const news = unread.filter(({ id }) => !told.has(id))
    const [first] = news
    if (!first) return
    announcedReports.set(new Set([...told, ...news.map(({ id }) => id)]))
    if (openReport.get() === first.id) return
    showToast({
      title: news.length === 1 ? 'Your substitute’s report came in' : `${news.length} substitutes’ reports came in`,
      action: { label: 'Read', onPress: () => openReport.set(news.length === 1 ? first.id : 'all') },
    })
  }, [unread])
}

/** Marks the open report as read. Without a network, it stays new until it is opened again. */
const useReading = (report: SubReport | undefined): void => {
  const id = report?.isRead === false ? report.id : undefined
  useEffect(() => {
    if (id !== undefined) changeReport(id, { isRead: true }).catch(rethrowBugs)
  }, [id])
}

/** Loads the reports of the teacher's substitutes for the planner, and shows the one that the teacher opened. */
export const SubReports = () => {
  const { kind } = useCalendar()
  const isOwn = kind === 'own'
  const { data: reports = [] } = useQuery({ ...reportsQuery, enabled: isOwn })
  const opened = useStore(openReport)
  useCommands(COMMANDS)
  useReportNews(reports)
  const report = reports.find(({ id }) => id === opened)
  useReading(report)
  useEffect(() => {
    showReports(isOwn ? reports : [])
    return () => showReports([])
  }, [isOwn, reports])
  if (opened === null || !isOwn) return null
  return <ReportPanel reports={reports} report={report} />
}
