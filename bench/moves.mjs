import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { processorTimeOf } from './processor-time.mjs'
import { benchSnowDay } from './snow-day.mjs'
import { startServer } from './start-server.mjs'
import { LESSONS_A_DAY, yearOf } from './timetables.mjs'
import { weekOf } from './week-change/lessons.js'

/** @typedef {{ turns: number, weeks?: number, saves?: number }} Length */

const WARM_UP_TURNS = 3

/**
 * Compares moving all plans of a class on, on every day of a year full of lessons, with saving one of its days. Measures the combined CPU
 * time of the server and the database, in alternating pairs, on both engines. Then measures the preview of a snow day.
 * @param {Length} length
 */
export async function benchMoves({ turns, weeks = 36, saves = 20 }) {
  if (process.platform !== 'linux') return console.log('\nProcessor time is read from /proc, so moves only runs on Linux.')
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  const size = { turns, weeks, saves }
  await measure('PostgreSQL', { DATABASE_URL: postgres.url }, size).finally(() => postgres.stop())
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  try {
    await measure('PGlite', { DATA_DIR: folder }, size)
    await benchSnowDay({ env: { DATA_DIR: folder }, turns, weeks })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} engine
 * @param {import('./start-server.mjs').Env} env
 * @param {Required<Length>} size
 */
async function measure(engine, env, { turns, weeks, saves }) {
  const server = await startServer(env)
  try {
    const account = { email: 'moves@school.example', password: 'first-bell' }
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', { body: account })
    const year = await yearOf(server, token, weeks)
    const ids = year.cells.slice(0, LESSONS_A_DAY).map(({ classId }) => classId)
    /** @param {number} week */
    const blocksOf = (week) =>
      weekOf(week, LESSONS_A_DAY).days.map(({ date, blocks }) => ({
        date,
        blocks: blocks.map(({ id, title, html, startTime, endTime }, place) => ({
          ...{ id, title, description: html, startTime, endTime, classId: ids[place] },
        })),
      }))
    for (let week = 0; week < weeks; week++) await server.call('POST', '/api/calendar/days', { token, body: { days: blocksOf(week) } })
    const [day] = blocksOf(0)
    if (!day) throw new Error('The year has no days')
    const move = { kind: 'bumpAll', date: day.date, blockId: day.blocks[0]?.id }
    /** @param {number} count @param {() => Promise<unknown>} call */
    const spent = async (count, call) =>
      (await processorTimeOf(server, env, async () => {
        for (let time = 0; time < count; time++) await call()
      })) / count
    const jobs = {
      'saving one day': () => spent(saves, () => server.call('POST', '/api/calendar', { token, body: day })),
      'previewing the move of a year': () => spent(1, () => server.call('POST', '/api/calendar/moves/preview', { token, body: move })),
      'moving a year': async () => {
        let operationId = ''
        const ms = await spent(1, async () => {
          ;({ operationId } = await server.call('POST', '/api/calendar/moves', { token, body: move }))
        })
        await server.call('POST', `/api/calendar/operations/${operationId}/undo`, { token })
        return ms
      },
    }
    const names = /** @type {(keyof typeof jobs)[]} */ (Object.keys(jobs))
    const times = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]))
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const name of turn % 2 === 0 ? names : [...names].reverse()) {
        const ms = await jobs[name]()
        if (turn >= 0) times.get(name)?.push(ms)
      }
    const [save = 0, , moved = 0] = [...times.values()].map(median)
    console.log(`\nMoves on ${engine} (${weeks * 5} days × ${LESSONS_A_DAY} lessons with text, medians of ${turns} turns)`)
    printTable(
      ['call', 'processor ms'],
      [...times].map(([name, each]) => [name, median(each).toFixed(2)]),
    )
    gate(`Moving a class’s plans over a year on ${engine}, relative to saving one day`, moved / save, { atMost: 20 })
  } finally {
    await server.stop()
  }
}
