import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { setWaiting } from '#web/lib/waiting.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { changeReport, reportsQuery } from './data.ts'
import { ReportList } from './report-list.tsx'
import { ReportPanel } from './report-panel.tsx'
import { announcedReports, openReport, showReports } from './shown-reports.ts'

const NONE: readonly SubReport[] = []

const commandsOf = (open: () => void): Command[] => [
  {
    id: 'sub-reports',
    label: 'Substitutes’ Reports',
    group: 'Go to',
    words: 'report substitute sub back absent incidents',
    run: open,
  },
]

/** Counts the unread reports for the badges, and announces each one once. */
const useReportNews = (reports: readonly SubReport[], open: (shown: string) => void): void => {
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
      action: { label: 'Read', onPress: () => open(news.length === 1 ? first.id : 'all') },
    })
  }, [unread, open])
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
  const isOwn = useCalendar().kind === 'own'
  const { name } = useOwnCalendar()
  const today = useToday(useUser().timezone)
  const { data, error, isFetching, refetch } = useQuery({ ...reportsQuery, enabled: isOwn })
  const reports = data ?? NONE
  const opened = useStore(openReport)
  const open = useCallback(
    (shown: string) => {
      // Reports are shown beside the teacher's own days only.
      if (!isOwn) goTo(today, (now) => ({ ...now, calendar: name }))
      openReport.set(shown)
    },
    [isOwn, today, name],
  )
  useCommands(commandsOf(() => open('all')))
  useReportNews(reports, open)
  const report = reports.find(({ id }) => id === opened)
  useReading(report)
  useEffect(() => {
    showReports(isOwn ? reports : [])
    return () => showReports([])
  }, [isOwn, reports])
  if (opened === null || !isOwn) return null
  const list = data ? (
    <ReportList reports={data} />
  ) : (
    error && <ErrorState title="Couldn’t load the reports" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  )
  return <ReportPanel reports={reports} report={report} list={list} />
}
