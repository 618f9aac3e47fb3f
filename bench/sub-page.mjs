import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { startServer } from './start-server.mjs'
import { launchChromium } from './web.mjs'
import { mondayOf, weekOf } from './week-change/lessons.js'

const BLOCKS_A_DAY = 8
/** A slow school connection: round trips of 400 ms, and 400 kbit/s. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const GOAL_MS = 1500

/**
 * Measures a substitute's first visit to a week's plan on a slow connection, on a phone: when the first text appears, and when the page
 * shows what is taught now.
 * @param {{ rounds: number }} options
 */
export async function benchSubPage({ rounds }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: folder })
  const browser = await launchChromium()
  try {
    const address = await linkTo(server, comingWeek())
    /** @type {{ text: number, now: number }[]} */
    const visits = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW)
      await page.goto(server.origin + address, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.documentElement.dataset.view !== undefined)
      const now = await page.evaluate(() => performance.now())
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const text = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
      visits.push({ text, now })
      await context.close()
    }
    console.log(`\nA substitute's first visit on a slow connection (400 ms, 400 kbit/s; a week of ${5 * BLOCKS_A_DAY} lessons of 1 KB; ms)`)
    printTable(
      ['visit', 'first text', 'now and next'],
      visits.map(({ text, now }, place) => [String(place + 1), text.toFixed(0), now.toFixed(0)]),
    )
    gate('First text of a substitute’s page', median(visits.map(({ text }) => text)), { atMost: GOAL_MS }, ' ms')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the days of a week after today, because a link can't be of days that are over. */
function comingWeek() {
  const today = new Date().toISOString().slice(0, 10)
  let week = 0
  while (mondayOf(week) <= today) week++
  return weekOf(week, BLOCKS_A_DAY).days
}

/**
 * Creates a teacher with these days, and resolves with the path of a link to them.
 * @param {import('./start-server.mjs').Server} server
 * @param {import('./week-change/lessons.js').Day[]} days
 */
async function linkTo(server, days) {
  /** @type {import('./start-server.mjs').SignedIn} */
  const { token } = await server.call('POST', '/api/auth/register', { body: { email: 'bench@school.example', password: 'first-bell' } })
  const note = days[0]?.blocks[0]?.html
  await server.call('PATCH', '/api/user', { token, body: { emergencyProcedures: note, substituteInstructions: note } })
  const lessons = days.map(({ date, blocks }) => ({
    date,
    blocks: blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
  }))
  await server.call('POST', '/api/calendar/days', { token, body: { days: lessons } })
  /** @type {{ url: string }} */
  const { url } = await server.call('POST', '/api/sub-links', { token, body: { dates: days.map(({ date }) => date) } })
  return new URL(url).pathname
}
