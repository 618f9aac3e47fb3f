import { signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('an administrator makes a backup, sees it in the list and downloads it, on any screen', async ({ page, context }) => {
  await signInAsAdministrator(context, 5)
  await page.goto('/admin?tab=tools')
  const panel = page.getByRole('region', { name: 'Database Backups' })
  await expect(panel).toContainText('Automated daily backups run at 3:00 AM')
  await expect(panel).toContainText('The last 30 backups are kept')
  await panel.getByRole('button', { name: 'Create Backup Now' }).click()
  const made = page.getByText(/^Backup created: firstbell-/)
  await expect(made).toBeVisible({ timeout: 60_000 })
  const name = (await made.innerText()).replace('Backup created: ', '')
  await expect(panel.getByRole('listitem')).toHaveText([/Not tried yet/])
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: `Download ${name}` }).click()])
  expect(download.suggestedFilename()).toBe(name)

  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('why a backup was not made is said', async ({ page, context, problems }) => {
  await signInAsAdministrator(context, 5)
  problems.expect(/status of 507/)
  const message = 'There is not enough room on the disk. The backups that are there are whole.'
  await page.route('**/api/admin/backup/create', (route) => route.fulfill({ status: 507, json: { code: 'cannot_write', message } }))
  await page.goto('/admin?tab=tools')
  await page.getByRole('button', { name: 'Create Backup Now' }).click()
  await expect(page.getByText(`Backup failed: ${message}`, { exact: true })).toBeVisible()
})
