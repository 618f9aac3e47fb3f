import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SCREENS } from './screens.mjs'

/** @typedef {import('./screens.mjs').Screen} Screen */

const SIZES = /** @type {const} */ ([
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])
const THEMES = /** @type {const} */ (['light', 'dark'])
/** Milliseconds to wait after a screen's files have loaded, for fonts, focus and the last paint. */
const REST = 400
/** Milliseconds to wait for a control before it counts as missing. */
const PATIENCE = 8000

/** The axe rules to run: WCAG 2.x, A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Saves screenshots of every screen, at four widths and in both themes, to `folder`, with an index.html that shows them all. `wanted` lists
 * name prefixes, and an empty list means all screens. Resolves with a line for each problem: a screen that can't be reached, an error
 * thrown by its page, a page wider than its window and, if `isChecked` is true, a violation of WCAG A or AA.
 * @param {{ folder: string, wanted: string[], isChecked: boolean, openPage: (screen: Screen, size: { width: number, height: number }) =>
 * Promise<import('@playwright/test').Page>, }} options
 */
export async function takeSheet({ folder, wanted, isChecked, openPage }) {
  mkdirSync(folder, { recursive: true })
  const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)))
  /** @type {string[]} */
  const problems = []
  for (const screen of screens)
    for (const size of SIZES) {
      const page = await openPage(screen, size)
      page.setDefaultTimeout(PATIENCE)
      const place = `${screen.name} at ${size.width}`
      page.on('pageerror', (error) => problems.push(`${place}: ${error}`))
      try {
        await screen.reach?.(page)
      } catch (error) {
        problems.push(`${place} could not be reached: ${String(error).split('\n', 1)[0]}`)
      }
      await page.waitForTimeout(REST)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > size.width) problems.push(`${place} is ${width} pixels wide`)
      // With `content-visibility`, Chromium doesn't restyle skipped off-screen content. After a theme change, axe would compare colors from
      // both themes.
      await page.evaluate(() => {
        const everything = new CSSStyleSheet()
        everything.replaceSync('* { content-visibility: visible !important }')
        document.adoptedStyleSheets.push(everything)
      })
      if (isChecked) await page.evaluate(axeSource)
      for (const theme of THEMES) {
        await page.evaluate((name) => {
          document.documentElement.classList.remove('light', 'dark')
          document.documentElement.classList.add(name)
          document.documentElement.style.colorScheme = name
        }, theme)
        await page.screenshot({
          path: path.join(folder, fileOf(screen, size.width, theme)),
          type: 'jpeg',
          quality: 80,
          animations: 'disabled',
        })
        if (isChecked) problems.push(...(await page.evaluate(breaches, WCAG)).map((breach) => `${place}, ${theme}: ${breach}`))
      }
      await page.context().close()
    }
  writeFileSync(path.join(folder, 'index.html'), sheet(screens))
  return problems
}

/**
 * Runs in the page. Returns a line for each axe rule that the page violates.
 * @param {string[]} tags
 */
async function breaches(tags) {
  const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window))
  // Our styles are same-origin, so axe can read them without a fetch.
  const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], preload: false })
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}

/** @param {Screen} screen @param {number} width @param {string} theme */
const fileOf = ({ name }, width, theme) => `${name}-${width}-${theme}.jpg`

/**
 * Returns the HTML of a page with all screenshots, in one row for each screen and theme.
 * @param {Screen[]} screens
 */
const sheet = (screens) => {
  const rows = screens.flatMap((screen) =>
    THEMES.map((theme) => {
      const pictures = SIZES.map(({ width }) => fileOf(screen, width, theme))
      return `<h2>${screen.name}, ${theme}</h2><p>${pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`).join('')}</p>`
    }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>All screens of Firstbell</title>
<style>body { font: 14px system-ui; margin: 16px; background: #777 } h2 { font-size: 14px } p { display: flex; gap: 8px; align-items: start } img { height: 420px }</style>
<h1>All screens</h1>${rows.join('\n')}</html>
`
}
