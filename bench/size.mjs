import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../scripts/project.mjs'
import { gate, printTable } from './figures.mjs'
import { launchChromium } from './web.mjs'
import { startPlanner } from './week-change/planner.mjs'

const BLOCKS = 8

const gzippedKilobytes = (url) =>
  gzipSync(readFileSync(path.join(projectRoot, 'dist/web', new URL(url).pathname)), { level: 9 }).length / 1000

/**
 * What the planner loads before a signed-in teacher sees the whole week, and what it fetches afterwards; kilobytes
 * (1000 bytes) of gzipped script. Counted as the browser asks for it.
 */
export async function benchSize() {
  const browser = await launchChromium()
  const planner = await startPlanner({ browser, blocksADay: [BLOCKS], weeks: 1 })
  try {
    const context = await browser.newContext({ storageState: planner.target.storageState(BLOCKS), viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    const scripts = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' || /\.js$/.test(new URL(request.url()).pathname)) scripts.push(request.url())
    })
    await page.goto(planner.target.url(BLOCKS))
    await page.waitForFunction(([source, blocks]) => new Function(`return (${source})`)()(0, blocks), [planner.target.isWhole, BLOCKS])
    const first = [...new Set(scripts)]
    await page.waitForTimeout(5000)
    const later = [...new Set(scripts)].filter((url) => !first.includes(url))

    const rows = (urls, when) => urls.map((url) => [path.basename(new URL(url).pathname), when, gzippedKilobytes(url).toFixed(1)])
    console.log("\nThe planner's scripts (kB, gzipped)")
    printTable(['file', 'loaded', 'kB'], [...rows(first, 'first'), ...rows(later, 'when idle')])
    const sum = (urls) => urls.reduce((total, url) => total + gzippedKilobytes(url), 0)
    console.log(`first load ${sum(first).toFixed(1)} kB, when idle ${sum(later).toFixed(1)} kB`)
    gate("Scripts of the planner's first load", sum(first), { atMost: 150 }, ' kB')
  } finally {
    await browser.close()
    await planner.stop()
  }
}
