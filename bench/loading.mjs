import { printTable } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS = 6
/** A slow school connection: round trips of 400 ms, and 400 kbit/s. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** When a teacher presses the first lesson, in milliseconds after arrival. */
const PRESS_AT = 6000
const PATIENCE_MS = 60_000

/** @typedef {'skeleton' | 'bar' | 'lessons' | 'editor'} Step */
/** @typedef {Partial<Record<Step, number>>} Times Milliseconds after arrival. */

/** Runs in the page before any of its own scripts. Records when each part of the planner is first visible. */
function watchParts() {
  /** @type {Record<Step, string>} */
  const parts = { skeleton: '.outline-week i', bar: '.planner-bar h1', lessons: '[data-block-id]', editor: '[role=dialog] .ProseMirror' }
  /** @type {Times} */
  const times = {}
  Object.assign(window, { times })
  const look = () => {
    for (const [step, selector] of /** @type {[Step, string][]} */ (Object.entries(parts)))
      if (document.querySelector(selector)?.checkVisibility()) times[step] ??= Math.round(performance.now())
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Measures a teacher's first visit on a slow connection: when the parts of the planner appear, and how long the editor takes when they
 * press the first lesson six seconds after arrival. Prints the times without a gate, because they depend on the machine.
 * @param {{ rounds: number }} options
 */
export async function benchLoading({ rounds }) {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: [BLOCKS], weeks: 1 })
  try {
    const rows = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({
        storageState: planner.target.storageState(BLOCKS),
        viewport: { width: 1366, height: 768 },
        timezoneId: 'UTC',
      })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW)
      await page.addInitScript(watchParts)
      await page.goto(planner.target.url(), { waitUntil: 'commit' })
      const lesson = page.locator('[data-block-id]').first()
      await lesson.waitFor({ timeout: PATIENCE_MS })
      await page.waitForTimeout(Math.max(0, PRESS_AT - (await page.evaluate(() => performance.now()))))
      const pressed = await page.evaluate(() => performance.now())
      await lesson.click()
      await page.locator('[role=dialog] .ProseMirror').waitFor({ timeout: PATIENCE_MS })
      const times = await page.evaluate(() => /** @type {Window & { times?: Times }} */ (window).times ?? {})
      rows.push([round + 1, times.skeleton, times.bar, times.lessons, ((times.editor ?? Number.NaN) - pressed).toFixed(0)].map(String))
      await context.close()
    }
    console.log('\nFirst visit on a slow connection (400 ms, 400 kbit/s; ms after arrival)')
    printTable(['visit', 'skeleton', 'bar', 'lessons', 'editor, after a press at 6 s'], rows)
  } finally {
    await browser.close()
    await planner.stop()
  }
}
