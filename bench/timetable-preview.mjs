import { median, printTable, quantile } from './figures.mjs'
import { startServer } from './start-server.mjs'
import { LESSONS_A_DAY, yearOf } from './timetables.mjs'
import { launchChromium } from './web.mjs'
import { signedIn } from './week-change/planner.mjs'

const THROTTLES = [1, 6]
/** Long enough for a choice's frame and for storing the draft. */
const PAUSE_MS = 600
const RESULT = '[aria-labelledby="timetable-result"]'

/**
 * Measures how long My timetable takes to show what a choice does to a year of lessons: from the press until the frame that shows it is
 * done. Prints the times and has no gate, because the display's frames are part of them. One frame takes 17 ms.
 * @param {{ env: import('./start-server.mjs').Env, turns: number, weeks: number }} options
 */
export async function benchPreview({ env, turns, weeks }) {
  const server = await startServer(env)
  const browser = await launchChromium()
  try {
    const account = { email: 'preview@school.example', password: 'first-bell' }
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token } = await server.call('POST', '/api/auth/register', { body: account })
    await server.call('PATCH', '/api/user', { token, body: { showTutorial: false } })
    const year = await yearOf(server, token, weeks)
    await server.call('POST', '/api/timetables', { token, body: year })
    const storageState = await signedIn(browser, server.origin, token)
    const rows = []
    for (const throttle of THROTTLES) {
      const context = await browser.newContext({ storageState, viewport: { width: 1366, height: 768 }, timezoneId: 'UTC', locale: 'en-US' })
      const page = await context.newPage()
      await page.goto(`${server.origin}/timetable`)
      await page.getByRole('heading', { name: 'What will happen' }).waitFor()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
      const changing = await times(page, { turns, names: ['All times 5 minutes later', 'All times 5 minutes earlier'], result: RESULT })
      await startNewYear(page, year)
      const filling = await times(page, { turns, names: ['A and B weeks', 'Every week'], result: RESULT })
      await context.close()
      const speed = throttle === 1 ? 'at full speed' : `slowed ${throttle} ×`
      /** @param {string} name @param {number[]} all */
      const row = (name, all) => [`${name}, ${speed}`, median(all).toFixed(1), quantile(all, 0.95).toFixed(1)]
      rows.push(row('new bell times from a date on', changing), row('a new timetable’s rhythm', filling))
    }
    console.log(`\nPreview of a year (${weeks * 5} days × ${LESSONS_A_DAY} lessons; ms until it is on screen)`)
    printTable(['choice', 'median', 'p95'], rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/**
 * Starts a timetable that replaces the year's lessons.
 * @param {import('@playwright/test').Page} page
 * @param {{ firstDay: string, lastDay: string }} year
 */
async function startNewYear(page, { firstDay, lastDay }) {
  await page.getByRole('button', { name: /^\d{4}/ }).click()
  await page.getByRole('menuitemradio', { name: 'New timetable' }).click()
  await page.getByLabel('Last day').fill(lastDay)
  await page.getByLabel('First day', { exact: true }).fill(firstDay)
  await page.getByLabel('Days with lessons').selectOption('replace')
  const first = page.getByRole('gridcell', { name: 'Mon, row 1' })
  await first.click()
  await page.keyboard.type('Period 1')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Add \d+ lessons$/ }).waitFor()
}

/**
 * Resolves with the time from each press until the result has changed and its frame is done, in ms. Presses the named controls in turn.
 * @param {import('@playwright/test').Page} page
 * @param {{ turns: number, names: string[], result: string }} options `result` is the selector of the element that shows what a press does.
 */
export async function times(page, { turns, names, result }) {
  const all = []
  for (let turn = 0; turn < 2 * turns; turn++) {
    all.push(await page.evaluate(timeOf, { name: names[turn % names.length] ?? '', result }))
    await page.waitForTimeout(PAUSE_MS)
  }
  return all
}

/**
 * Runs in the page. Presses a button or radio button, and resolves with the time until the result shows what it does.
 * @param {{ name: string, result: string }} options
 */
async function timeOf({ name, result: selector }) {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const result = document.querySelector(selector)
  const controls = [...document.querySelectorAll('button, label')]
  const control = controls.find((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === name)
  if (!result || !(control instanceof HTMLElement)) throw new Error(`There is no ${name}`)
  const channel = new MessageChannel()
  // A message posted during a frame is delivered after that frame.
  const frameDone = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve
      channel.port2.postMessage(0)
    })
  const before = result.textContent
  await nextFrame()
  const begun = performance.now()
  control.click()
  for (let frames = 0; result.textContent === before; frames++) {
    if (frames > 600) throw new Error(`${name} changed nothing`)
    await nextFrame()
  }
  await frameDone()
  return performance.now() - begun
}
