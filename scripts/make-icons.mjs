/**
 * Draws the icons of the installed app (public/icons) from public/favicon.svg. Run it after a change of the logo: `node scripts/make-icons.mjs`.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { projectRoot } from './project.mjs'

/**
 * The size in pixels, and whether the gradient fills the square. A system cuts such an icon into its own shape. `scale` is the bell's size
 * compared to the favicon: a maskable icon may lose everything outside the inner 80%.
 */
const ICONS = [
  { name: 'icon-192', size: 192, fills: false, scale: 1 },
  { name: 'icon-512', size: 512, fills: false, scale: 1 },
  { name: 'maskable-512', size: 512, fills: true, scale: 0.85 },
  { name: 'apple-touch-icon', size: 180, fills: true, scale: 1 },
]

const logo = readFileSync(path.join(projectRoot, 'public/favicon.svg'), 'utf8')
const folder = path.join(projectRoot, 'public/icons')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { name, size, fills, scale } of ICONS) {
    const offset = 16 * (1 - scale)
    const square = fills ? logo.replace('rx="8"', '') : logo
    const drawing = square.replace('<path ', `<path transform="translate(${offset} ${offset}) scale(${scale})" `)
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`)
    await page.screenshot({ path: path.join(folder, `${name}.png`), omitBackground: true })
  }
} finally {
  await browser.close()
}
