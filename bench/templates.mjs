import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { startServer } from './start-server.mjs'
import { mondayOf, weekOf } from './week-change/lessons.js'

const BLOCKS_A_DAY = 12
const WARM_UP_TURNS = 20
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

/**
 * Compares applying a weekly template of 5 × 12 time blocks with saving one such day. Runs over HTTP on the embedded engine, alternating
 * between the two, always on days that already have lessons.
 * @param {{ turns?: number }} length
 */
export async function benchTemplates({ turns = 60 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', { body: { email: 'bench@school.example', password: 'first-bell' } })
    const lessons = weekOf(0, BLOCKS_A_DAY).days.map(({ blocks }) =>
      blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
    )
    const template = Object.fromEntries(WEEKDAYS.map((weekday, day) => [`${weekday}Blocks`, lessons[day]]))
    /** @type {{ id: string }} */
    const { id } = await server.call('POST', '/api/weekly-templates', { token, body: { name: 'Bench', ...template } })
    const jobs = {
      'saving one day': () => server.call('POST', '/api/calendar', { token, body: { date: mondayOf(1), blocks: lessons[0] } }),
      'applying a week': () => server.call('POST', `/api/weekly-templates/${id}/apply`, { token, body: { weekStartDate: mondayOf(0) } }),
    }
    const times = new Map(Object.keys(jobs).map((name) => [name, /** @type {number[]} */ ([])]))
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const [name, job] of Object.entries(jobs)) {
        const begun = performance.now()
        await job()
        if (turn >= 0) times.get(name)?.push(performance.now() - begun)
      }
    const [day = 0, week = 0] = [...times.values()].map(median)
    console.log(`\nApplying a template to a week (5 × ${BLOCKS_A_DAY} blocks of 1 KB, PGlite, ${turns} turns)`)
    printTable(
      ['call', 'p50 ms', '× one day'],
      [...times].map(([name, each]) => [name, median(each).toFixed(1), (median(each) / day).toFixed(2)]),
    )
    gate(`Applying a week of 5 × ${BLOCKS_A_DAY} blocks, relative to saving one such day`, week / day, { atMost: 3 })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
