import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { SecurityOverview } from '#shared/admin/security/contract.ts'
import type { SecurityStatus } from '#shared/admin/security/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { Chart, ChartCaption } from '../chart.tsx'
import { formatNumber, formatShort } from '../figures.ts'
import { Panel } from '../panel.tsx'
import { useSecurity } from './data.ts'
import { EventList } from './event-list.tsx'

const STATES: Record<SecurityStatus, { word: string; sentence: string; Icon: LucideIcon; look: string }> = {
  secure: { word: 'Secure', sentence: 'Sign-ins look normal.', Icon: ShieldCheck, look: 'bg-note-soft text-note' },
  watch: {
    word: 'Worth a look',
    sentence: 'Far more sign-ins are failing than usual. Check the events below.',
    Icon: ShieldQuestion,
    look: 'bg-brass-soft text-brass-ink',
  },
  attack: {
    word: 'Under attack',
    sentence: 'We blocked hundreds of sign-in attempts in the last day. Accounts are protected, so you don’t need to do anything.',
    Icon: ShieldAlert,
    look: 'bg-blocked-soft text-blocked',
  },
}

const Status = ({ status, day, week }: SecurityOverview) => {
  const { word, sentence, Icon, look } = STATES[status]
  const rows = [
    ['Signed in', day.signIns, week.signIns],
    ['Failed attempts', day.wrong, week.wrong],
    ['Locked out', day.locked, week.locked],
  ] as const
  return (
    <Panel title="Security Status">
      <p className={`mt-4 flex items-center gap-2.5 rounded-control px-3.5 py-3 text-lead font-semibold ${look}`}>
        <Icon className="size-5 shrink-0" />
        {word}
      </p>
      <p className="mt-2.5 text-ink-soft">{sentence}</p>
      <table className="mt-4 w-full text-control">
        <thead>
          <tr className="text-small text-ink-soft">
            <th scope="col" className="py-1.5 text-left font-medium">
              Sign-ins
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              24 hours
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              7 days
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ofDay, ofWeek]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {label}
              </th>
              <td className="text-right font-semibold tabular">{formatNumber(ofDay)}</td>
              <td className="text-right tabular">{formatNumber(ofWeek)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

type DaysProps = {
  byDay: SecurityOverview['byDay']
  title: string
  label: string
  /** Shown in place of a chart of zeros. */
  none: string
  figureOf: (day: SecurityOverview['byDay'][number]) => number
}

const Days = ({ byDay, title, label, none, figureOf }: DaysProps) => (
  <Panel title={title} description="Last 7 days" className="flex flex-col">
    {byDay.every((day) => figureOf(day) === 0) ? (
      <p className="m-auto py-10 text-ink-soft">{none}</p>
    ) : (
      <DaysChart byDay={byDay} label={label} figureOf={figureOf} />
    )}
  </Panel>
)

const DaysChart = ({ byDay, label, figureOf }: Pick<DaysProps, 'byDay' | 'label' | 'figureOf'>) => (
  <>
    <Chart
      kind="bars"
      label={label}
      pointLabel="Day"
      format={formatShort}
      atLeast={4}
      points={byDay.map((day, place) => ({
        name: formatDay(day.date, 'weekday'),
        fullName: formatDay(day.date, 'full'),
        value: figureOf(day),
        isOpen: place === byDay.length - 1,
      }))}
    />
    <ChartCaption hatched>Today so far.</ChartCaption>
  </>
)

/** Sign-ins, failed attempts, and the audit log. */
export const SecurityTab = () => {
  const { data, error, isFetching, refetch } = useSecurity()
  return (
    <div className="grid gap-3.5">
      {data ? (
        <div className="grid grid-cols-3 gap-3.5 narrow:grid-cols-1">
          <Status {...data} />
          <Days
            byDay={data.byDay}
            title="Login Activity"
            label="Sign-ins"
            none="No sign-ins in 7 days"
            figureOf={({ signIns }) => signIns}
          />
          <Days
            byDay={data.byDay}
            title="Failed Attempts"
            label="Failed attempts, including lockouts"
            none="No failed attempts in 7 days"
            figureOf={({ wrong, locked }) => wrong + locked}
          />
        </div>
      ) : error ? (
        <ErrorState
          title="Couldn’t load security activity"
          description={reasonOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingPlace label="Loading security..." className="min-h-[340px]" />
      )}
      <EventList />
    </div>
  )
}
