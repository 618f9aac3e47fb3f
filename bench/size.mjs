import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../scripts/project.mjs'
import { gate, printTable } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { firstWeekWhole, inPage } from './week-change/measure.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS = 8
/** Long enough for the planner's idle-time requests to finish. */
const IDLE_MS = 5000

/** @typedef {{ weekWholeAt?: number }} Noted */

/**
 * Runs in the page before any of the page's own scripts. Records when the entire first week is visible, and delays idle callbacks until
 * then, so that a busy machine doesn't affect which files count toward the first load.
 * @param {import('./week-change/measure.mjs').IsWhole} isWhole
 * @param {{ blocks: number }} given
 */
function watchFirstWeek(isWhole, { blocks }) {
  const whenIdle = window.requestIdleCallback.bind(window)
  const noted = /** @type {Window & Noted} */ (window)
  /** @type {Parameters<typeof whenIdle>[]} */
  const heldBack = []
  window.requestIdleCallback = (...given) => (noted.weekWholeAt === undefined ? heldBack.push(given) : whenIdle(...given))
  new MutationObserver((_, observer) => {
    if (!isWhole(0, blocks)) return
    noted.weekWholeAt = performance.now()
    observer.disconnect()
    for (const given of heldBack) whenIdle(...given)
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

/** @param {string} url */
const gzippedKilobytes = (url) =>
  gzipSync(readFileSync(path.join(projectRoot, 'dist/web', new URL(url).pathname)), { level: 9 }).length / 1000

/**
 * Measures how much JavaScript the planner loads before a signed-in teacher sees the entire week, and how much it loads later, in gzipped
 * kilobytes (1000 bytes). Counts the files that the browser requests.
 */
export async function benchSize() {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: [BLOCKS], weeks: 1 })
  try {
    const context = await browser.newContext({ storageState: planner.target.storageState(BLOCKS), viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await page.addInitScript({ content: inPage(watchFirstWeek, planner.target.isWhole, { blocks: BLOCKS }) })
    await page.goto(planner.target.url())
    await firstWeekWhole(page, planner.target.isWhole, BLOCKS)
    await page.waitForTimeout(IDLE_MS)
    const { wholeAt, scripts } = await page.evaluate(() => ({
      wholeAt: /** @type {Window & Noted} */ (window).weekWholeAt ?? 0,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, startTime }) => ({ url: name, startTime })),
    }))
    /** @param {boolean} isFirst */
    const loaded = (isFirst) => [...new Set(scripts.filter(({ startTime }) => startTime <= wholeAt === isFirst).map(({ url }) => url))]
    const first = loaded(true)
    const later = loaded(false)

    /** @param {string[]} urls @param {string} when */
    const rows = (urls, when) => urls.map((url) => [path.basename(new URL(url).pathname), when, gzippedKilobytes(url).toFixed(1)])
    console.log("\nThe planner's scripts (kB, gzipped)")
    printTable(['file', 'loaded', 'kB'], [...rows(first, 'first'), ...rows(later, 'when idle')])
    /** @param {string[]} urls */
    const sum = (urls) => urls.reduce((total, url) => total + gzippedKilobytes(url), 0)
    console.log(`first load ${sum(first).toFixed(1)} kB, when idle ${sum(later).toFixed(1)} kB`)
    gate("Scripts of the planner's first load", sum(first), { atMost: 130 }, ' kB')
  } finally {
    await browser.close()
    await planner.stop()
  }
}
