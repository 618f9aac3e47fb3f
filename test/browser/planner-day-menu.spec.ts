import { dayOf, openWeek, signUp } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(async ({ context }) => {
  await signUp(context)
})

test.describe('on a touchscreen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })
  test("a long press on a day's header opens its menu and not the day", { tag: '@full' }, async ({ page }) => {
    await openWeek(page)
    const session = await page.context().newCDPSession(page)
    const box = await dayOf(page).getByRole('heading').boundingBox()
    const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await expect(page.getByRole('menu')).toBeVisible()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(page).toHaveURL(/view=week/)
    await expectAccessible(page)
  })
})
