import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, dayOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const inMonth = (page: Page, day: number, month = 'November'): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`, ${month} ${day}, 2026`) })
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()
const manage = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Manage Blockouts and Notes' }).click()
  return page.getByRole('dialog', { name: 'Manage Blockouts and Notes' })
}

test('a teacher blocks out a date by right click. Its lessons are kept, and Undo restores them', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await inMonth(page, 18).click({ button: 'right' })
  await page.mouse.move(900, 700)
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Add Note' }).hover()
  await page.mouse.move(900, 700)
  await expect(page.getByRole('menu')).toBeHidden()

  await inMonth(page, 18).click({ button: 'right' })
  await choose(page, 'Block Out Date')
  const dialog = page.getByRole('dialog', { name: 'Block Out Date' })
  await expect(dialog).toContainText('Wednesday, November 18, 2026')
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('placeholder', 'FALL BREAK')
  await dialog.getByLabel('Reason').fill('   ')
  await expect(dialog.getByText('Please enter a description')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Block Out', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('  FALL BREAK ')
  await dialog.getByRole('button', { name: 'Block Out', exact: true }).click()
  await expect(dayOf(page)).toContainText('Non-instructional Day')
  await expect(dayOf(page)).toContainText('FALL BREAK')
  await expect(dayOf(page)).toContainText('1 lesson hidden, not deleted. Unblock the day to bring it back.')
  await expect(lessonsOf(page)).toHaveCount(0)
  await expect(inMonth(page, 18)).toHaveAccessibleName(/non-instructional/)
  await expect
    .poll(() => storedDay(page, teacher))
    .toMatchObject({ isBlocked: true, blockedText: 'FALL BREAK', blocks: [{ title: 'Math' }] })

  await toastOf(page, 'Date blocked out successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect(inMonth(page, 18)).not.toHaveAccessibleName(/non-instructional/)
})

test.describe('on a touchscreen', () => {
  test.use({ hasTouch: true, viewport: { width: 1366, height: 768 } })
  test('a long press on a day opens its menu and selects nothing, while a swipe or a tap opens none', { tag: '@full' }, async ({
    page,
  }) => {
    await openWeek(page)
    const session = await page.context().newCDPSession(page)
    const box = await inMonth(page, 10).boundingBox()
    const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
    await touch('touchStart', at)
    await expect(page.getByRole('menu')).toBeVisible()
    await touch('touchEnd')
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(inMonth(page, 10)).toHaveAttribute('aria-selected', 'false')
    await choose(page, 'Add Note')
    await expect(page.getByRole('dialog', { name: 'Add Note to Date' })).toContainText('Tuesday, November 10, 2026')
    await page.keyboard.press('Escape')

    await touch('touchStart', at)
    await touch('touchMove', { x: at.x, y: at.y + 40 })
    // Longer than the long-press threshold.
    await page.waitForTimeout(700)
    await touch('touchEnd')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await inMonth(page, 10).tap()
    await expect(inMonth(page, 10)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
})

test('a teacher navigates the month, opens its menu and adds a note with the keyboard alone', { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  await inMonth(page, 18).focus()
  await page.keyboard.press('ArrowRight')
  await expect(inMonth(page, 19)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(inMonth(page, 26)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible()
  await expect(inMonth(page, 26, 'December')).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await expect(inMonth(page, 22)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Week of Nov 23' })).toBeVisible()
  await expect(inMonth(page, 23)).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inMonth(page, 23)).toBeFocused()
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menuitem', { name: 'Block Out Date' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add Note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Note to Date' }).getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Picture day')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Note added successfully')
  await expect(dayOf(page, '2026-11-23')).toContainText('Picture day')
  await expect(inMonth(page, 23)).toHaveAccessibleName(/has notes/)
  await expect(inMonth(page, 23)).toBeFocused()
})

test('the calendar is accessible in each state, in both themes, wide and on a phone', { tag: '@full' }, async ({ page }) => {
  // Blocks every day of the month. One day also has a note, and another has an alert.
  await page.request.post('/api/calendar/bulk', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { from: '2026-11-01', to: '2026-11-30', isBlocked: true, blockedText: 'Closed' },
  })
  await storeDay(page, teacher, { hasNote: true, noteText: 'Boiler works' })
  await storeDay(page, teacher, { date: '2026-12-01', blocks: [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }] })
  await page.request.patch('/api/user', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { preferences: { weekStartsOn: 'monday' } },
  })
  const openMark = async () => {
    await page.getByRole('button', { name: /^Block out or add a note/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await choose(page, 'Add Note')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Boiler works')
    await expect(page.getByRole('textbox', { name: 'Note' }), 'also over the calendar of a small screen').toBeFocused()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await expect(inMonth(page, 18)).toHaveAccessibleName(/non-instructional, has notes/)
  await expect(inMonth(page, 1, 'December')).toHaveAccessibleName(/has alerts/)
  await expect(page.getByRole('columnheader').first()).toHaveText('M')
  await expectAccessible(page)
  await openMark()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const dialog = await manage(page)
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 1' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Collapse the calendar' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Expand the calendar' })).toBeFocused()
  // The button's tooltip covers part of the week until Escape hides it.
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generate Sub Plans' }).click()
  await expect(page.getByRole('dialog', { name: 'Generate Sub Plans' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Expand the calendar' }).press('Enter')
  await expect(inMonth(page, 18)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Collapse the calendar' })).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(inMonth(page, 18)).toHaveAccessibleName(/non-instructional, has notes/)
  await expectAccessibleInBoth(page)
  await openMark()
  await page.keyboard.press('Escape')
  await inMonth(page, 17).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(dayOf(page, '2026-11-17')).toBeVisible()
})
