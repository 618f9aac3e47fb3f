/** "I'm out today" and the dialog of a substitute's link, in a browser: how long the way takes, how it looks, and the real page in a frame. */
import type { Page } from '@playwright/test'
import { isSchoolDay, stepSchoolDay } from '#shared/dates.ts'
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, openWeek, runFromPalette, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, test } from './test.ts'

let teacher: Teacher
/** The server's own date, because a link of a day that is over can't be made. */
const today = new Date().toISOString().slice(0, 10)
const DAY = isSchoolDay(today) ? today : stepSchoolDay(today, 1)

test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await storeDay(page, teacher, { date: DAY, blocks: [block('Math'), block('Science', '09:00', '10:00')] })
})

const open = async (page: Page, name: string) => {
  await runFromPalette(page, name)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

test('from the open planner on a phone, a plan is out within seconds', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWeek(page, DAY)
  const began = performance.now()
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('dialog', { name: 'Tools' }).getByRole('button', { name: 'I’m out today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'I’m out today' })
  await dialog.getByLabel('Nothing says how the day ends').fill('Buses at 2:50 with Ms. Kim')
  await dialog.getByRole('button', { name: /^(?:Send to the office|Make the link)$/ }).click()
  const set = page.getByRole('dialog', { name: 'You’re set' })
  await expect(set.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(set.getByRole('button', { name: /^(?:Share the link|Copy link)$/ })).toBeVisible()
  test.info().annotations.push({ type: 'seconds', description: ((performance.now() - began) / 1000).toFixed(1) })
})

for (const [width, height] of [
  [1366, 768],
  [390, 844],
  [320, 693],
] as const)
  test(`sending a plan and its link are accessible at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openWeek(page, DAY)
    const dialog = await open(page, 'I’m out today')
    await expect(dialog.getByRole('heading', { name: /^Ready/ })).toBeVisible()
    await expectAccessibleInBoth(page)
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const set = page.getByRole('dialog', { name: 'You’re set' })
    await expect(set.getByRole('status')).toBeFocused()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    const link = await open(page, 'A link for your substitute')
    await expect(link.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expectAccessibleInBoth(page)
    expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  })

test('See it frames the real page, which doesn’t count as an opening', async ({ page }) => {
  await openWeek(page, DAY)
  const dialog = await open(page, 'I’m out today')
  await dialog.getByRole('button', { name: 'See it' }).click()
  const frame = page.frameLocator('iframe')
  // The page itself says what is now and next, which depends on when the test runs.
  await frame.getByRole('link', { name: 'Whole day' }).click()
  await expect(frame.getByRole('heading', { name: 'Math' })).toBeVisible()
  await page.getByRole('dialog', { name: 'What your substitute sees' }).getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByRole('dialog', { name: 'You’re set' }).getByText('Not opened yet')).toBeVisible()
})
