import { openWeek, signUp } from './planner-teacher.ts'
import { expect, test, untilIdle } from './test.ts'

test.beforeEach(async ({ page, context }) => {
  await signUp(context)
  await openWeek(page)
  // The tooltip code loads when the browser is idle.
  await untilIdle(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
})

test('a tooltip shows after the mouse rests for 700 ms, and the next one shows at once', { tag: '@full' }, async ({ page }) => {
  const tip = page.getByRole('tooltip', { includeHidden: true })
  await page.getByRole('button', { name: 'Next Week' }).hover()
  await page.clock.runFor(600)
  await expect(tip).toBeHidden()
  await page.clock.runFor(200)
  await expect(tip).toHaveText('Next Week')

  await page.getByRole('button', { name: 'Previous Week' }).hover()
  await page.clock.runFor(130)
  await expect(tip).toHaveText('Previous Week')
  // It stays while the mouse is on it.
  await tip.hover()
  await page.clock.runFor(1000)
  await expect(tip).toHaveText('Previous Week')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  // After 300 ms without a tooltip, the full delay applies again.
  await page.clock.runFor(400)
  await page.getByRole('button', { name: 'Next Week' }).hover()
  await page.clock.runFor(600)
  await expect(tip).toBeHidden()
})

test('a tooltip shows at once on keyboard focus, even over dialogs, and hides on a click', async ({ page }) => {
  const tip = page.getByRole('tooltip', { includeHidden: true })
  await page.getByRole('button', { name: 'Preferences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).first()
  await close.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await expect(tip).toHaveText('Close')
  // Clicking the tooltip doesn't count as a click outside the dialog.
  await tip.click()
  await expect(tip).toBeHidden()
  await expect(dialog).toBeVisible()
})
