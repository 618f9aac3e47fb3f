import { median, printTable } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS_A_DAY = [6, 30]
const WEEKS = 30
/** How long the key is held, and the time between its repeats, in milliseconds. */
const HELD_MS = 1500
const REPEAT_MS = 33
/** Milliseconds for the coming weeks to be fetched in advance. The live stream stays open, so the network never falls idle. */
const SETTLE_MS = 1500

/** Runs in the page. Records how long each frame takes and which weeks the heading names. */
function watchFrames() {
  /** @type {{ frames: number[], headings: string[] }} */
  const watched = { frames: [], headings: [] }
  Object.assign(window, { watched })
  let before = performance.now()
  const look = () => {
    const now = performance.now()
    watched.frames.push(now - before)
    before = now
    const heading = document.querySelector('.planner-bar h1')?.textContent ?? ''
    if (watched.headings.at(-1) !== heading) watched.headings.push(heading)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Holds the right arrow key in a planner with few and with many lessons, and prints how many weeks go by and how long a frame takes. Without
 * a gate, because a frame's time depends on the machine.
 * @param {{ rounds: number }} options
 */
export async function benchHeldArrow({ rounds }) {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: BLOCKS_A_DAY, weeks: WEEKS })
  try {
    const rows = []
    for (const blocks of BLOCKS_A_DAY)
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({
          storageState: planner.target.storageState(blocks),
          viewport: { width: 1366, height: 768 },
          timezoneId: 'UTC',
        })
        const page = await context.newPage()
        await page.goto(planner.target.url())
        await page.locator('[data-block-id]').first().waitFor()
        await page.waitForTimeout(SETTLE_MS)
        await page.evaluate(watchFrames)
        const end = performance.now() + HELD_MS
        while (performance.now() < end) {
          await page.keyboard.down('ArrowRight')
          await page.waitForTimeout(REPEAT_MS)
        }
        await page.keyboard.up('ArrowRight')
        const { frames, headings } = await page.evaluate(
          () =>
            /** @type {Window & { watched?: { frames: number[], headings: string[] } }} */ (window).watched ?? { frames: [], headings: [] },
        )
        rows.push([`${blocks} a day`, headings.length - 1, median(frames).toFixed(0), Math.max(...frames).toFixed(0)])
        await context.close()
      }
    console.log(`\nArrow key held for ${HELD_MS} ms`)
    printTable(['lessons', 'weeks', 'median frame in ms', 'worst'], rows)
  } finally {
    await browser.close()
    await planner.stop()
  }
}
