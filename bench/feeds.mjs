import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { processorTimeOf } from './processor-time.mjs'
import { startServer } from './start-server.mjs'
import { mondayOf, weekOf } from './week-change/lessons.js'

/**
 * @typedef {import('./start-server.mjs').Env} Env
 * @typedef {import('./start-server.mjs').Server} Server
 */

const BLOCKS_A_DAY = 8
/** A feed may be read 60 times at once, warm-up included. */
const READS_A_TURN = 5
const WARM_UP_TURNS = 2

/**
 * Compares a calendar program's read of a school year's feed with reading a week of the same planner. Measures the combined processor time
 * of the server and the database. Alternates between the reads, on both engines.
 * @param {{ turns?: number, weeks?: number }} length
 */
export async function benchFeeds({ turns = 9, weeks = 36 } = {}) {
  if (process.platform !== 'linux') return console.log('\nProcessor time is read from /proc, so feeds only runs on Linux.')
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  await measure('PostgreSQL', { DATABASE_URL: postgres.url }, turns, weeks).finally(() => postgres.stop())
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  await measure('PGlite', { DATA_DIR: folder }, turns, weeks).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/**
 * @param {string} engine
 * @param {Env} env
 * @param {number} turns
 * @param {number} weeks
 */
async function measure(engine, env, turns, weeks) {
  const server = await startServer(env)
  try {
    const { token, address, etag } = await fill(server, weeks)
    const week = `/api/calendar?from=${mondayOf(weeks / 2)}&to=${weekOf(weeks / 2, 1).days.at(-1)?.date}`
    const reads = [
      { name: 'a week', ask: () => fetch(server.origin + week, { headers: { authorization: `Bearer ${token}` } }) },
      { name: 'the feed of a year', ask: () => fetch(server.origin + address) },
    ]
    /** @type {number[][]} */
    const times = reads.map(() => [])
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const [place, { ask }] of turn % 2 === 0 ? [...reads.entries()] : [...reads.entries()].reverse()) {
        const spent = await processorTimeOf(server, env, async () => {
          for (let read = 0; read < READS_A_TURN; read++) await demandWhole(await ask())
        })
        if (turn >= 0) times[place]?.push(spent / READS_A_TURN)
      }
    const [ofWeek = 0, ofYear = 0] = times.map(median)
    console.log(
      `\nA calendar feed of ${weeks * 5} days × ${BLOCKS_A_DAY} lessons of 1 KB on ${engine} (${turns} pairs of ${READS_A_TURN} reads)`,
    )
    printTable(
      ['read', 'processor ms'],
      reads.map(({ name }, place) => [name, median(times[place] ?? []).toFixed(2)]),
    )
    const again = await fetch(server.origin + address, { headers: { 'if-none-match': etag } })
    if (again.status !== 304 && again.status !== 429) throw new Error(`An unchanged feed answered ${again.status}`)
    gate(`A year’s feed on ${engine}, relative to reading a week`, ofYear / ofWeek, { atMost: 3 })
  } finally {
    await server.stop()
  }
}

/** @param {Response} reply */
async function demandWhole(reply) {
  const text = await reply.text()
  if (!reply.ok || (reply.headers.get('content-type')?.startsWith('text/calendar') && !text.endsWith('END:VCALENDAR\r\n')))
    throw new Error(`${reply.status} ${text.slice(0, 200)}`)
}

/**
 * Plans a teacher's weeks and makes the address of the feed.
 * @param {Server} server
 * @param {number} weeks
 */
async function fill(server, weeks) {
  /** @type {import('./start-server.mjs').SignedIn} */
  const { token } = await server.call('POST', '/api/auth/register', { body: { email: 'bench@school.example', password: 'first-bell' } })
  for (let week = 0; week < weeks; week++) {
    const days = weekOf(week, BLOCKS_A_DAY).days.map(({ date, blocks }) => ({
      date,
      blocks: blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
    }))
    await server.call('POST', '/api/calendar/days', { token, body: { days } })
  }
  /** @type {{ url: string }} */
  const { url } = await server.call('POST', '/api/feeds', { token, body: {} })
  const address = new URL(url).pathname
  const etag = (await fetch(server.origin + address)).headers.get('etag') ?? ''
  return { token, address, etag }
}
