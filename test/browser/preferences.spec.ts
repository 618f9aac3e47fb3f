import type { Page } from '@playwright/test'
import { block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, storeInPages, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const preferencesOf = async (page: Page, { token }: Teacher) =>
  (await (await page.request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })).json()).preferences
const localCopy = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('preferences') ?? 'null'))

const openPreferences = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a teacher sets every preference, sees each take effect at once, and has them on the next device', async ({
  page,
  browser,
  problems,
}) => {
  await storeDay(page, teacher, { blocks: [block('Math', '00:00', '12:00'), block('Art', '12:05', '13:30')] })
  await openWeek(page)
  await expect(lessonsOf(page)).toContainText(['12:00 AM – 12:00 PM', '12:05 – 1:30 PM'])
  const dialog = await openPreferences(page)
  await expectAccessible(page)
  const chosen = (group: string, option: string) => dialog.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option })
  await expect(chosen('Theme', 'Light')).toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Compact view' })).not.toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Animated gradient' })).toBeChecked()
  await chosen('Theme', 'Dark').check()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expectAccessible(page)
  await dialog.getByRole('switch', { name: 'Compact view' }).check()
  await expect(page.locator('.planner')).toHaveAttribute('data-compact', 'true')
  await dialog.getByRole('switch', { name: 'Animated gradient' }).uncheck()

  await dialog.getByRole('tab', { name: 'Planner' }).click()
  for (const [group, option] of [
    ['Time format', '12-hour'],
    ['Week starts on', 'Sunday'],
    ['Default lesson length in minutes', '45'],
  ] as const)
    await expect(chosen(group, option)).toBeChecked()
  await expect(chosen('Default lesson length in minutes', '')).toHaveCount(5)
  await expectAccessible(page)
  await chosen('Time format', '24-hour').check()
  await expect(page.locator('section[data-date="2026-11-18"] [data-block-id]')).toContainText(['00:00 – 12:00', '12:05 – 13:30'])
  await chosen('Week starts on', 'Monday').check()
  await chosen('Default lesson length in minutes', '90').check()
  const all = {
    theme: 'dark',
    timeFormat: '24',
    weekStartsOn: 'monday',
    defaultBlockDuration: 90,
    compactView: true,
    animateGradient: false,
    titleHues: [],
    aiPrompts: null,
    mails: true,
    reportMails: true,
  }
  expect(await localCopy(page)).toEqual(all)
  await expect.poll(() => preferencesOf(page, teacher)).toEqual(all)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeFocused()

  await dayOf(page)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await expect(dialogOf(page).getByLabel('Start')).toHaveValue('13:30')
  await expect(dialogOf(page).getByLabel('End')).toHaveValue('15:00')

  // Another device has outdated preferences. The server's preferences take precedence.
  const device = await browser.newContext()
  problems.watch(device)
  await storeInPages(device, 'token', teacher.token)
  await storeInPages(device, 'theme', 'light')
  await storeInPages(device, 'preferences', JSON.stringify({ ...all, theme: 'light', timeFormat: '12' }))
  const elsewhere = await device.newPage()
  await openWeek(elsewhere)
  await expect(lessonsOf(elsewhere)).toContainText(['00:00 – 12:00'])
  await expect(elsewhere.locator('html')).toHaveClass(/dark/)
  expect(await localCopy(elsewhere)).toEqual(all)
  await device.close()
})

test("a title's color is set once and applies in every week, in its details, and on the next device", { tag: '@full' }, async ({
  page,
  browser,
  problems,
}) => {
  const cards = (on: Page, date?: string) => lessonsOf(on, date)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Math: fractions', '09:00', '10:00'), block('Art', '10:00', '11:00')] })
  await storeDay(page, teacher, { date: '2026-11-25', blocks: [block('math')] })
  await openWeek(page)
  await cards(page).first().click()
  const color = dialogOf(page).getByRole('button', { name: 'Color: Automatic' })
  await color.click()
  await expect(page.getByRole('menuitemradio', { name: 'Automatic' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'Pink' }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Color: Pink' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).nth(0)).toHaveClass(/h5/)
  await expect(cards(page).nth(1)).toHaveClass(/h5/)
  await expect(cards(page).nth(2)).not.toHaveClass(/h5/)
  await expect.poll(async () => (await preferencesOf(page, teacher)).titleHues).toEqual([{ subject: 'math', hue: 5 }])

  const device = await browser.newContext()
  problems.watch(device)
  await storeInPages(device, 'token', teacher.token)
  const elsewhere = await device.newPage()
  await openWeek(elsewhere, '2026-11-25')
  await expect(cards(elsewhere, '2026-11-25')).toHaveClass(/h5/)
  await elsewhere.goto('/dashboard?view=day&date=2026-11-18')
  await expect(elsewhere.locator('.lesson-row').first()).toHaveClass(/h5/)
  await device.close()
})
