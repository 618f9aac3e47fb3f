// @ts-nocheck The packages only exist after the bench has installed them.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findChromium } from '../../scripts/setup.mjs'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/**
 * The parts of a Lighthouse report that we use.
 * @typedef {{ categories: Record<string, { score: number | null }>, audits: Record<string, { numericValue?: number }> }} Report
 */

/**
 * Resolves with the Lighthouse report for a phone on a slow connection (Lighthouse's default mobile settings). Starts a fresh browser.
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
