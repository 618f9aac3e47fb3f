import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './test.ts'

/** Applies a theme to the page as the preference would, without saving it. */
const wear = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((theme) => {
    const { classList, style } = document.documentElement
    for (const name of ['light', 'dark']) classList.toggle(name, name === theme)
    style.colorScheme = theme
  }, theme)

/**
 * Fails if axe finds a problem on the page, first in the light theme and then in the dark theme at phone width, where no element may be
 * wider than the screen. Restores the page afterward.
 */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  await expectAccessible(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await wear(page, 'dark')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await wear(page, 'light')
  if (size) await page.setViewportSize(size)
}
