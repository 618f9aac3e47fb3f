/** Showing the planner in another calendar, from the preferences. */
import type { Page } from '@playwright/test'
import { block, dialogOf, openWeek, runFromPalette, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context, 'America/New_York')
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '09:00', '09:45')] })
})

const SHOW = 'Show my planner in another calendar'
const openTab = async (page: Page, theme: 'Light' | 'Dark' = 'Light') => {
  await openWeek(page)
  await runFromPalette(page, 'Preferences')
  await dialogOf(page).getByRole('radio', { name: theme }).check()
  await dialogOf(page).getByRole('tab', { name: 'Other calendars' }).click()
  await expect(dialogOf(page).getByRole('switch', { name: SHOW })).toBeVisible()
}
const addressIn = async (page: Page): Promise<string> => (await dialogOf(page).locator('code').textContent()) ?? ''
const read = async (page: Page, url: string) => page.request.get(new URL(url).pathname)

test('a teacher makes the address, a calendar reads it, and a new one replaces it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTab(page)
  const dialog = dialogOf(page)
  await expectAccessible(page)
  await dialog.getByRole('switch', { name: SHOW }).click()
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expectToast(page, 'Address copied')
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(await addressIn(page)).toMatch(/\/calendar\/[\w-]{4}•{12}\.ics$/)
  await expectAccessible(page)
  const feed = await read(page, url)
  expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await feed.text()).toContain('SUMMARY:Math')
  await dialog.getByRole('checkbox', { name: 'Lesson texts' }).check()
  await dialog.getByRole('button', { name: 'Renew address…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Renew the address?' })
  await expect(question.getByRole('button', { name: 'Keep the old one' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Renew' }).click()
  await expectToast(page, 'The address is new')
  expect((await read(page, url)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Show' }).click()
  expect((await read(page, await addressIn(page))).status()).toBe(200)
})

test('a teacher makes the address by keyboard alone', { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  await runFromPalette(page, 'Preferences')
  const tab = (name: string) => dialogOf(page).getByRole('tab', { name })
  await tab('Look').press('ArrowRight')
  await expect(tab('Planner')).toBeFocused()
  await tab('Planner').press('ArrowRight')
  await expect(dialogOf(page).getByRole('switch', { name: SHOW })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialogOf(page).getByRole('switch', { name: SHOW })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByRole('button', { name: 'Copy address' })).toBeVisible()
  const reached: string[] = []
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''))
  }
  for (const name of ['Show', 'Copy address', 'Add to Google Calendar', 'Add to Apple Calendar', 'Add to Outlook', 'Renew address…'])
    expect(reached).toContain(name)
})

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [820, 1180],
  [390, 844],
  [320, 640],
  [320, 256],
] as const)
  for (const theme of ['Light', 'Dark'] as const)
    test(`the address fits on a screen of ${width}×${height} in ${theme.toLowerCase()}`, { tag: '@full' }, async ({ page }) => {
      await openTab(page, theme)
      await page.setViewportSize({ width, height })
      await dialogOf(page).getByRole('switch', { name: SHOW }).click()
      const renew = dialogOf(page).getByRole('button', { name: 'Renew address…' })
      await renew.scrollIntoViewIfNeeded()
      await expect(renew).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await dialogOf(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true)
      await expectAccessible(page)
    })
