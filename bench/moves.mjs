import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { gate, median, printTable, quantile } from './figures.mjs'
import { processorTimeOf } from './processor-time.mjs'
import { startServer } from './start-server.mjs'
import { LESSONS_A_DAY, yearOf } from './timetables.mjs'
import { launchChromium } from './web.mjs'
import { weekOf } from './week-change/lessons.js'

/** @typedef {{ turns: number, weeks?: number, saves?: number }} Length */

const WARM_UP_TURNS = 3
const THROTTLES = [1, 6]
/** Ten classes on 180 days, of which the first ones have plans: a quarter and the whole year. */
const PREVIEWED = [45, 180].map((planned) => ({ classes: 10, days: 180, planned }))

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
  await measure('PGlite', { DATA_DIR: folder }, size).finally(() => rmSync(folder, { recursive: true, force: true }))
  await benchPreview(turns)
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

/**
 * Measures the rules that preview a snow day, in a browser. Prints the times and has no gate, because they depend on the machine. One frame
 * takes 17 ms.
 * @param {number} turns
 */
async function benchPreview(turns) {
  const bundled = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'src/shared/moves/closures/rules.ts', formats: ['iife'], name: 'rules' } },
  })
  const [{ output } = { output: [] }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (bundled)
  const [{ code = '' } = {}] = /** @type {{ code?: string }[]} */ (/** @type {unknown} */ (output))
  const browser = await launchChromium()
  try {
    const page = await (await browser.newContext()).newPage()
    await page.addScriptTag({ content: code })
    const session = await page.context().newCDPSession(page)
    const rows = []
    for (const rate of THROTTLES) {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      for (const size of PREVIEWED) {
        const times = []
        for (let turn = -WARM_UP_TURNS; turn < 3 * turns; turn++) {
          const ms = await page.evaluate(timeOf, size)
          if (turn >= 0) times.push(ms)
        }
        const name = `plans on ${size.planned} days, ${rate === 1 ? 'at full speed' : `slowed ${rate} ×`}`
        rows.push([name, median(times).toFixed(1), quantile(times, 0.95).toFixed(1)])
      }
    }
    console.log('\nPreview of a snow day (10 classes on 180 days; ms for the rules)')
    printTable(['year', 'median', 'p95'], rows)
  } finally {
    await browser.close()
  }
}

/**
 * Runs in the page. Returns how long it takes to plan what closing the first day does, in ms.
 * @param {{ classes: number, days: number, planned: number }} size
 */
function timeOf({ classes, days, planned }) {
  const { rules } = /** @type {{ rules: typeof import('#shared/moves/closures/rules.ts') }} */ (/** @type {unknown} */ (globalThis))
  const ids = Array.from({ length: classes }, (_, index) => ({ id: `class-${index}`, name: `Period ${index + 1}` }))
  const outline = Array.from({ length: days }, (_, day) => ({
    ...{ date: new Date(Date.UTC(2027, 0, day + 1)).toISOString().slice(0, 10), isBlocked: false, blockedText: null },
    blocks: ids.map(({ id, name }, order) => ({
      ...{ id: `${day}-${order}`, title: name, classId: id, order, hasText: day < planned, words: 'Fractions', isLocked: day % 9 === 4 },
      ...{ startTime: `${String(8 + order).padStart(2, '0')}:00`, endTime: `${String(8 + order).padStart(2, '0')}:45` },
    })),
  }))
  const world = { days: outline, timetables: [], classes: ids, today: '2027-01-01' }
  const snowDay = { from: '2027-01-01', to: '2027-01-01', closes: true, moving: new Set(ids.map(({ id }) => id)) }
  const begun = performance.now()
  const { moves } = rules.planClosure(world, snowDay)
  const ms = performance.now() - begun
  if (moves.length < planned) throw new Error('The snow day moved too little')
  return ms
}
