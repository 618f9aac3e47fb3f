import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { dialogOf, PASSWORD } from './planner-teacher.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Creates a teacher with a unique name, without signing in the browser context. */
const aTeacher = async ({ request }: BrowserContext) => {
  const mark = randomUUID().slice(0, 8)
  const email = `${mark}@lincoln-${mark}.example`
  const displayName = `Dana ${mark}`
  const reply = await request.post('/api/auth/register', { data: { email, password: PASSWORD, displayName, timezone: 'UTC' } })
  const { user, token } = await reply.json()
  return { id: user.id as string, token: token as string, email, displayName, domain: `@lincoln-${mark}.example` }
}

test('an admin finds users with the keyboard alone and opens one', async ({ page, context }) => {
  const dana = await aTeacher(context)
  await signInAsAdministrator(context)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ users$/)).toBeVisible()
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expectAccessibleInBoth(page)

  await page.getByRole('tab', { name: 'All Users' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/view=search/)
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('nobody_%')
  await expect(page.getByText('No users found matching "nobody_%"')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(dana.domain)
  const name = page.getByRole('button', { name: dana.displayName }).first()
  await expect(name).toContainText(dana.email)
  await expectAccessibleInBoth(page)

  await name.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: dana.displayName })).toBeVisible()
  await expect(page.getByText('You can’t open lessons or notes from here.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Signed in' })).toContainText('signed in')
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: dana.displayName })).toHaveCount(0)
  await expect(name).toBeFocused()
})

test('every dialog about a user and a school is accessible', { tag: '@full' }, async ({ page, context }) => {
  const dana = await aTeacher(context)
  await signInAsAdministrator(context)
  await page.goto('/admin?tab=users&view=search')
  await page.getByRole('searchbox').fill(dana.email)
  const menu = page.getByRole('button', { name: `More for ${dana.displayName}` })
  for (const item of ['Send reset link…', 'Sign out everywhere…', 'Make Admin']) {
    await menu.click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: item }).click()
    await expect(dialogOf(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(menu).toBeFocused()
  }
  const lookAt = async (opener: string) => {
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    await expect(dialogOf(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  }
  await page.getByRole('button', { name: dana.displayName }).first().click()
  for (const opener of ['Grant plan…', 'Add credit…', 'Invite to school…', 'Delete account…']) await lookAt(opener)
  await page.goto('/admin?tab=users&view=schools')
  await lookAt('New school')
  await page.getByRole('list', { name: 'Schools' }).getByRole('button').first().click()
  await expect(
    dialogOf(page)
      .getByRole('button', { name: /^More for/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
})
