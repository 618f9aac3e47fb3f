import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../start-server.mjs'
import { mondayOf, weekOf } from './lessons.js'

/** Blocks of the bench's lessons as the planner takes them. */
const asSent = ({ id, title, html, startTime, endTime }, order) => ({ id, title, description: html, startTime, endTime, order })

/** Whether all cards of a week stand in the planner: runs in the page, in which `mondays` are known. */
const isWholeSource = (mondays) => `(week, blocks) => {
  const monday = ${JSON.stringify(mondays)}[week]
  if (!document.querySelector('section[data-date="' + monday + '"]')) return false
  const cards = document.querySelectorAll('section[data-date] [data-block-id^="w' + week + 'd"]')
  return cards.length === 5 * blocks && cards[0].checkVisibility() && cards[cards.length - 1].checkVisibility()
}`

/**
 * Our own planner, built as it is shipped, on a database of its own with a teacher for each number of blocks a day.
 * Resolves with the target to measure and how to stop it.
 */
export async function startPlanner({ browser, blocksADay, weeks }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: dataDir })
  const states = new Map()
  for (const blocks of blocksADay) {
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
      storageState: (blocks) => states.get(blocks),
      isWhole: isWholeSource(mondays),
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The state of a browser in which a token was taken from the address, as after a sign-in with Google. */
async function signedIn(browser, origin, token) {
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
