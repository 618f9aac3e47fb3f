import type { Page } from '@playwright/test'
import { expectAccessible } from './test.ts'

/** Fails on what {@link expectAccessible} finds in the page as it stands, light and wide, and then dark on a phone; leaves it as it was. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  const wear = (theme: 'light' | 'dark') =>
    page.evaluate((theme) => {
      const { classList, style } = document.documentElement
      classList.toggle('dark', theme === 'dark')
      classList.toggle('light', theme === 'light')
      style.colorScheme = theme
    }, theme)
  await expectAccessible(page)
  await wear('dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize(wide)
  await wear('light')
}
