import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SCREENS } from './screens.mjs'
import { faintEdges, focusFaults, unspokenNames } from './sheet/access-faults.mjs'
import { cutWords, smallTargets, spaceOut } from './sheet/layout-faults.mjs'

/** @typedef {import('./screens.mjs').Screen} Screen */

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {'light' | 'dark'} Theme */
/** @typedef {(screen: Screen, size: Size) => Promise<Page>} OpenPage */

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 320, height: 693 },
]
/** Up to this width, the sheet's screens are touch screens. */
export const TOUCH_WIDTH = 820
const THEMES = /** @type {const} */ (['light', 'dark'])
/** Pages open at the same time. Most of a page's time is spent waiting. */
const AT_ONCE = 3
/** Milliseconds to wait after a screen's files have loaded, for fonts, focus and the last paint. */
const REST = 400
/** Milliseconds to wait for a control before it counts as missing. */
const PATIENCE = 30_000
/** Milliseconds to wait for a screenshot. On a busy machine, one can take ten seconds. */
const SCREENSHOT_PATIENCE = 60_000

/** The axe rules to run: WCAG 2.x, A and AA, and best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those that a theme can break. The pages are the same in both otherwise. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Saves screenshots of every screen, at five widths and in both themes, to `folder`, with an index.html that shows them all. `wanted` lists
 * name prefixes and `widths` lists widths; an empty list means all of them. Each screen is opened in the light theme, and then put into the
 * dark one. Logs each problem when it's found, and resolves with their number. A problem is a screen that can't be opened, reached or
 * captured, an error thrown by its page, a placeholder that stays, a page wider than its window and, if `isChecked` is true, an axe
 * violation, a field with a faint edge, a control whose name lacks its text, a Tab stop that shows no focus or is out of view, a target on a
 * touch screen that is too small for a finger, and a word that the text spacing of WCAG 1.4.12 cuts off. The other pictures are still taken.
 * @param {{ folder: string, wanted: string[], widths: number[], isChecked: boolean, openPage: OpenPage }} options
 */
export async function takeSheet({ folder, wanted, widths, isChecked, openPage }) {
  mkdirSync(folder, { recursive: true })
  const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)))
  const sizes = SIZES.filter(({ width }) => widths.length === 0 || widths.includes(width))
  writeFileSync(path.join(folder, 'index.html'), sheet(screens, sizes))
  let count = 0
  const left = screens.flatMap((screen) => sizes.map((size) => ({ screen, size })))
  const takeNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { screen, size } = next
      for (const theme of THEMES) rmSync(path.join(folder, fileOf(screen, size, theme)), { force: true })
      const found = await take(screen, { size, folder, isChecked, openPage }).catch((error) => [firstLine(error)])
      for (const problem of found) {
        console.error(`${screen.name} at ${size.width}: ${problem}`)
        count++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  return count
}

/**
 * Takes the screenshots of one screen at one width. Resolves with its problems.
 * @param {Screen} screen
 * @param {{ size: Size, folder: string, isChecked: boolean, openPage: OpenPage }} options
 */
async function take(screen, { size, folder, isChecked, openPage }) {
  /** @type {string[]} */
  const problems = []
  const page = await openPage(screen, size)
  try {
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', (error) => problems.push(String(error)))
    await screen.reach?.(page)?.catch((error) => problems.push(`could not be reached: ${firstLine(error)}`))
    await page
      .waitForFunction(() => ![...document.querySelectorAll('.breathe')].some((placeholder) => placeholder.checkVisibility()), undefined, {
        timeout: PATIENCE,
      })
      .catch(() => problems.push('still loading'))
    await page.waitForTimeout(REST)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > size.width) problems.push(`${width} pixels wide`)
    for (const theme of THEMES) {
      await putOn(page, theme)
      await page.screenshot({ path: path.join(folder, fileOf(screen, size, theme)), animations: 'disabled', timeout: SCREENSHOT_PATIENCE })
      if (isChecked) problems.push(...(await themeFaults(page, theme)).map((problem) => `${theme}: ${problem}`))
    }
    await putOn(page, 'light')
    // The layout is the same in both themes.
    if (isChecked) problems.push(...(await layoutFaults(page, size)))
  } finally {
    await page.context().close()
  }
  return problems
}

/**
 * Puts a page into a theme, as its menu does.
 * @param {Page} page
 * @param {Theme} theme
 */
async function putOn(page, theme) {
  // Mail follows the device.
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((theme) => {
    const { classList, style } = document.documentElement
    if (!classList.contains('light') && !classList.contains('dark')) return
    // Colors that are still changing, and those of content that isn't rendered yet, would be the ones of the theme before.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('* { transition: none !important; content-visibility: visible !important }')
    document.adoptedStyleSheets = [atOnce]
    classList.remove('light', 'dark')
    classList.add(theme)
    style.colorScheme = theme
    document.body.getBoundingClientRect()
    document.adoptedStyleSheets = []
  }, theme)
}

/**
 * Resolves with a line for each axe rule that the page violates, and for each field with a faint edge.
 * @param {Page} page
 * @param {Theme} theme
 */
async function themeFaults(page, theme) {
  await page.evaluate(axeSource)
  const runOnly = theme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOR_RULES }
  const faint = (await page.evaluate(faintEdges)).map((field) => `edge too faint: ${field}`)
  return [...(await page.evaluate(breaches, runOnly)), ...faint]
}

/**
 * Resolves with a line for each control without its text in its name, for each Tab stop that isn't seen, for each target that is too small, and
 * for each word that is cut off in spaced-out text. Moves the focus, and changes the page's spacing.
 * @param {Page} page
 * @param {Size} size
 */
async function layoutFaults(page, { width }) {
  const unspoken = (await page.evaluate(unspokenNames)).map((control) => `name without its text: ${control}`)
  const small = width <= TOUCH_WIDTH ? await page.evaluate(smallTargets) : []
  await page.evaluate(spaceOut)
  const cut = await page.evaluate(cutWords)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  const focus = await focusFaults(page)
  return [
    ...unspoken,
    ...focus,
    ...small.map((target) => `too small for a finger: ${target}`),
    ...cut.map((word) => `cut off when spaced out: ${word}`),
  ]
}

/** @param {unknown} error */
const firstLine = (error) => String(error).split('\n', 1)[0] ?? ''

/**
 * Runs in the page. Returns a line for each axe rule that the page violates. Excludes the size of targets that are partly scrolled out
 * of view.
 * @param {{ type: string, values: string[] }} runOnly
 */
async function breaches(runOnly) {
  const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window))
  // Our styles are same-origin, so axe can read them without a fetch.
  const { violations } = await axe.run({
    runOnly: /** @type {import('axe-core').RunOnly} */ (runOnly),
    resultTypes: ['violations'],
    preload: false,
    elementRef: true,
  })
  const isPartlyScrolledOut = (/** @type {HTMLElement | undefined} */ element) => {
    if (!element) return false
    const { left, width, top, bottom } = element.getBoundingClientRect()
    return [top + 1, bottom - 1].some((y) => !element.contains(document.elementFromPoint(left + width / 2, y)))
  }
  return violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ element }) => id !== 'target-size' || !isPartlyScrolledOut(element)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}

/** @param {Screen} screen @param {Size} size @param {Theme} theme */
const fileOf = ({ name }, { width }, theme) => `${name}-${width}-${theme}.png`

/**
 * Returns the HTML of a page with all screenshots, in one row for each screen and theme.
 * @param {Screen[]} screens
 * @param {Size[]} sizes
 */
const sheet = (screens, sizes) => {
  const rows = screens.flatMap((screen) =>
    THEMES.map((theme) => {
      const pictures = sizes.map((size) => fileOf(screen, size, theme))
      return `<h2>${screen.name}, ${theme}</h2><p>${pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`).join('')}</p>`
    }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>All screens of Firstbell</title>
<style>body { font: 14px system-ui; margin: 16px; background: #777 } h2 { font-size: 14px } p { display: flex; gap: 8px; align-items: start } img { height: 420px }</style>
<h1>All screens</h1>${rows.join('\n')}</html>
`
}
