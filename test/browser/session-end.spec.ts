/** Tests that the next user of a shared screen can't see any of the previous user's data. */
import type { BrowserContext, Page } from '@playwright/test'
import { block, dayOf, dialogOf, endTutorial, lessonsOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { cutStream, expect, expectToast, test, untilQuiet } from './test.ts'

const SECRET = 'Theo carries an inhaler'

let maya: Teacher
test.beforeEach(async ({ context, page }) => {
  maya = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T12:00:00Z')
  await storeDay(page, maya, { blocks: [block('Math')] })
  const headers = { authorization: `Bearer ${maya.token}` }
  await page.request.patch('/api/user', { headers, data: { studentNotes: `<p>${SECRET}</p>` } })
  // With popups blocked, the plan opens on a page of the app, which Back can reach.
  await context.addInitScript(() => {
    window.open = () => null
  })
})

const openPlan = async (page: Page) => {
  await openWeek(page)
  await page.getByRole('button', { name: 'Generate Sub Plans' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate and print' }).click()
  await expect(page).toHaveURL('/sub-plan')
  await expect(page.getByText(SECRET)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the planner' }).click()
  await expect(lessonsOf(page)).toContainText(['Math'])
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const PASSWORD = 'blue-kite-4'
const aColleague = async (context: BrowserContext): Promise<string> => {
  const email = `theo-${crypto.randomUUID()}@school.example`
  const reply = await context.request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'UTC' } })
  await endTutorial(context.request, (await reply.json()).token)
  return email
}
const signInAs = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
}

/** Goes back through the tab's history and checks each page. */
const expectNothingBehindBack = async (page: Page) => {
  for (let step = 0; step < 6; step++) {
    await page.goBack({ waitUntil: 'load' })
    if (new URL(page.url()).pathname === '/sub-plan') await expect(page.getByText('No sub plan here')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(SECRET)
    await expect(page.locator('body')).not.toContainText('Math')
  }
}

test('a plan with student notes is gone when its teacher signs out, and a colleague who goes Back finds nothing', async ({
  page,
  context,
}) => {
  const colleague = await aColleague(context)
  await openPlan(page)
  const loaded = page.waitForEvent('load')
  await signOut(page)
  await loaded
  await expect(page).toHaveURL('/auth')
  await signInAs(page, colleague)
  await expectNothingBehindBack(page)
})

test('a session that ends while the planner is open says so, and leaves nothing but the unsaved lesson', {
  tag: '@full',
}, async ({ page, context, problems }) => {
  problems.expect(/401/)
  await cutStream(context)
  const colleague = await aColleague(context)
  await openPlan(page)
  await untilQuiet(page)
  await dayOf(page)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await dialogOf(page).getByLabel('Title').fill('Art')
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${maya.token}` } })
  const loaded = page.waitForEvent('load')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await loaded
  await expectToast(page, 'You’ve been signed out', 'saved on this device')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toHaveLength(1)
  await signInAs(page, colleague)
  await expect(page.getByText('isn’t saved yet')).toHaveCount(0)
  await expectNothingBehindBack(page)
})

test('a deleted account leaves nothing behind', { tag: '@full' }, async ({ page, context }) => {
  const colleague = await aColleague(context)
  await openPlan(page)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Your Data' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expectToast(page, 'Account deleted')
  await signInAs(page, colleague)
  await expectNothingBehindBack(page)
})

test('a token in the URL only replaces a session that has ended elsewhere after asking', { tag: '@full' }, async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/401/)
  // The token isn't a code from Google sign-in.
  problems.expect(/status of 404/)
  await cutStream(context)
  const email = await aColleague(context)
  const { token } = await (await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } })).json()
  await openPlan(page)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${maya.token}` } })
  // The first refused call, which is the session request here, ends the session and navigates away before the page has loaded.
  await page.reload({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/auth')
  // Maya's user id and drafts are still stored, because she never signed out.
  await expect(async () => page.evaluate((id) => localStorage.setItem('userId', id), maya.id)).toPass()
  await page.goto(`/dashboard?token=${token}`)
  await page.getByRole('alertdialog', { name: 'Switch account?' }).getByRole('button', { name: 'Switch account' }).click()
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
  await expectNothingBehindBack(page)
})

test('offline, signing out clears the screen and everything behind it', { tag: '@full' }, async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await openPlan(page)
  await untilQuiet(page)
  await context.setOffline(true)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expectToast(page, 'Signed out on this device')
  await page.goBack()
  await expect(page.locator('body')).not.toContainText(SECRET)
  await context.setOffline(false)
})
