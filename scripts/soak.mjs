/**
 * `npm run soak`: simulates a busy school for ten minutes on each engine, then sends 50,000 random requests. Exits with code 1 if a
 * response is wrong, or if memory, handles or response times grow after the third minute.
 *
 * Then checks that 1,500 open event streams on one server (PostgreSQL) all receive a change, and that 5,000 simultaneous Stripe events are
 * all accepted.
 *
 * `--minutes`, `--teachers`, `--requests`, `--streams`, `--events` and `--engine embedded` (or `postgres`) shorten the run.
 */
import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { ensurePackages, ensureSystemPackages } = await import('./setup.mjs')
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    teachers: { type: 'string', default: '50' },
    requests: { type: 'string', default: '50000' },
    streams: { type: 'string', default: '1500' },
    events: { type: 'string', default: '5000' },
    engine: { type: 'string' },
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
const { gate, printVerdicts } = await import('../bench/figures.mjs')

const minutes = Number(options.minutes)
const engines = { embedded: onEmbedded, postgres: onPostgres }
if (minutes > 0)
  for (const [name, on] of Object.entries(engines)) {
    if (options.engine && options.engine !== name) continue
    await on(async (env) => reportWork(name, await soak({ env, teachers: Number(options.teachers), seconds: minutes * 60 })))
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
  console.log(`\n${options.teachers} teachers at work for ${minutes} minutes on ${name}: ${calls} calls`)
  for (const sample of samples.filter((_, place) => place % Math.ceil(samples.length / 10) === 0))
    console.log(`  ${sample.minute.toFixed(1)} min  ${sample.megabytes.toFixed(0)} MB  ${sample.handles} handles`)
  for (const fault of new Set(faults)) console.log(`  ${faults.filter((other) => other === fault).length} × ${fault}`)
  gate(`${name}: failed calls`, faults.length, { atMost: 0 })
  const late = samples.filter(({ minute }) => minute >= 3)
  if (late.length < 12) return
  gate(`${name}: megabytes per minute after the third minute`, growthOf(late, 'megabytes'), { atMost: 2 })
  gate(`${name}: handles per minute after the third minute`, growthOf(late, 'handles'), { atMost: 1 })
  gate(`${name}: 99th percentile of the last minute relative to the third`, p99.last / p99.third, { atMost: 2 })
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
