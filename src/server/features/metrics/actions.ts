/**
 * Figures for Prometheus, in its text format. They have no names, addresses or ids of people.
 *
 * Figures of this process are counted as calls come and go. Figures that servers share (jobs, mail, backups) are read when they are asked
 * for, and are left out if the database or the backup folder can't be read. `firstbell_database_up` is 0 then.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Backups } from '#server/features/backups/actions.ts'
import { newestProved } from '#server/lib/backup/backup-folder.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import { type SharedState, sharedState } from './queries.ts'

export type MetricsDeps = {
  db: Db
  clock: Clock
  version: string
  /** Returns the number of open live streams on this server. */
  openStreams: () => number
  backups: Pick<Backups, 'folder'>
  /** The state of this server's database connections. Undefined in tests without a pool. */
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number } | undefined
}

/** Upper limits in seconds: from the fastest reads to calls that a client no longer waits for. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const SHARED: Record<keyof SharedState, { name: string; help: string }> = {
  jobsDue: { name: 'firstbell_jobs_due', help: 'Jobs that should be running now' },
  jobsLate: { name: 'firstbell_jobs_late_seconds', help: 'How long the oldest due job has been due' },
  jobsGaveUp: { name: 'firstbell_jobs_gave_up', help: 'Queued jobs that failed too many times and need an operator' },
  jobsFailed: { name: 'firstbell_jobs_failed_last_hour', help: 'Failed runs of jobs in the last hour' },
  mailWaiting: { name: 'firstbell_mail_waiting', help: 'Mail that is not sent yet' },
  mailFailed: { name: 'firstbell_mail_failed_last_hour', help: 'Mail of the last hour that could not be delivered' },
}

/** An answered call of a contract. `seconds` is left out for files and streams, whose duration depends on the client. */
type AnsweredCall = { call: string; method: string; status: number; seconds: number | undefined }

/** Returns a function that counts a call. */
const makeCallCounter = (registers: Registry[]) => {
  const calls = new Counter({ name: 'firstbell_calls_total', help: 'Answered calls', labelNames: ['call', 'status'], registers })
  const durations = new Histogram({
    name: 'firstbell_call_duration_seconds',
    help: 'Time to answer a call',
    labelNames: ['method'],
    buckets: SECONDS,
    registers,
  })
  return ({ call, method, status, seconds }: AnsweredCall): void => {
    calls.inc({ call, status })
    if (seconds !== undefined) durations.observe({ method }, seconds)
  }
}

const showPool = (pool: NonNullable<MetricsDeps['pool']>, registers: Registry[]): void => {
  new Gauge({
    name: 'firstbell_database_connections',
    help: 'Connections of this server to its database',
    labelNames: ['state'],
    registers,
    collect(): void {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'firstbell_database_waiting',
    help: 'Queries that wait for a connection',
    registers,
    collect(): void {
      this.set(pool.waitingCount)
    },
  })
}

/** Shows the figures that servers share. Reads them once per collection. */
const showShared = ({ db, backups, clock }: MetricsDeps, registers: Registry[]): (() => Promise<void>) => {
  const up = new Gauge({ name: 'firstbell_database_up', help: '1 if the database answered', registers })
  const gauges = Object.entries(SHARED).map(([key, about]) => [key as keyof SharedState, new Gauge({ ...about, registers })] as const)
  const backup = new Gauge({
    name: 'firstbell_backup_proved_age_seconds',
    help: 'Age of the newest backup that was restored as a test',
    labelNames: [],
    registers,
  })
  return async () => {
    const state = await sharedState(db).catch(() => undefined)
    up.set(state ? 1 : 0)
    for (const [key, gauge] of gauges) {
      gauge.remove()
      if (state) gauge.set(state[key])
    }
    const proved = await newestProved(backups.folder).catch(() => undefined)
    backup.remove()
    if (proved) backup.set((clock().getTime() - Date.parse(proved.at)) / 1000)
  }
}

export type Metrics = { contentType: string; read: () => Promise<string>; count: (answered: AnsweredCall) => void }

export const makeMetrics = (deps: MetricsDeps): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'firstbell_info', help: 'The version of this server', labelNames: ['version'], registers }).set(
    { version: deps.version },
    1,
  )
  new Gauge({
    name: 'firstbell_streams',
    help: 'Open live streams on this server',
    registers,
    collect(): void {
      this.set(deps.openStreams())
    },
  })
  if (deps.pool) showPool(deps.pool, registers)
  const readShared = showShared(deps, registers)
  return {
    contentType: registry.contentType,
    count: makeCallCounter(registers),
    read: async () => {
      await readShared()
      return registry.metrics()
    },
  }
}
