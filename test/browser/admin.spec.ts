import { runFromPalette, signUp } from './planner-teacher.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the dashboard is closed to a visitor and to a teacher, and says so', async ({ page, context }) => {
  const expectDenied = async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible()
  }
  await expectDenied()
  await expectAccessible(page)
  await signUp(context)
  await expectDenied()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Account Management' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0)
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme} at ${width}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('who looks after the platform opens it from the planner, and sees the figures', async ({ page, context }) => {
      await signInAsAdministrator(context)
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
      await expect(page.getByText('Super Admin')).toBeVisible()
      for (const name of ['Total Users', 'Active Subscribers', 'New Users (Month)', 'Referral Credits'])
        await expect(page.getByRole('article', { name })).toContainText(/\d/)
      await expect(page.getByRole('region', { name: 'User Growth' })).toContainText('new this week')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.getByRole('link', { name: 'Return to Dashboard' }).click()
      await expect(page).toHaveURL(/\/dashboard/)
    })
  })

test('it is found in the palette too', async ({ page, context }) => {
  await signInAsAdministrator(context)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await runFromPalette(page, 'Admin Dashboard')
  await expect(page).toHaveURL('/admin')
})
