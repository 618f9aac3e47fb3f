import { chromium } from '@playwright/test'
import { ensurePackages, findChromium } from '../scripts/setup.mjs'
import { gate, inTurns, median, printTable, quantile } from './figures.mjs'
import { goThroughWeeks } from './week-change/measure.mjs'

/** @typedef {{ times: number[], cpu: number }} Run The measurements of `goThroughWeeks`. */

const PAGES = ['vanilla', 'fullcalendar']
const BLOCKS_A_DAY = [8, 30]
const THROTTLES = [1, 6]
/**
 * Returns how many milliseconds to allow for prefetching the next week. A throttled processor needs more.
 * @param {number} throttle
 */
const gapAt = (throttle) => 300 + 100 * throttle

const IS_WHOLE = `(week, blocks) => {
  const cards = document.querySelectorAll('[data-week="' + week + '"]')
  return cards.length === 5 * blocks && cards[0].checkVisibility() && cards[cards.length - 1].checkVisibility()
}`

export const launchChromium = () =>
  chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/**
 * Benchmarks switching to the next week in our planner, in the bare DOM and in FullCalendar. Rotates among the three, with the same
 * lessons. Only compare results from the same run.
 * @param {{ weeks: number, rounds: number }} options
 */
export async function benchWeb({ weeks, rounds }) {
  ensurePackages({ folder: `${import.meta.dirname}/week-change` })
  const { buildPages, servePages } = await import('./week-change/build-pages.mjs')
  const { startPlanner } = await import('./week-change/planner.mjs')
  await buildPages(PAGES)
  const pages = await servePages()
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: BLOCKS_A_DAY, weeks })
  try {
    const targets = [
      ...PAGES.map((name) => ({
        name,
        url: (/** @type {number} */ blocks) => `${pages.origin}/${name}/?blocks=${blocks}`,
        isWhole: IS_WHOLE,
        hasPrefetch: true,
      })),
      planner.target,
    ]
    for (const blocks of BLOCKS_A_DAY)
      for (const throttle of THROTTLES) {
        const results = await inTurns(targets, rounds, (target) =>
          goThroughWeeks(browser, target, { blocks, throttle, weeks, gap: gapAt(throttle) }),
        )
        report(results, { blocks, throttle, weeks, rounds })
      }
  } finally {
    await browser.close()
    await planner.stop()
    await pages.stop()
  }
}

/**
 * @param {Map<string, Run[]>} results
 * @param {{ blocks: number, throttle: number, weeks: number, rounds: number }} options
 */
function report(results, { blocks, throttle, weeks, rounds }) {
  /** @param {string} name */
  const runsOf = (name) => results.get(name) ?? []
  /** @param {string} name */
  const paintOf = (name) => median(runsOf(name).flatMap(({ times }) => times))
  /** @param {string} name */
  const cpuOf = (name) => median(runsOf(name).map(({ cpu }) => cpu))
  console.log(
    `\nChange of week, ${blocks} blocks a day, processor ${throttle === 1 ? 'at full speed' : `slowed ${throttle} ×`} (${weeks} changes × ${rounds} rounds; ms)`,
  )
  printTable(
    ['page', 'paint', 'p95', '× vanilla', 'cpu', '× vanilla'],
    [...results].map(([name, runs]) => {
      const times = runs.flatMap((run) => run.times)
      /** @param {(name: string) => number} of */
      const ratio = (of) => (of(name) / of('vanilla')).toFixed(2)
      return [name, median(times).toFixed(1), quantile(times, 0.95).toFixed(1), ratio(paintOf), cpuOf(name).toFixed(1), ratio(cpuOf)]
    }),
  )
  const where = `${blocks} blocks a day, ${throttle} ×`
  gate(`Week change relative to the bare DOM, ${where}`, paintOf('our planner') / paintOf('vanilla'), { atMost: 1.3 })
  gate(`Week change, speedup over FullCalendar, ${where}`, paintOf('fullcalendar') / paintOf('our planner'), { atLeast: 1.7 })
}
