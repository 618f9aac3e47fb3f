import { block, dayOf, lessonsOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectLandmarks, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

test('the click that closes an open menu activates nothing beneath it', { tag: '@full' }, async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await storeDay(page, teacher, { date: '2026-11-16', blocks: [block('Art')] })
  await openWeek(page)
  const math = lessonsOf(page).filter({ hasText: 'Math' })
  const menu = page.getByRole('menu')
  await math.click({ button: 'right' })
  await expect(menu).toBeVisible()
  await lessonsOf(page, '2026-11-16').click()
  await expect(menu).toBeHidden()
  await math.click({ button: 'right' })
  await expect(menu).toBeVisible()
  const { x = 0, y = 0, height = 0 } = (await dayOf(page).boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + height - 20)
  await expect(menu).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/view=week/)
  // The next click works normally.
  await math.click()
  await expect(page.getByRole('dialog', { name: 'Edit Time Block' })).toBeVisible()
})

test.describe('on a touchscreen', () => {
  test.use({ hasTouch: true })
  test('the tap that closes an open menu activates nothing beneath it', { tag: '@full' }, async ({ page }) => {
    await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '10:00', '11:00')] })
    await openWeek(page)
    const menu = page.getByRole('menu')
    await page.getByRole('button', { name: 'More for Math' }).tap()
    await expect(menu).toBeVisible()
    const { x = 0, y = 0, height = 0 } = (await dayOf(page).boundingBox()) ?? {}
    await page.touchscreen.tap(x + 20, y + height - 20)
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/view=week/)
  })
})

test('an open menu is inside a landmark, like the rest of the page', { tag: '@full' }, async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await lessonsOf(page).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLandmarks(page)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Templates', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLandmarks(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLandmarks(page)
})
