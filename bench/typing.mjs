import { gate, median, printTable, quantile } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS = 30
const DATE = '2027-03-01'
const KILOBYTES = 100
/** Long enough for a keystroke's frame and for debounced work. */
const PAUSE_MS = 120

/** @param {number} index */
const line = (index) =>
  `<p>${index}. <strong>Group ${index % 5}</strong> compares fractions with the same denominator and writes each with its sign.</p><ul><li><p>Quiz</p></li></ul>`

/** Returns a lesson of 100 KB, as if a teacher had pasted a whole term's plan into one block. */
function longText() {
  let html = ''
  for (let index = 1; html.length < KILOBYTES * 1000; index++) html += line(index)
  return html
}

/**
 * Measures main-thread work for a keystroke in the middle of a long lesson (including the frame, but not the wait for the display) and for
 * opening the dialog on a day with 30 blocks. Other programs on the machine don't affect the result.
 * @param {{ keys: number, openings: number }} options
 */
export async function benchTyping({ keys, openings }) {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: [BLOCKS], weeks: 1 })
  try {
    const context = await browser.newContext({ storageState: planner.target.storageState(BLOCKS), viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await page.goto(planner.target.url())
    await storeLongDay(page)
    await page.goto(new URL(`/dashboard?view=day&date=${DATE}`, page.url()).href)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    /** @param {() => Promise<void> | undefined} act */
    const work = async (act) => {
      const before = await taskSeconds(session)
      await act()
      await page.waitForTimeout(PAUSE_MS)
      return ((await taskSeconds(session)) - before) * 1000
    }
    await page.getByRole('button', { name: 'Edit Lesson 2', exact: true }).waitFor()
    await page.waitForTimeout(3000)

    const opened = []
    for (let opening = 0; opening < openings; opening++) {
      opened.push(
        await work(async () => {
          await page.getByRole('button', { name: 'Edit Lesson 2', exact: true }).click()
          await page.getByRole('textbox', { name: 'Description' }).waitFor()
        }),
      )
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }

    await page.getByRole('button', { name: 'Edit Lesson 1', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).getByText('Group 3').nth(40).click()
    // The baseline, since the blinking cursor and reading the metrics also take time.
    const idle = []
    for (let turn = 0; turn < keys; turn++) idle.push(await work(() => undefined))
    const typed = []
    for (let key = 0; key < keys; key++) typed.push((await work(() => page.keyboard.press('x'))) - median(idle))

    console.log(`\nThe editor, on a day of ${BLOCKS} blocks (main thread, ms)`)
    /** @param {string} name @param {number[]} times */
    const row = (name, times) => [name, median(times).toFixed(1), quantile(times, 0.95).toFixed(1)]
    printTable(
      ['', 'median', 'p95'],
      [row(`a key in a lesson of ${KILOBYTES} KB`, typed), row('opening the dialog, including its animation', opened)],
    )
    gate(`A key typed in a lesson of ${KILOBYTES} KB, median`, median(typed), { atMost: 16 }, ' ms')
  } finally {
    await browser.close()
    await planner.stop()
  }
}

/** @param {import('@playwright/test').CDPSession} session */
async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** @param {import('@playwright/test').Page} page */
const storeLongDay = (page) =>
  page.evaluate(
    async ({ date, blocks }) => {
      const reply = await fetch('/api/calendar', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
        body: JSON.stringify({ date, blocks }),
      })
      if (!reply.ok) throw new Error(`Storing the long lesson failed: ${reply.status}`)
    },
    {
      date: DATE,
      blocks: Array.from({ length: BLOCKS }, (_, index) => ({
        id: `long-${index}`,
        title: `Lesson ${index + 1}`,
        description: index === 0 ? longText() : line(index),
        startTime: `${String(7 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
        endTime: '16:00',
      })),
    },
  )
