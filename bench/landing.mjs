import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensurePackages } from '../scripts/setup.mjs'
import { gate, median, printTable } from './figures.mjs'
import { startServer } from './start-server.mjs'

/** Minimum Lighthouse scores. */
const MARKS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']

/**
 * Measures the landing page with Lighthouse (mobile, scores from 0 to 100). Takes the median of several runs, each in a
 * fresh browser.
 * @param {{ rounds: number }} options
 */
export async function benchLanding({ rounds }) {
  ensurePackages({ folder: path.join(import.meta.dirname, 'landing') })
  const { audit } = await import('./landing/audit.mjs')
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const reports = []
    for (let round = 0; round < rounds; round++) reports.push(await audit(`${server.origin}/`))
    /** @param {import('./landing/audit.mjs').Report} report @param {string} mark */
    const markOf = (report, mark) => 100 * (report.categories[mark]?.score ?? 0)
    console.log('\nLighthouse scores of the landing page (mobile, times in ms)')
    printTable(
      ['run', ...Object.keys(MARKS), ...TIMES],
      reports.map((report, round) => [
        round + 1,
        ...Object.keys(MARKS).map((mark) => markOf(report, mark).toFixed(0)),
        ...TIMES.map((time) => (report.audits[time]?.numericValue ?? Number.NaN).toFixed(0)),
      ]),
    )
    for (const [mark, atLeast] of Object.entries(MARKS))
      gate(`Landing page, ${mark}`, median(reports.map((report) => markOf(report, mark))), { atLeast }, ' points')
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
