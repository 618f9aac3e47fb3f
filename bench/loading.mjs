import { printTable } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS = 6
/** A slow school connection: round trips of 400 ms, and 400 kbit/s. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** When a teacher presses the first lesson, in milliseconds after arrival. */
const PRESS_AT = 6000
const PATIENCE_MS = 60_000
/** How much slower the processor is on a second visit. */
const SLOWED = 6
/** Long enough for the device to store the answers of a first visit, in milliseconds. */
const STORED_MS = 3000

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
 * Opens the planner in a new tab and presses the first lesson. Resolves with when each part appears, and when the lesson is pressed: at
 * `pressAt`, or once it is visible.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} url
 * @param {{ slow: (session: import('@playwright/test').CDPSession) => Promise<unknown>, pressAt: number }} options
 */
async function visit(context, url, { slow, pressAt }) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slow(session)
  await page.addInitScript(watchParts)
  await page.goto(url, { waitUntil: 'commit' })
  const lesson = page.locator('[data-block-id]').first()
  await lesson.waitFor({ timeout: PATIENCE_MS })
  await page.waitForTimeout(Math.max(0, pressAt - (await page.evaluate(() => performance.now()))))
  const pressed = await page.evaluate(() => performance.now())
  await lesson.click()
  await page.locator('[role=dialog] .ProseMirror').waitFor({ timeout: PATIENCE_MS })
  /** @type {Times} */
  const times = await page.evaluate(() => /** @type {Window & { times?: Times }} */ (window).times ?? {})
  return { ...times, editor: Math.round((times.editor ?? Number.NaN) - pressed) }
}

/**
 * Opens the planner, and leaves it once the device has the app and the first answers.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} url
 */
async function visitBefore(context, url) {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('[data-block-id]').first().waitFor({ timeout: PATIENCE_MS })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForTimeout(STORED_MS)
  await page.close()
}

/**
 * Measures a teacher's first visit on a slow connection: when the parts of the planner appear, and how long the editor takes when they
 * press the first lesson six seconds after arrival. Then measures a second visit on a slow processor, which draws what the device has.
 * Prints the times without a gate, because they depend on the machine.
 * @param {{ rounds: number }} options
 */
export async function benchLoading({ rounds }) {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: [BLOCKS], weeks: 1 })
  /** @param {(context: import('@playwright/test').BrowserContext) => Promise<Times>} measure */
  const measured = async (measure) => {
    const rows = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({
        storageState: planner.target.storageState(BLOCKS),
        viewport: { width: 1366, height: 768 },
        timezoneId: 'UTC',
      })
      const { skeleton, bar, lessons, editor } = await measure(context)
      rows.push([round + 1, skeleton ?? '–', bar, lessons, editor].map(String))
      await context.close()
    }
    return rows
  }
  try {
    const url = planner.target.url()
    const first = await measured((context) =>
      visit(context, url, {
        slow: async (session) => {
          await session.send('Network.enable')
          await session.send('Network.emulateNetworkConditions', SLOW)
        },
        pressAt: PRESS_AT,
      }),
    )
    console.log('\nFirst visit on a slow connection (400 ms, 400 kbit/s; ms after arrival)')
    printTable(['visit', 'skeleton', 'bar', 'lessons', 'editor, after a press at 6 s'], first)
    const second = await measured(async (context) => {
      await visitBefore(context, url)
      return visit(context, url, {
        slow: (session) => session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED }),
        pressAt: 0,
      })
    })
    console.log(`\nSecond visit, processor slowed ${SLOWED} × (ms after arrival)`)
    printTable(['visit', 'skeleton', 'bar', 'lessons', 'editor, after a press on the first lesson'], second)
  } finally {
    await browser.close()
    await planner.stop()
  }
}
