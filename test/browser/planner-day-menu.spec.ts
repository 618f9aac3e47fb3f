import type { Page } from '@playwright/test'
import { block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, expectAccessible, expectLandmarks, test } from './test.ts'

const MONDAY = '2026-11-16'
const REST = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const openMenu = (page: Page, date?: string) =>
  dayOf(page, date)
    .getByRole('button', { name: /^More for \w+day,/ })
    .click()
const row = (page: Page, name: string) => page.getByRole('menuitem', { name })
const pick = (page: Page, name: RegExp) => dialogOf(page).getByRole('group', { name: 'Days to copy to' }).getByRole('button', { name })

test('a teacher copies Monday to Tuesday through Friday in four clicks, and takes it back in one', async ({ page }) => {
  await storeDay(page, teacher, { date: MONDAY, blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  await openWeek(page)
  await openMenu(page, MONDAY)
  await row(page, 'Copy day to…').click()
  await expect(dialogOf(page)).toContainText('Monday, November 16, 2026: 2 lessons')
  await dialogOf(page).getByRole('button', { name: 'Rest of this week' }).click()
  await dialogOf(page).getByRole('button', { name: 'Copy to 4 days' }).click()
  for (const date of REST) await expect(lessonsOf(page, date)).toContainText(['Math', 'Art'])
  await expect(toastOf(page, 'Mon, Nov 16 copied to 4 days')).toBeVisible()
  expect((await storedDay(page, teacher, '2026-11-20'))?.blocks).toMatchObject([
    { title: 'Math', description: '<p>Math</p>' },
    { title: 'Art' },
  ])
  await toastOf(page, 'copied to 4 days').getByRole('button', { name: 'Undo' }).click()
  for (const date of REST) await expect(lessonsOf(page, date)).toHaveCount(0)
  await expect(lessonsOf(page, MONDAY)).toHaveCount(2)
})

test('days off are shown and left out; days with lessons are named, and keep them or not', async ({ page }) => {
  await storeDay(page, teacher, { date: MONDAY, blocks: [block('Math')] })
  await storeDay(page, teacher, { date: '2026-11-17', blocks: [block('Art', '10:00', '11:00')] })
  await storeDay(page, teacher, { date: '2026-11-20', isBlocked: true, blockedText: 'Fall Break' })
  await openWeek(page)
  await openMenu(page, MONDAY)
  await row(page, 'Copy day to…').click()
  const friday = pick(page, /November 20, 2026, non-instructional: Fall Break/)
  await expect(friday).toBeDisabled()
  await expect(friday).toHaveText('20off')
  await expect(pick(page, /November 16/)).toBeDisabled()
  await dialogOf(page).getByRole('button', { name: 'Rest of this week' }).click()
  await expect(friday).toHaveAttribute('aria-pressed', 'false')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Tuesday, November 17, 2026: 1 lesson')
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Copy beside what is there' }).click()
  await expect(lessonsOf(page, '2026-11-17')).toContainText(['Math', 'Art'])
  await expect(lessonsOf(page, '2026-11-19')).toContainText(['Math'])
  await expect(dayOf(page, '2026-11-20')).not.toContainText('lesson is kept')

  await openMenu(page, MONDAY)
  await row(page, 'Copy day to…').click()
  await pick(page, /November 17/).click()
  await dialogOf(page)
    .getByRole('checkbox', { name: /Non-instructional days too/ })
    .check()
  await friday.click()
  await pick(page, /November 27/).click()
  await dialogOf(page).getByRole('button', { name: 'Replace what is there' }).click()
  await expect(lessonsOf(page, '2026-11-17')).toHaveText([/Math/])
  await expect(dayOf(page, '2026-11-20')).toContainText('1 lesson is kept')
  await expect.poll(async () => (await storedDay(page, teacher, '2026-11-27'))?.blocks.length).toBe(1)
})

test('a note on a visible day is two clicks and its text; it is edited and removed from there', async ({ page }) => {
  await openWeek(page)
  await openMenu(page)
  await row(page, 'Add Note…').click()
  await expect(dialogOf(page).getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Picture day')
  await page.keyboard.press('Control+Enter')
  await expect(dayOf(page)).toContainText('Picture day')
  await openMenu(page)
  await expect(row(page, 'Edit Note…')).toBeVisible()
  await row(page, 'Remove Note').click()
  await expect(dayOf(page)).not.toContainText('Picture day')
  await openMenu(page)
  await row(page, 'Block Out…').click()
  await expect(dialogOf(page).getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Fall Break')
  await page.keyboard.press('Enter')
  await expect(dayOf(page)).toContainText('Non-instructional Day')
  await openMenu(page)
  await expect(row(page, 'Templates…')).toHaveCount(0)
  await row(page, 'Remove Block-out').click()
  await expect(dayOf(page)).not.toContainText('Non-instructional Day')
})

test('the menu of a day opens by right click and by key, and leads to its history, its plan and its templates', async ({ page }) => {
  await storeDay(page, teacher, { date: MONDAY, blocks: [block('Math')] })
  await openWeek(page)
  await dayOf(page, MONDAY).getByRole('heading').click({ button: 'right' })
  await expectAccessible(page)
  await expectLandmarks(page)
  await row(page, 'History').click()
  await expect(page.getByRole('dialog', { name: /History/ })).toContainText('Monday, November 16, 2026')
  await page.keyboard.press('Escape')

  const button = dayOf(page, MONDAY).getByRole('button', { name: /^More for Monday/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Add Time Block')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(row(page, 'Add Time Block')).toBeFocused()
  await page.keyboard.press('t')
  await expect(row(page, 'Templates…')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Save this day as a template…')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Daily Template' })).toContainText('Monday, November 16, 2026')
  await page.keyboard.press('Escape')

  await openMenu(page, MONDAY)
  await row(page, 'Substitute plan…').click()
  await expect(page.getByRole('dialog', { name: 'Generate Sub Plans' })).toContainText('Nov 16, 2026')
  await page.keyboard.press('Escape')
  await page.goto(`/dashboard?view=day&date=${MONDAY}`)
  await page.getByRole('button', { name: 'More for Monday, November 16, 2026' }).click()
  await row(page, 'Add Time Block').click()
  await expect(page.getByRole('dialog', { name: 'Create Time Block' })).toBeVisible()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })
  test('a long press on the head of a day opens its menu and not the day', async ({ page }) => {
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
