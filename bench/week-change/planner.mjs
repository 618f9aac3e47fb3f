import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../start-server.mjs'
import { mondayOf, weekOf } from './lessons.js'

/** @typedef {import('./measure.mjs').StorageState} StorageState */

/**
 * Returns a lesson in the format of the planner's API.
 * @param {import('./lessons.js').Lesson} lesson
 * @param {number} order
 */
const asSent = ({ id, title, html, startTime, endTime }, order) => ({ id, title, description: html, startTime, endTime, order })

/**
 * Returns the source of a function that runs in the page and returns true once the planner shows all cards of a week.
 * @param {string[]} mondays
 */
const isWholeSource = (mondays) => `(week, blocks) => {
  const monday = ${JSON.stringify(mondays)}[week]
  if (!document.querySelector('section[data-date="' + monday + '"]')) return false
  const cards = document.querySelectorAll('section[data-date] [data-block-id^="w' + week + 'd"]')
  return cards.length === 5 * blocks && cards[0].checkVisibility() && cards[cards.length - 1].checkVisibility()
}`

/**
 * Starts our own planner from its production build, on a new database with one teacher for each number of blocks per day. Resolves with the
 * target to measure and a function that stops the planner.
 * @param {{ browser: import('@playwright/test').Browser, blocksADay: number[], weeks: number }} options
 */
export async function startPlanner({ browser, blocksADay, weeks }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: dataDir })
  /** @type {Map<number, StorageState>} */
  const states = new Map()
  for (const blocks of blocksADay) {
    /** @type {import('../start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', {
      body: { email: `bench-${blocks}@school.example`, password: 'first-bell' },
    })
    await server.call('PATCH', '/api/user', { token, body: { showTutorial: false } })
    for (let index = 0; index < weeks + 2; index++)
      for (const { date, blocks: lessons } of weekOf(index, blocks).days)
        await server.call('POST', '/api/calendar', { token, body: { date, blocks: lessons.map(asSent) } })
    states.set(blocks, await signedIn(browser, server.origin, token))
  }
  const mondays = Array.from({ length: weeks + 2 }, (_, index) => mondayOf(index))
  return {
    target: {
      name: 'our planner',
      url: () => `${server.origin}/dashboard?view=week&date=${mondays[0]}`,
      storageState: (/** @type {number} */ blocks) => states.get(blocks) ?? { cookies: [], origins: [] },
      isWhole: isWholeSource(mondays),
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Resolves with the browser state of a user who signed in with a token in the URL, as happens after Google sign-in.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} origin
 * @param {string} token
 * @returns {Promise<StorageState>}
 */
export async function signedIn(browser, origin, token) {
  const context = await browser.newContext({ timezoneId: 'UTC' })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/auth/success?token=${token}`)
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
    return await context.storageState()
  } finally {
    await context.close()
  }
}
