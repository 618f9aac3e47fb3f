/**
 * `npm run soak`: simulates a busy school for ten minutes on each engine, then sends 50,000 random requests. Exits with code 1 if a
 * response is wrong, or if memory, handles or response times grow after the third minute.
 *
 * Then checks that 1,500 open event streams on one server (PostgreSQL) all receive a change, and that 5,000 simultaneous Stripe events are
 * all accepted.
 *
 * `--minutes`, `--teachers`, `--requests`, `--streams`, `--events` and `--engine embedded` (or `postgres`) shorten the run.
 *
 * `--servers 3` runs several servers instead (docs/scaling.md): 2,000 teachers' first bell, restarts, kills and the promotion of a
 * PostgreSQL replica. `--teachers`, `--bell-seconds` and `--asynchronous` (replication) change that run.
 */
import './node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { ensurePackages, ensureSystemPackages, giveUp } = await import('./setup.mjs')
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    teachers: { type: 'string' },
    requests: { type: 'string', default: '50000' },
    streams: { type: 'string', default: '1500' },
    events: { type: 'string', default: '5000' },
    engine: { type: 'string' },
    servers: { type: 'string' },
    'bell-seconds': { type: 'string', default: '120' },
    asynchronous: { type: 'boolean', default: false },
  },
})
ensurePackages()
ensureSystemPackages()
const { isBuilt } = await import('./project.mjs')
if (!isBuilt()) await (await import('./build.mjs')).build()
const { startPostgres } = await import('#test/postgres.mjs')
const { register } = await import('tsx/esm/api')
register()
const { growthOf, soak } = await import('../test/soak/soak.ts')
const { soakWithRequests } = await import('../test/soak/requests.ts')
const { soakWithStreams } = await import('../test/soak/streams.ts')
const { soakWithWebhooks } = await import('../test/soak/webhooks.ts')
const { fillDataDir } = await import('../test/migrated.ts')
const { gate, median, printTable, printVerdicts, quantile } = await import('../bench/figures.mjs')

if (options.servers !== undefined) {
  const { soakServers } = await import('../test/soak/servers/soak.ts')
  const [servers, count, bellSeconds] = [Number(options.servers), Number(options.teachers ?? 2000), Number(options['bell-seconds'])]
  if (!(servers >= 2)) giveUp('--servers must be at least 2.')
  const isSynchronous = !options.asynchronous
  const size = { servers, teachers: count, bellSeconds, isSynchronous }
  reportServers(await soakServers({ ...size, say: (text) => console.log(`… ${text}`) }), size)
  process.exit(printVerdicts() ? 0 : 1)
}

const teachers = Number(options.teachers ?? 50)
const minutes = Number(options.minutes)
const engines = { embedded: onEmbedded, postgres: onPostgres }
if (minutes > 0)
  for (const [name, on] of Object.entries(engines)) {
    if (options.engine && options.engine !== name) continue
    await on(async (env) => reportWork(name, await soak({ env, teachers, seconds: minutes * 60 })))
    await on(async (env) => reportRequests(name, await soakWithRequests({ env, count: Number(options.requests) })))
  }
if (options.engine !== 'embedded') {
  if (Number(options.streams) > 0)
    await onPostgres(async (env) => reportStreams(await soakWithStreams({ env, count: Number(options.streams) })))
  await onPostgres(async (env) => reportEvents(await soakWithWebhooks({ env, count: Number(options.events) })))
}
process.exit(printVerdicts() ? 0 : 1)

/**
 * @param {string} name
 * @param {import('../test/soak/soak.ts').Soaked} soaked
 */
function reportWork(name, { samples, calls, faults, p99 }) {
  console.log(`\n${teachers} teachers at work for ${minutes} minutes on ${name}: ${calls} calls`)
  for (const sample of samples.filter((_, place) => place % Math.ceil(samples.length / 10) === 0))
    console.log(`  ${sample.minute.toFixed(1)} min  ${sample.megabytes.toFixed(0)} MB  ${sample.handles} handles`)
  console.log(`  99th percentile of each minute: ${p99.map((milliseconds) => milliseconds.toFixed(0)).join(', ')} ms`)
  for (const fault of new Set(faults)) console.log(`  ${faults.filter((other) => other === fault).length} × ${fault}`)
  gate(`${name}: failed calls`, faults.length, { atMost: 0 })
  const late = samples.filter(({ minute }) => minute >= 3)
  if (late.length < 12) return
  gate(`${name}: megabytes per minute after the third minute`, growthOf(late, 'megabytes'), { atMost: 2 })
  gate(`${name}: handles per minute after the third minute`, growthOf(late, 'handles'), { atMost: 1 })
  // Medians, because one minute with a checkpoint of the database, or with a busy neighbor, says nothing about the next.
  const half = Math.floor((p99.length - 2) / 2)
  const slowed = median(p99.slice(-half)) / median(p99.slice(2, 2 + half))
  gate(`${name}: 99th percentile of the later minutes relative to the earlier, from the third on`, slowed, { atMost: 2 })
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof soakWithRequests>>} soaked
 */
function reportRequests(name, { count, faults, slowest, grown }) {
  console.log(
    `\n${count} random requests on ${name}: the slowest took ${slowest.toFixed(0)} ms, and the server grew by ${grown.toFixed(0)} MB`,
  )
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`)
  gate(`${name}: random requests with a wrong response`, faults.length, { atMost: 0 })
  gate(`${name}: megabytes of growth from random requests`, grown, { atMost: 150 })
}

/** @param {import('../test/soak/streams.ts').Streamed} streamed */
function reportStreams({ heard, lastHeardMs, readMs, megabytes }) {
  console.log(
    `\n${options.streams} open pages: ${heard} received a change, the last after ${lastHeardMs.toFixed(0)} ms. They use ${megabytes.toFixed(0)} MB`,
  )
  console.log(
    `reading a week during changes took ${(readMs.beside / readMs.alone).toFixed(2)} × the time on an idle server (${readMs.alone.toFixed(1)} ms)`,
  )
  gate('open pages that received a change', heard, { atLeast: Number(options.streams) })
}

/** @param {import('../test/soak/webhooks.ts').Crowded} crowded */
function reportEvents({ taken, seconds, readMs }) {
  console.log(`\n${options.events} Stripe events at once: ${taken} accepted in ${seconds.toFixed(1)} s`)
  console.log(
    `reading a week meanwhile took ${(readMs.beside / readMs.alone).toFixed(1)} × the time on an idle server (${readMs.alone.toFixed(1)} ms)`,
  )
  gate('accepted Stripe events', taken, { atLeast: Number(options.events) })
}

/**
 * @param {import('../test/soak/servers/soak.ts').Soaked} soaked
 * @param {{ servers: number, teachers: number, isSynchronous: boolean }} size
 */
function reportServers({ phases, faults, missing, bytes, unfinished }, { servers, teachers: count, isSynchronous }) {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
  console.log(`\n${servers} servers, ${count} teachers, ${isSynchronous ? 'synchronous' : 'asynchronous'} replication`)
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${load}. The database has ${(bytes / 2 ** 20).toFixed(0)} MB.\n`)
  printTable(
    [
      ...['phase', 's', 'calls', 'failed reads', 'repeated', 'saved', 'failed saves', 'lost', 'p50 ms', 'p95 ms', 'p99 ms'],
      ...['servers ms/call', 'PostgreSQL ms/call'],
    ],
    phases.map(({ name, seconds, calls, failedReads, retries, confirmed, failedSaves, lost, times, processor }) => [
      ...[name, seconds.toFixed(0), calls, failedReads, retries, confirmed, failedSaves, lost],
      ...[0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0)),
      ...[processor.servers, processor.postgres].map((spent) => ((spent * 1000) / calls).toFixed(2)),
    ]),
  )
  for (const [fault, count] of faults) console.log(`  ${count} × ${fault}`)
  const calm = phases.filter(({ name }) => /^(?:first bell|nothing|rolling)/.test(name))
  const failedSaves = calm.reduce((sum, phase) => sum + phase.failedSaves, 0)
  gate('failed saves at the first bell and in the rolling restart', failedSaves, { atMost: 0 })
  gate('restarted servers that couldn’t finish their calls in time', unfinished, { atMost: 0 })
  if (!isSynchronous) return
  const lost = phases.reduce((sum, phase) => sum + phase.lost, 0)
  gate('confirmed saves that the database has lost', lost, { atMost: 0 })
  gate('days that don’t show the last confirmed save', missing, { atMost: 0 })
}

/** @param {(env: Record<string, string>) => Promise<void>} use */
async function onEmbedded(use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-soak-'))
  try {
    const dataDir = path.join(folder, 'data')
    await fillDataDir(dataDir)
    await use({ DATA_DIR: dataDir })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {(env: { DATABASE_URL: string }) => Promise<void>} use */
async function onPostgres(use) {
  const postgres = await startPostgres()
  try {
    await use({ DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}
