import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { dialogOf, PASSWORD, storeInPages } from './planner-teacher.ts'
import { PLATFORM_ADMINISTRATORS, signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const ADMIN_PASSWORD = PLATFORM_ADMINISTRATORS[0]?.password ?? ''

/** A teacher with a name like no other, who is not signed in in the context. */
const aTeacher = async ({ request }: BrowserContext) => {
  const mark = randomUUID().slice(0, 8)
  const email = `${mark}@lincoln-${mark}.example`
  const displayName = `Dana ${mark}`
  const reply = await request.post('/api/auth/register', { data: { email, password: PASSWORD, displayName, timezone: 'UTC' } })
  const { user, token } = await reply.json()
  return { id: user.id as string, token: token as string, email, displayName, domain: `@lincoln-${mark}.example` }
}

/** A teacher joins the school that has invited them. */
const accept = async ({ request }: BrowserContext, { token }: { token: string }): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const { invitations } = await (await request.get('/api/school', { headers })).json()
  await request.post(`/api/school/invitations/${invitations[0].id}/accept`, { headers })
}

const search = async (page: Page, words: string): Promise<void> => {
  await page.goto('/admin?tab=users&view=search')
  await page.getByRole('searchbox', { name: 'Search by email, name, or domain (@example.com)' }).fill(words)
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme} at ${width}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('the people of the platform are found by keys alone, and one of them opens', async ({ page, context }) => {
      const dana = await aTeacher(context)
      await signInAsAdministrator(context)
      await page.goto('/admin')
      await page.getByRole('tab', { name: 'Overview' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(/^Showing 1 to \d+ of \d+ users$/)).toBeVisible()
      await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

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
      await expectAccessible(page)

      await name.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: dana.displayName })).toBeVisible()
      await expect(page.getByText('Lessons and notes cannot be opened here.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Last seen')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { name: dana.displayName })).toHaveCount(0)
      await expect(name).toBeFocused()
    })
  })

test('the next page is shown, and Back leads to the one before', async ({ page, context }) => {
  for (let count = 0; count < 15; count++) await aTeacher(context)
  await signInAsAdministrator(context)
  await page.goto('/admin?tab=users')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByText(/^Showing 21 to \d+ of \d+ users$/)).toBeVisible()
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Showing 1 to 20 of/)).toBeVisible()
  await page.goto('/admin?tab=users&page=100000')
  await expect(page.getByText(/^No users on this page of \d+ users$/)).toBeVisible()
  await expect(next).toBeDisabled()
})

test('a teacher is made an administrator once the password is typed, and sees no dashboard any more once they end that', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/422/)
  const dana = await aTeacher(context)
  await signInAsAdministrator(context)
  await search(page, dana.email)
  await page.getByRole('button', { name: `Make Admin: ${dana.displayName}` }).click()
  const question = dialogOf(page)
  await expect(question.getByRole('heading', { name: `Make ${dana.displayName} an administrator?` })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Make Admin' })).toBeDisabled()
  await question.getByLabel('Your password').fill('wrong')
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await expectToast(page, 'Failed to update user admin status. The current password is not right.')
  await expectAccessible(page)
  await question.getByLabel('Your password').fill(ADMIN_PASSWORD)
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await expectToast(page, 'User admin status updated successfully')
  const remove = page.getByRole('button', { name: `Remove Admin: ${dana.displayName}` })
  await expect(remove).toBeVisible()

  await storeInPages(context, 'token', dana.token)
  await search(page, dana.email)
  await remove.click()
  await expect(question.getByRole('heading', { name: `Remove ${dana.displayName} as administrator?` })).toBeVisible()
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expectToast(page, 'User admin status updated successfully')
})

test('a plan is granted and an account deleted after the password is asked for; lists show it', async ({ page, context, problems }) => {
  problems.expect(/422/)
  const dana = await aTeacher(context)
  await signInAsAdministrator(context)
  await search(page, dana.email)
  await page.getByRole('button', { name: dana.displayName }).first().click()
  await page.getByRole('button', { name: 'Grant plan' }).click()
  const dialog = dialogOf(page).filter({ hasText: 'Grant a Plan' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Pro Teacher until').fill('2199-12-30')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The current password is not right.')
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Granted until December 30, 2199')
  await expect(page.getByRole('row', { name: dana.email })).toContainText('Pro Active')

  await page.getByRole('button', { name: 'Add credit' }).click()
  await dialogOf(page).getByLabel('Your password').fill(ADMIN_PASSWORD)
  await dialogOf(page).getByRole('button', { name: 'Add Credit' }).click()
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('1, worth $8')

  await page.getByRole('button', { name: 'Sign out all' }).click()
  await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Signed in nowhere')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const question = dialogOf(page).filter({ hasText: 'Delete the account of' })
  await question.getByLabel('Your password').fill(ADMIN_PASSWORD)
  await expect(question.getByRole('button', { name: 'Delete for Good' })).toBeDisabled()
  await question.getByLabel(`Type ${dana.email} to confirm`).fill(dana.email)
  await question.getByRole('button', { name: 'Delete for Good' }).click()
  await expect(page.getByText(`No users found matching "${dana.email}"`)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'User' })).toHaveCount(0)
})

test('a school is opened empty and renamed; teachers are invited, accept, and are made its administrators', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/422/)
  const [priya, dana] = [await aTeacher(context), await aTeacher(context)]
  const name = `Lincoln ${priya.domain}`
  await signInAsAdministrator(context)
  await page.goto('/admin?tab=users&view=schools')
  await page.getByRole('button', { name: 'New School' }).click()
  const opening = dialogOf(page)
  await opening.getByLabel('Name of the school').fill(name)
  await expect(opening.getByText('Invite somebody next')).toBeVisible()
  await expectAccessible(page)
  await opening.getByRole('button', { name: 'Open School' }).click()
  await expect(opening).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Find a school' }).fill(name)
  await page.getByRole('button', { name: `${name} 0 teachers, 0 school administrators` }).click()
  const school = dialogOf(page)
  await school.getByLabel('Name of the school').fill(`${name} Elementary`)
  await school.getByRole('button', { name: 'Rename' }).click()
  await expect(school.getByRole('heading', { name: `${name} Elementary` })).toBeVisible()
  await expect(school.getByText('Nobody has joined it.')).toBeVisible()
  await school.getByLabel('E-mail address').fill(priya.email)
  await school.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, 'Invitation sent')
  await page.keyboard.press('Escape')
  await accept(context, priya)

  await page.getByRole('button', { name: `${name} Elementary` }).click()
  await school.getByRole('button', { name: `Make ${priya.displayName} a school administrator` }).click()
  await school.getByRole('button', { name: `Remove ${priya.displayName} as school administrator` }).click()
  await expectToast(page, 'A school keeps one administrator.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `${name} Elementary` })).toBeVisible()

  await search(page, dana.email)
  await page.getByRole('button', { name: dana.displayName }).first().click()
  await page.getByRole('button', { name: 'Invite into school' }).click()
  await dialogOf(page).getByLabel('Find a school').fill(name)
  await dialogOf(page).getByLabel('School', { exact: true }).selectOption(`${name} Elementary`)
  await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  await expectToast(page, 'Invitation sent')
  await accept(context, dana)
  await page.reload()
  await expect(page.getByRole('region', { name: 'School' })).toContainText('2 teachers, 1 school administrator')
  await page.getByRole('button', { name: 'Make school admin' }).click()
  await expect(page.getByRole('region', { name: 'School' })).toContainText('2 teachers, 2 school administrators')
})
