import type { Analytics } from '#shared/admin/contract.ts'
import type { MonthOfHistory } from '#shared/admin/overview/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Chart, ChartCaption } from '../chart.tsx'
import { formatNumber, formatShort } from '../figures.ts'
import { Panel } from '../panel.tsx'
import { useHistory } from './data.ts'

const pointsOf = (months: readonly MonthOfHistory[], figureOf: (month: MonthOfHistory) => number | null) =>
  months.map((each, place) => ({
    name: formatDay(`${each.month}-01`, 'monthAlone'),
    fullName: formatDay(`${each.month}-01`, 'month'),
    value: figureOf(each),
    isOpen: place === months.length - 1,
  }))

type HistoryChartProps = {
  months: readonly MonthOfHistory[] | undefined
  kind: 'bars' | 'line'
  label: string
  figureOf: (month: MonthOfHistory) => number | null
  format?: (value: number) => string
  atLeast?: number
}

const HistoryChart = ({ months, kind, label, figureOf, format = formatShort, atLeast = 4 }: HistoryChartProps) =>
  months ? (
    <Chart kind={kind} label={label} pointLabel="Month" points={pointsOf(months, figureOf)} format={format} atLeast={atLeast} />
  ) : (
    <Skeleton className="mt-4 h-[230px] phone:h-[168px]" />
  )

const percent = (value: number): string => `${Math.round(value)}%`
const shareTurned = ({ trials, turned }: MonthOfHistory): number | null => (trials === 0 ? null : (100 * turned) / trials)

/** Returns a sentence about trial conversions in the most recent completed month that had trials. */
const turnedWords = (months: readonly MonthOfHistory[]): string => {
  const last = months.findLast(({ trials }, place) => trials > 0 && place < months.length - 1)
  if (!last) return 'No full month of trials yet.'
  return `${formatNumber(last.turned)} of ${formatNumber(last.trials)} trials that started in ${formatDay(`${last.month}-01`, 'month')} became plans. Newer trials are still running.`
}

const knownSince = (months: readonly MonthOfHistory[], figureOf: (month: MonthOfHistory) => number | null): string => {
  const first = months.find((month) => figureOf(month) !== null)
  if (!first) return ''
  return first === months[0] ? 'Striped: this month so far.' : `Data starts in ${formatDay(`${first.month}-01`, 'month')}.`
}

/** Active teachers are counted hourly, so a new month has no count at first. */
const activeWords = (months: readonly MonthOfHistory[]): string => {
  const since = knownSince(months, ({ activeTeachers }) => activeTeachers)
  return months.at(-1)?.activeTeachers === null ? 'This month’s first count comes within the hour.' : since
}

/** Charts of users and plans over twelve months. */
export const OverviewTab = ({ analytics }: { analytics: Analytics | undefined }) => {
  const { data, error, isFetching, refetch } = useHistory()
  const months = data?.months
  const now = months?.at(-1)
  if (error && !months)
    return <ErrorState title="Couldn’t load history" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className="grid grid-cols-6 gap-3.5 narrow:grid-cols-1">
      <Panel
        className="wide:col-span-3"
        title="User Growth"
        description="Sign-ups each month"
        figures={[
          ['new this week', analytics?.newUsersThisWeek],
          ['this month', analytics?.newUsersThisMonth],
        ]}
      >
        <HistoryChart months={months} kind="bars" label="Sign-ups" figureOf={({ signUps }) => signUps} />
        <ChartCaption hatched>This month is still in progress. Deleted accounts aren’t counted.</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-3"
        title="Revenue Metrics"
        description="Trials that became plans, by the month the trial started"
        figures={[
          ['paying subscribers', analytics?.activeSubscribers],
          ['users on trial', analytics?.activeTrialUsers],
        ]}
      >
        <HistoryChart months={months} kind="line" label="Trials that became plans" figureOf={shareTurned} format={percent} atLeast={20} />
        <ChartCaption>{months ? turnedWords(months) : ''}</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="Active Teachers"
        description="People who used their planner that month"
        figures={now?.activeTeachers === null ? [] : [['this month', now?.activeTeachers]]}
      >
        <HistoryChart months={months} kind="bars" label="Active teachers" figureOf={({ activeTeachers }) => activeTeachers} />
        <ChartCaption hatched={now?.activeTeachers !== null}>{months ? activeWords(months) : ''}</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="Subscribers"
        description="Paid or granted, at month’s end"
        figures={[['today', now?.subscribers ?? undefined]]}
      >
        <HistoryChart months={months} kind="line" label="Subscribers" figureOf={({ subscribers }) => subscribers} />
        <ChartCaption>
          {months
            ? knownSince(months, ({ subscribers }) => subscribers).replace('Striped: this month so far.', 'The last point is today.')
            : ''}
        </ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="AI Tokens"
        description="Used by all teachers"
        figures={[['this month', now && formatShort(now.aiTokens)]]}
      >
        <HistoryChart months={months} kind="bars" label="AI tokens" figureOf={({ aiTokens }) => aiTokens} />
        <ChartCaption hatched>Striped: this month so far.</ChartCaption>
      </Panel>
    </div>
  )
}
