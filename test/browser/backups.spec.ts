import { expectAccessibleInBoth } from './both-themes.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, test } from './test.ts'

test('an administrator makes a backup, sees it in the list and downloads it, on any screen', async ({ page, context }) => {
  await signInAsAdministrator(context, 5)
  await page.goto('/admin?tab=tools')
  const panel = page.getByRole('region', { name: 'Database Backups' })
  await expect(panel).toContainText('Automated daily backups run at 3:00 AM')
  await expect(panel).toContainText('We keep the last 30 daily backups')
  await panel.getByRole('button', { name: 'Create Backup Now' }).click()
  const made = page.getByText(/^Backup created: firstbell-/)
  await expect(made).toBeVisible({ timeout: 60_000 })
  const name = (await made.innerText()).replace('Backup created: ', '')
  await expect(panel.getByRole('listitem')).toHaveText([/Not tested yet/])
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: `Download ${name}` }).click()])
  expect(download.suggestedFilename()).toBe(name)

  await expectAccessibleInBoth(page)
})
