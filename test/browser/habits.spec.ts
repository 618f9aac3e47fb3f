/** Counts the clicks and keystrokes needed for weekly tasks. */
import type { Page } from '@playwright/test'
import { block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, test } from './test.ts'

const MONDAY = '2026-11-16'
const REST = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
  await context.addInitScript(() => {
    const counts = { clicks: 0, keys: 0 }
    Object.assign(window, { counts })
    addEventListener('pointerdown', () => counts.clicks++, { capture: true })
    // Modifier keys don't count separately.
    addEventListener('keydown', ({ key }) => !['Control', 'Shift', 'Meta'].includes(key) && counts.keys++, { capture: true })
  })
})

const counted = (page: Page) => page.evaluate(() => (window as unknown as { counts: { clicks: number; keys: number } }).counts)

test('a Monday of six lessons with their times takes one click and at most 110 keys', { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  const { keyboard } = page
  await dayOf(page, MONDAY)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  // The times to type for each title. Tab moves to Start and then to End. Empty strings keep the default.
  const lessons: [title: string, start: string, end: string][] = [
    ['Morning Meeting', '', '820'],
    ['Reading', '', '930'],
    ['Writing', '', ''],
    ['Math', '1030', '1130'],
    ['Science', '1215', ''],
    ['Music', '115', ''],
  ]
  for (const [index, [title, start, end]] of lessons.entries()) {
    if (index > 0) await keyboard.press('n')
    await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
    await keyboard.type(title)
    if (start || end) await keyboard.press('Tab')
    await keyboard.type(start)
    if (end) await keyboard.press('Tab')
    await keyboard.type(end)
    await keyboard.press('Enter')
    await expect(dialogOf(page)).toBeHidden()
  }
  const { clicks, keys } = await counted(page)
  await expect(lessonsOf(page, MONDAY)).toHaveCount(6)
  await expect
    .poll(async () => (await storedDay(page, teacher, MONDAY))?.blocks)
    .toMatchObject([
      { startTime: '08:00', endTime: '08:20' },
      { startTime: '08:20', endTime: '09:30' },
      { startTime: '09:30', endTime: '10:15' },
      { startTime: '10:30', endTime: '11:30' },
      { startTime: '12:15', endTime: '13:00' },
      { startTime: '13:15', endTime: '14:00' },
    ])
  expect(clicks).toBe(1)
  expect(keys).toBeLessThanOrEqual(110)
})

test('Monday is copied to Tuesday through Friday in four clicks, and undone in one', async ({ page }) => {
  await storeDay(page, teacher, { date: MONDAY, blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  await openWeek(page)
  await dayOf(page, MONDAY)
    .getByRole('button', { name: /^More for \w+day,/ })
    .click()
  await page.getByRole('menuitem', { name: 'Copy day to…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Rest of this week' }).click()
  await dialogOf(page).getByRole('button', { name: 'Copy to 4 days' }).click()
  for (const date of REST) await expect(lessonsOf(page, date)).toContainText(['Math', 'Art'])
  expect(await counted(page)).toEqual({ clicks: 4, keys: 0 })
  const toast = toastOf(page, 'Mon, Nov 16 copied to 4 days')
  await expect
    .poll(async () => (await storedDay(page, teacher, '2026-11-20'))?.blocks)
    .toMatchObject([{ title: 'Math', description: '<p>Math</p>' }, { title: 'Art' }])
  await toast.getByRole('button', { name: 'Undo' }).click()
  for (const date of REST) await expect(lessonsOf(page, date)).toHaveCount(0)
  await expect(lessonsOf(page, MONDAY)).toHaveCount(2)
})

test('a note on a visible day takes two clicks and its text', async ({ page }) => {
  await openWeek(page)
  await dayOf(page)
    .getByRole('button', { name: /^More for \w+day,/ })
    .click()
  await page.getByRole('menuitem', { name: 'Add note…' }).click()
  await expect(dialogOf(page).getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Trip')
  await page.keyboard.press('Control+Enter')
  await expect(dayOf(page)).toContainText('Trip')
  expect(await counted(page)).toEqual({ clicks: 2, keys: 5 })
})
