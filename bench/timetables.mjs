import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { processorTimeOf } from './processor-time.mjs'
import { startServer } from './start-server.mjs'
import { benchPreview } from './timetable-preview.mjs'
import { weekOf } from './week-change/lessons.js'

/**
 * @typedef {import('./start-server.mjs').Env} Env
 * @typedef {import('./start-server.mjs').Server} Server
 * @typedef {{ turns: number, weeks?: number, reads?: number, saves?: number }} Length
 */

export const LESSONS_A_DAY = 8
/** 36 weeks of five days are 180 days. */
export const FIRST_DAY = '2027-09-06'
const WARM_UP_TURNS = 3

/**
 * Compares laying down a timetable for a year with saving one of its days, and reading a week whose lessons have classes with reading the
 * same week without them. Measures the combined CPU time of the server and the database, in alternating pairs, on both engines.
 * @param {Length} length
 */
export async function benchTimetables({ turns, weeks = 36, reads = 100, saves = 20 }) {
  if (process.platform !== 'linux') return console.log('\nProcessor time is read from /proc, so timetables only runs on Linux.')
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  const size = { turns, weeks, reads, saves }
  await measure('PostgreSQL', { DATABASE_URL: postgres.url }, size).finally(() => postgres.stop())
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  try {
    await measure('PGlite', { DATA_DIR: folder }, size)
    await benchPreview({ env: { DATA_DIR: folder }, turns, weeks })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {number} week */
const blocksOf = (week) =>
  weekOf(week, LESSONS_A_DAY).days.map(({ date, blocks }) => ({
    date,
    blocks: blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
  }))

/**
 * @param {string} engine
 * @param {Env} env
 * @param {Required<Length>} size
 */
async function measure(engine, env, { turns, weeks, reads, saves }) {
  const server = await startServer(env)
  /** @param {string} name */
  const register = async (name) => {
    const account = { email: `${name}@school.example`, password: 'first-bell' }
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', { body: account })
    return token
  }
  try {
    const [laying, classed, plain] = [await register('laying'), await register('classed'), await register('plain')]
    const year = await yearOf(server, laying, weeks)
    const ids = year.cells.slice(0, LESSONS_A_DAY).map(({ classId }) => classId)
    for (let week = 0; week < 4; week++) {
      const days = blocksOf(week)
      const withClasses = days.map(({ date, blocks }) => ({
        date,
        blocks: blocks.map((block, place) => ({ ...block, classId: ids[place] })),
      }))
      await server.call('POST', '/api/calendar/days', { token: plain, body: { days } })
      await server.call('POST', '/api/calendar/days', { token: classed, body: { days: withClasses } })
    }
    const [day = {}] = blocksOf(0)
    const { monday, days } = weekOf(2, LESSONS_A_DAY)
    const address = `/api/calendar?from=${monday}&to=${days.at(-1)?.date}`
    /** @param {number} count @param {() => Promise<unknown>} call */
    const spent = async (count, call) =>
      (await processorTimeOf(server, env, async () => {
        for (let time = 0; time < count; time++) await call()
      })) / count
    const jobs = {
      'saving one day': () => spent(saves, () => server.call('POST', '/api/calendar', { token: laying, body: day })),
      'laying down a year': async () => {
        let operationId = ''
        const ms = await spent(1, async () => {
          ;({ operationId } = await server.call('POST', '/api/timetables', { token: laying, body: year }))
        })
        await server.call('POST', `/api/calendar/operations/${operationId}/undo`, { token: laying })
        return ms
      },
      'reading a week': () => spent(reads, () => server.call('GET', address, { token: plain })),
      'reading a week with classes': () => spent(reads, () => server.call('GET', address, { token: classed })),
    }
    const names = /** @type {(keyof typeof jobs)[]} */ (Object.keys(jobs))
    const times = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]))
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const name of turn % 2 === 0 ? names : [...names].reverse()) {
        const ms = await jobs[name]()
        if (turn >= 0) times.get(name)?.push(ms)
      }
    const [save = 0, lay = 0, read = 0, readClassed = 0] = [...times.values()].map(median)
    console.log(`\nTimetables on ${engine} (${weeks * 5} days × ${LESSONS_A_DAY} lessons, medians of ${turns} turns)`)
    printTable(
      ['call', 'processor ms'],
      [...times].map(([name, each]) => [name, median(each).toFixed(2)]),
    )
    gate(`Laying down a year on ${engine}, relative to saving one day`, lay / save, { atMost: 20 })
    gate(`A week with classes on ${engine}, relative to one without`, readClassed / read, { atMost: 1.05 })
  } finally {
    await server.stop()
  }
}

/**
 * Creates classes, eight unless it says otherwise. Resolves with a timetable that has all of them every day.
 * @param {Server} server
 * @param {string} token
 * @param {number} weeks
 */
export async function yearOf(server, token, weeks, classes = LESSONS_A_DAY) {
  const rows = weekOf(0, classes).days[0]?.blocks.map(({ startTime, endTime }) => ({ startTime, endTime })) ?? []
  /** @type {{ day: number, row: number, classId: string }[]} */
  const cells = []
  for (let row = 0; row < classes; row++) {
    /** @type {{ id: string }} */
    const { id: classId } = await server.call('POST', '/api/classes', { token, body: { name: `Period ${row + 1}` } })
    for (let day = 1; day <= 5; day++) cells.push({ day, row, classId })
  }
  cells.sort((a, b) => a.day - b.day || a.row - b.row)
  const lastDay = new Date(Date.parse(FIRST_DAY) + (weeks * 7 - 1) * 86_400_000).toISOString().slice(0, 10)
  return { firstDay: FIRST_DAY, lastDay, from: FIRST_DAY, rhythm: { kind: 'weekly' }, rows, cells, existing: 'keep' }
}
