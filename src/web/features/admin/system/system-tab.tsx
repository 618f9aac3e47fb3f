import type { ReactNode } from 'react'
import type { System } from '#shared/admin/system/contract.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { formatBytes, formatMs, formatNumber, formatSpan } from '../figures.ts'
import { Panel } from '../panel.tsx'
import { useSystem } from './data.ts'
import { JobsPanel } from './jobs-panel.tsx'
import { ServersPanel } from './servers-panel.tsx'

const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="mt-3 text-control phone:grid phone:grid-cols-2 phone:gap-x-4">
    {facts.map(([label, value]) => (
      <div key={label} className="flex justify-between gap-4 border-t border-line py-2.5 phone:block phone:py-1.5">
        <dt className="text-ink-soft phone:text-small">{label}</dt>
        <dd className="min-w-0 text-right font-semibold tabular phone:text-left">{value}</dd>
      </div>
    ))}
  </dl>
)

const ServerPanel = ({ system: { startedAt, versions, servers } }: { system: System }) => {
  const now = useNow()
  const [own] = servers
  return (
    <Panel title="Server" description="The server answering this page">
      <Facts
        facts={[
          ['Uptime', formatSpan(Math.max(0, now - Date.parse(startedAt)))],
          ['Started', <Instant key="started" at={startedAt} />],
          ['Firstbell', versions.app],
          ['Node.js', versions.node],
          ['Memory', own ? formatBytes(own.memory) : '–'],
          ['Live connections', own ? formatNumber(own.streams) : '–'],
        ]}
      />
    </Panel>
  )
}

const ContentPanel = ({ system: { database, versions, counts } }: { system: System }) => {
  const count = (value: number) => `${counts.isAbout ? 'about ' : ''}${formatNumber(value)}`
  return (
    <Panel title="Database" description="What Firstbell stores">
      <Facts
        facts={[
          ['Size', formatBytes(database.bytes)],
          ['PostgreSQL', versions.database],
          ['Calendar days', count(counts.calendarDays)],
          ['Time blocks', count(counts.timeBlocks)],
          ['Templates', count(counts.templates)],
        ]}
      />
      <p className="border-t border-line pt-2.5 text-label wrap-anywhere text-ink-soft">{database.promise}</p>
    </Panel>
  )
}

const RequestsPanel = ({ system: { traffic, servers } }: { system: System }) => {
  const { lastHour, sinceStart } = traffic
  const rows = [
    ['Requests', formatNumber(lastHour.requests), formatNumber(sinceStart.requests)],
    ['Errors', formatNumber(lastHour.errors), formatNumber(sinceStart.errors)],
    ['Median (p50)', formatMs(lastHour.p50), formatMs(sinceStart.p50)],
    ['95th percentile (p95)', formatMs(lastHour.p95), formatMs(sinceStart.p95)],
    ['99th percentile (p99)', formatMs(lastHour.p99), formatMs(sinceStart.p99)],
  ] as const
  return (
    <Panel title="Requests" description={`Calls to ${servers.length > 1 ? 'all servers' : 'this server'} and how long they take`}>
      <table className="mt-3 w-full text-control">
        <thead>
          <tr className="text-small text-ink-soft">
            <th scope="col" className="py-1.5 text-left font-medium">
              Metric
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Last hour
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Since start
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, hour, start]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal text-ink-soft">
                {label}
              </th>
              <td className="text-right font-semibold tabular">{hour}</td>
              <td className="text-right tabular">{start}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

/** The state of the installation, refetched while the tab is open. */
export const SystemTab = () => {
  const { data: system, error, isFetching, refetch } = useSystem()
  if (!system && error)
    return <ErrorState title="Couldn’t load system status" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!system) return <LoadingPlace label="Loading system..." className="min-h-[340px]" />
  return (
    <div className="grid gap-3.5">
      <div className="grid grid-cols-3 gap-3.5 narrow:grid-cols-1">
        <ServerPanel system={system} />
        <ContentPanel system={system} />
        <RequestsPanel system={system} />
      </div>
      {system.servers.length > 1 && <ServersPanel servers={system.servers} />}
      <JobsPanel jobs={system.jobs} />
    </div>
  )
}
