import type { Server } from '#shared/admin/system/contract.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { formatAgo, formatBytes, formatMs, formatNumber, formatSpan } from '../figures.ts'
import { Panel } from '../panel.tsx'

const COLUMNS = ['Running for', 'Firstbell', 'Memory', 'Live connections', 'Requests', 'Errors', 'p95', 'Loop delay']

const since = (at: string, now: number): number => Math.max(0, now - Date.parse(at))

/** A server that stopped reporting shows when that was instead of its figures, which are out of date. */
const ServerRow = ({ server, now }: { server: Server; now: number }) => {
  const { host, version, startedAt, seenAt, isThis, isGone, memory, streams, loopDelay, lastHour } = server
  const figures = [
    formatSpan(since(startedAt, now)),
    version,
    formatBytes(memory),
    formatNumber(streams),
    formatNumber(lastHour.requests),
    formatNumber(lastHour.errors),
    formatMs(lastHour.p95),
    formatMs(loopDelay),
  ]
  return (
    <tr className="border-t border-line">
      <th scope="row" className="min-w-32 py-2.5 pr-4 text-left font-semibold wrap-anywhere">
        {host}
        {isThis && <span className="block text-small font-normal text-ink-soft">answering this page</span>}
      </th>
      {isGone ? (
        <td colSpan={COLUMNS.length} className="py-2.5 pl-4 text-brass-ink">
          Not responding. Last seen {formatAgo(since(seenAt, now))}
        </td>
      ) : (
        figures.map((figure, place) => (
          <td key={COLUMNS[place]} className="py-2.5 pl-4 text-right whitespace-nowrap tabular">
            {figure}
          </td>
        ))
      )}
    </tr>
  )
}

/** All servers that share the database. Shown only if there are several. */
export const ServersPanel = ({ servers }: { servers: readonly Server[] }) => {
  const now = useNow()
  return (
    <Panel title="Servers" description="The servers that share this database, and their calls in the last hour">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A scroll container must be reachable by keyboard. */}
      <section aria-label="List of servers" tabIndex={0} className="mt-3 overflow-x-auto">
        <table className="w-full text-control">
          <thead>
            <tr className="text-small text-ink-soft">
              <th scope="col" className="py-1.5 pr-4 text-left font-medium">
                Server
              </th>
              {COLUMNS.map((title) => (
                <th key={title} scope="col" className="py-1.5 pl-4 text-right font-medium whitespace-nowrap">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <ServerRow key={`${server.host} ${server.startedAt}`} server={server} now={now} />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
