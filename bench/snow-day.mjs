import { median, printTable, quantile } from './figures.mjs'
import { startServer } from './start-server.mjs'
import { times } from './timetable-preview.mjs'
import { yearOf } from './timetables.mjs'
import { launchChromium } from './web.mjs'
import { signedIn } from './week-change/planner.mjs'

const CLASSES = 10
const THROTTLES = [1, 6]
const RESULT = '[aria-label="These two weeks afterwards"]'

/** @param {string} from @param {number} days */
const dateAfter = (from, days) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Measures how long the dialog that blocks out a day takes to show what a choice does to the plans of ten classes: from the press until the
 * frame that shows it is done. Prints the times and has no gate, because the display's frames are part of them. One frame takes 17 ms.
 * @param {{ env: import('./start-server.mjs').Env, turns: number, weeks: number }} options
 */
export async function benchSnowDay({ env, turns, weeks }) {
  const server = await startServer(env)
  const browser = await launchChromium()
  try {
    const account = { email: 'snow-day@school.example', password: 'first-bell' }
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', { body: account })
    await server.call('PATCH', '/api/user', { token, body: { showTutorial: false } })
    const year = await yearOf(server, token, weeks, CLASSES)
    await server.call('POST', '/api/timetables', { token, body: year })
    await writePlans(server, token, year)
    const storageState = await signedIn(browser, server.origin, token)
    const wednesday = dateAfter(year.firstDay, 2)
    const rows = []
    for (const throttle of THROTTLES) {
      const context = await browser.newContext({ storageState, viewport: { width: 1366, height: 768 }, timezoneId: 'UTC', locale: 'en-US' })
      const page = await context.newPage()
      await page.goto(`${server.origin}/dashboard?view=week&date=${wednesday}`)
      const day = page.locator(`section[data-date="${wednesday}"]`)
      await day.getByRole('button', { name: /^More for Wednesday/ }).click()
      await page.getByRole('menuitem', { name: 'Block out…' }).click()
      await page
        .locator(RESULT)
        .getByText(/^\d+ move on$/)
        .waitFor()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
      const all = await times(page, { turns, names: ['Leave all', 'Move all'], result: RESULT })
      await context.close()
      const name = throttle === 1 ? 'at full speed' : `slowed ${throttle} ×`
      rows.push([`all classes leave or move on, ${name}`, median(all).toFixed(1), quantile(all, 0.95).toFixed(1)])
    }
    console.log(`\nPreview of a snow day (${weeks * 5} days × ${CLASSES} classes, all planned; ms until it is on screen)`)
    printTable(['choice', 'median', 'p95'], rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/**
 * Writes a plan into every lesson of a year.
 * @param {import('./start-server.mjs').Server} server
 * @param {string} token
 * @param {{ firstDay: string, lastDay: string }} year
 */
async function writePlans(server, token, { firstDay, lastDay }) {
  for (let from = firstDay; from <= lastDay; from = dateAfter(from, 7)) {
    /** @type {{ date: string, version: number, blocks: object[] }[]} */
    const days = await server.call('GET', `/api/calendar?from=${from}&to=${dateAfter(from, 4)}`, { token })
    const written = days.map(({ date, version, blocks }) => ({
      ...{ date, version },
      blocks: blocks.map((block, place) => ({ ...block, description: `<p>Plan ${place} of ${date}</p>` })),
    }))
    for (const body of written) await server.call('POST', '/api/calendar', { token, body })
  }
}
