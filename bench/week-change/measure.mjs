/**
 * Measures the time from clicking 'Next Week' until the entire new week is visible.
 *
 * `paint`: from a click at the start of a frame until the main thread has finished the frame that shows the entire week. `cpu`: CPU
 * milliseconds on the page's main thread per change. Unaffected by other programs on the machine.
 */

/**
 * A page to measure. `isWhole` is the source of a function that takes a week and a number of blocks and runs in the page.
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ name: string, url: (blocks: number) => string, isWhole: string, storageState?: (blocks: number) => StorageState,
 * hasPrefetch?: boolean }} Target
 * @typedef {Exclude<import('@playwright/test').BrowserContextOptions['storageState'], string | undefined>} StorageState
 * @typedef {(week: number, blocks: number) => boolean} IsWhole
 */

/**
 * Runs in the page. Clicks 'Next Week' `weeks` times, and waits `gap` milliseconds after each click while the next week is prefetched.
 * Resolves with the duration of each change in milliseconds.
 * @param {IsWhole} isWhole
 * @param {{ weeks: number, blocks: number, gap: number }} given
 */
async function changeWeeks(isWhole, { weeks, blocks, gap }) {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** @param {number} milliseconds */
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const channel = new MessageChannel()
  // A message posted during a frame is delivered after that frame.
  const frameDone = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve
      channel.port2.postMessage(0)
    })
  /** @param {HTMLButtonElement} button */
  const isNext = (button) => (button.getAttribute('aria-label') ?? button.textContent).trim() === 'Next Week'

  /** @type {number[]} */
  const times = []
  for (let week = 1; week <= weeks; week++) {
    const button = [...document.querySelectorAll('button')].find(isNext)
    await nextFrame()
    const begun = performance.now()
    button?.click()
    // A framework's microtasks count toward this frame.
    for (let turn = 0; turn < 8; turn++) await null
    for (let frames = 0; !isWhole(week, blocks); frames++) {
      if (frames > 600) throw new Error(`week ${week} never loaded completely`)
      await nextFrame()
    }
    await frameDone()
    times.push(performance.now() - begun)
    await pause(gap)
  }
  return times
}

/**
 * Returns the source of a script that calls a function in the page with the target's `isWhole` (also source) and arguments. We build the
 * source here, because the content security policy prevents the page from evaluating strings.
 * @template Given, Result
 * @param {(isWhole: IsWhole, given: Given) => Result} action
 * @param {string} isWhole
 * @param {Given} given
 */
export const inPage = (action, isWhole, given) => `(${action})(${isWhole}, ${JSON.stringify(given)})`

/**
 * Waits until the page shows the whole first week.
 * @param {Page} page
 * @param {string} isWhole
 * @param {number} blocks
 */
export async function firstWeekWhole(page, isWhole, blocks) {
  for (let tries = 0; tries < 600; tries++) {
    if (await page.evaluate(`(${isWhole})(0, ${blocks})`)) return
    await page.waitForTimeout(100)
  }
  throw new Error('The first week never loaded completely')
}

/**
 * Runs in the page. Resolves once it has loaded nothing for two seconds, or after 20 s, because what loads in the background takes CPU time.
 */
async function untilQuiet() {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
  const loaded = () => performance.getEntriesByType('resource').length
  performance.setResourceTimingBufferSize(10_000)
  const until = performance.now() + 20_000
  for (let quiet = 0, before = loaded(); quiet < 4 && performance.now() < until; ) {
    await pause()
    quiet = loaded() === before ? quiet + 1 : 0
    before = loaded()
  }
}

/**
 * Opens a target in a fresh browser context and steps through its weeks. `target` has `url(blocks)`, `isWhole` (the source of a function
 * that takes a week and a number of blocks and runs in the page), `storageState(blocks)` for the signed-in user, and `hasPrefetch` if the
 * page defines `window.prefetchWeeks`.
 * @param {import('@playwright/test').Browser} browser
 * @param {Target} target
 * @param {{ blocks: number, throttle: number, weeks: number, gap: number }} options
 */
export async function goThroughWeeks(browser, target, { blocks, throttle, weeks, gap }) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    timezoneId: 'UTC',
    locale: 'en-US',
    // A worker loads its files in the background of a first visit, which isn't part of a week change.
    serviceWorkers: 'block',
    ...(target.storageState && { storageState: target.storageState(blocks) }),
  })
  try {
    const page = await context.newPage()
    /** @type {string[]} */
    const broken = []
    page.on('pageerror', (error) => broken.push(error.message))
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const cpuSeconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }

    await page.goto(target.url(blocks))
    await firstWeekWhole(page, target.isWhole, blocks)
    if (target.hasPrefetch) await page.evaluate(`prefetchWeeks(${weeks + 2})`)
    await page.evaluate(`(${untilQuiet})()`)
    await page.waitForTimeout(gap)

    const before = await cpuSeconds()
    /** @type {number[]} */
    const times = await page.evaluate(inPage(changeWeeks, target.isWhole, { weeks, blocks, gap }))
    const cpu = ((await cpuSeconds()) - before) * 1000
    if (broken.length > 0) throw new Error(`the page reported: ${broken[0]}`)
    return { times, cpu: cpu / weeks }
  } finally {
    await context.close()
  }
}
