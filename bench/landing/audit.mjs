// @ts-nocheck Its packages are there only once the bench has installed them.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findChromium } from '../../scripts/setup.mjs'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/**
 * What is used of a report.
 * @typedef {{ categories: Record<string, { score: number | null }>, audits: Record<string, { numericValue?: number }> }} Report
 */

/**
 * Resolves with Lighthouse's report on a page as a phone on a slow line sees it (its own mobile settings), in a browser of its own.
 * @param {string} url
 * @returns {Promise<Report>}
 */
export async function audit(url) {
  const chromium = await launch({ chromePath: findChromium(), chromeFlags: FLAGS })
  try {
    const { lhr } = await lighthouse(url, { port: chromium.port, logLevel: 'error' })
    if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`)
    return lhr
  } finally {
    chromium.kill()
  }
}
