import { expectAccessibleInBoth } from './both-themes.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a visitor cannot open the dashboard', { tag: '@full' }, async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('a platform admin opens the dashboard from the planner and sees the figures', async ({ page, context }) => {
  await signInAsAdministrator(context)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Admin dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin dashboard' })).toBeVisible()
  await expect(page.getByText('Super Admin')).toBeVisible()
  for (const name of ['Total Users', 'Active Subscribers', 'New Users (Month)', 'Referral Credits'])
    await expect(page.getByRole('article', { name })).toContainText(/\d/)
  await expect(page.getByRole('region', { name: 'User Growth' })).toContainText('new this week')
  await expectAccessibleInBoth(page)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
