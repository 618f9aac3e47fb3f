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
    <Skeleton className="mt-4 h-[230px]" />
  )

const percent = (value: number): string => `${Math.round(value)}%`
const shareTurned = ({ trials, turned }: MonthOfHistory): number | null => (trials === 0 ? null : (100 * turned) / trials)

/** Returns a sentence about the conversion of trials in the latest completed month that had any. */
const turnedWords = (months: readonly MonthOfHistory[]): string => {
  const last = months.findLast(({ trials }, place) => trials > 0 && place < months.length - 1)
  if (!last) return 'No trial of a month that is over yet.'
  return `${formatNumber(last.turned)} of the ${formatNumber(last.trials)} trials begun in ${formatDay(`${last.month}-01`, 'month')} became plans. Later trials still run.`
}

const knownSince = (months: readonly MonthOfHistory[], figureOf: (month: MonthOfHistory) => number | null, what: string): string => {
  const first = months.find((month) => figureOf(month) !== null)
  if (!first) return `${what} is counted every hour from now on.`
  return first === months[0] ? 'This month so far is hatched.' : `${what} is known from ${formatDay(`${first.month}-01`, 'month')} on.`
}

/** Charts of users and plans over twelve months. */
export const OverviewTab = ({ analytics }: { analytics: Analytics | undefined }) => {
  const { data, error, isFetching, refetch } = useHistory()
  const months = data?.months
  const now = months?.at(-1)
  if (error && !months)
    return <ErrorState title="Couldn’t load the history" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
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
        <ChartCaption hatched>This month so far. Accounts that were deleted are not in it.</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-3"
        title="Revenue Metrics"
        description="Trials turned into plans, by the month the trial began"
        figures={[
          ['paying subscribers', analytics?.activeSubscribers],
          ['users on trial', analytics?.activeTrialUsers],
        ]}
      >
        <HistoryChart months={months} kind="line" label="Trials turned into plans" figureOf={shareTurned} format={percent} atLeast={20} />
        <ChartCaption>{months ? turnedWords(months) : ''}</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="Active Teachers"
        description="Who used their planner in the month"
        figures={[['this month', now ? (now.activeTeachers ?? '–') : undefined]]}
      >
        <HistoryChart months={months} kind="bars" label="Active teachers" figureOf={({ activeTeachers }) => activeTeachers} />
        <ChartCaption hatched>{months ? knownSince(months, ({ activeTeachers }) => activeTeachers, 'Activity') : ''}</ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="Subscribers"
        description="Paid or granted, at the month's end"
        figures={[['today', now?.subscribers ?? undefined]]}
      >
        <HistoryChart months={months} kind="line" label="Subscribers" figureOf={({ subscribers }) => subscribers} />
        <ChartCaption>
          {months
            ? knownSince(months, ({ subscribers }) => subscribers, 'Who had a plan').replace(
                'This month so far is hatched.',
                'The last point is today.',
              )
            : ''}
        </ChartCaption>
      </Panel>
      <Panel
        className="wide:col-span-2"
        title="AI Tokens"
        description="Used by all teachers together"
        figures={[['this month', now && formatShort(now.aiTokens)]]}
      >
        <HistoryChart months={months} kind="bars" label="AI tokens" figureOf={({ aiTokens }) => aiTokens} />
        <ChartCaption hatched>This month so far.</ChartCaption>
      </Panel>
    </div>
  )
}
