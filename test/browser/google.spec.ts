import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { askForProof, endTutorial, openWeek, storeInPages } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, type Problems, test, untilQuiet } from './test.ts'

const PASSWORD = 'blue-kite-4'
const newEmail = () => `nora.${randomUUID()}@school.example`
const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
/** New accounts use the name from the Google account. */
const chip = (page: Page) => page.getByRole('button', { name: /^Account: Nora/i })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Chooses an account on Google's page, by default the suggested one. */
const chooseAt = async (page: Page, email?: string) => {
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
  if (email) await page.getByLabel('Another address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}
const cancelAt = (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()

const signInAs = async (page: Page, email: string) => {
  await page.goto('/auth')
  await withGoogle(page).click()
  await chooseAt(page, email)
}

/** Signs in a user whose only sign-in method is Google, and opens their planner. */
const aPersonOfGoogle = async (page: Page): Promise<string> => {
  const email = newEmail()
  await signInAs(page, email)
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(chip(page)).toBeVisible()
  return email
}

/** Creates an account with a password, a lesson and an unconfirmed email address. */
const anAccount = async (request: APIRequestContext): Promise<{ email: string; token: string }> => {
  const email = newEmail()
  const reply = await request.post('/api/auth/register', {
    data: { email, passwordHash: PASSWORD, displayName: 'Nora Quinn', timezone: 'UTC' },
  })
  const { token } = await reply.json()
  await endTutorial(request, token)
  return { email, token }
}
const statusOf = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })).status()
const signInStatus = async (request: APIRequestContext, email: string) =>
  (await request.post('/api/auth/login', { data: { email, password: PASSWORD } })).status()

const openAccount = async (page: Page) => {
  await chip(page).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await expect(dialog).toBeVisible()
  return dialog
}

const askFirst = (page: Page, problems: Problems, address: string) => {
  problems.expect(/status of 403/)
  return askForProof(page, address)
}

/** Performs a click that opens a window, and returns the new window. */
const windowOf = async (page: Page, press: () => Promise<void>): Promise<Page> => {
  const [opened] = await Promise.all([page.waitForEvent('popup'), press()])
  return opened
}

test('a teacher signs up with Google, signs out, and is back in two clicks', async ({ page }) => {
  const email = newEmail()
  await page.goto('/auth?mode=register')
  await expect(page.getByText('or', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await withGoogle(page).click()
  await chooseAt(page, email)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await chip(page).click()
  await untilQuiet(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await withGoogle(page).press('Enter')
  await chooseAt(page, email)
  await expect(chip(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip Tour' })).toHaveCount(0)
  // Going back doesn't lead to the token or to Google.
  expect(page.url()).not.toContain('token')
})

test('a visitor who wanted to buy returns to checkout after signing in with Google', { tag: '@full' }, async ({ page }) => {
  await page.goto('/checkout?plan=ai_addon&type=monthly')
  await expect(page).toHaveURL(/\/auth/)
  await withGoogle(page).click()
  await chooseAt(page, newEmail())
  await expect(page).toHaveURL('/checkout?plan=ai_addon&type=monthly')
})

test('a guest signs up with Google and keeps their lessons', { tag: '@full' }, async ({ page }) => {
  await page.goto('/try')
  await expect(page.locator('[data-block-id]').first()).toBeVisible()
  const lessons = await page.locator('[data-block-id]').count()
  await page.getByRole('button', { name: 'Sign up' }).first().click()
  await withGoogle(page).click()
  await chooseAt(page, newEmail())
  await expect(chip(page)).toBeVisible()
  await expect(page.locator('[data-block-id]')).toHaveCount(lessons)
})

test.describe('if the address has an account with a password', () => {
  test('the password links the two, and Google signs in from then on', { tag: '@full' }, async ({ page, problems }) => {
    problems.expect(/status of 422/)
    const { email, token } = await anAccount(page.request)
    await signInAs(page, email)
    await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessible(page)
    const password = page.getByLabel('Password for that account')
    await expect(password).toBeFocused()
    await page.keyboard.type('guess')
    await page.keyboard.press('Enter')
    await expectToast(page, 'That didn’t work')
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(chip(page)).toBeVisible()
    expect(await statusOf(page.request, token), 'other devices stay signed in').toBe(200)
    const dialog = await openAccount(page)
    await dialog.getByRole('tab', { name: 'Security' }).click()
    await expect(dialog.getByText('Linked. Sign in with one click.')).toBeVisible()
  })

  test('without the password its content is kept, but the password and its devices are removed', { tag: '@full' }, async ({ page }) => {
    const { email, token } = await anAccount(page.request)
    await signInAs(page, email)
    await page.getByRole('button', { name: 'Keep this account' }).click()
    const sure = page.getByRole('alertdialog', { name: 'Keep this account?' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sure).toBeHidden()
    await page.getByRole('button', { name: 'Keep this account' }).click()
    await sure.getByRole('button', { name: 'Keep this account' }).click()
    await expect(chip(page)).toBeVisible()
    expect(await statusOf(page.request, token)).toBe(401)
    expect(await signInStatus(page.request, email)).toBe(401)
  })

  test('a new account can start empty, after typing a confirmation', { tag: '@full' }, async ({ page }) => {
    const { email, token } = await anAccount(page.request)
    await signInAs(page, email)
    await page.getByRole('button', { name: 'Delete it and start over' }).press('Enter')
    const start = page.getByRole('button', { name: 'Delete and start over', exact: true })
    await expect(start).toBeDisabled()
    await expect(page.getByLabel('Type DELETE to confirm')).toBeFocused()
    await page.keyboard.type('delete')
    await expectAccessible(page)
    for (const { theme, width, height } of [
      { theme: 'light', width: 820, height: 1180 },
      { theme: 'dark', width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height })
      await page.evaluate((name) => document.documentElement.classList.toggle('dark', name === 'dark'), theme)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.keyboard.press('Enter')
    // The tour appears because this is a new account.
    await expect(page.getByRole('button', { name: 'Skip Tour' })).toBeVisible()
    expect(await statusOf(page.request, token)).toBe(401)
  })
})

test("a code from Google doesn't replace another signed-in user without asking", { tag: '@full' }, async ({ page, context }) => {
  const { token } = await anAccount(page.request)
  await storeInPages(context, 'token', token)
  await openWeek(page)
  // Signed-in users don't see the sign-in page, but they can still open the Google sign-in URL directly.
  await page.goto('/api/auth/google')
  await chooseAt(page, newEmail())
  const replaced = page.getByRole('alertdialog', { name: 'Switch account?' })
  await expect(replaced).toContainText('Google is signing you in as')
  await replaced.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('button', { name: 'Account: Nora Quinn' })).toBeVisible()
})

test.describe('a user who only signs in with Google', () => {
  test('has no Security tab, sets a password, and can then unlink Google', { tag: '@full' }, async ({ page, problems }) => {
    const email = await aPersonOfGoogle(page)
    const dialog = await openAccount(page)
    await expect(dialog.getByRole('tab', { name: 'Security' })).toHaveCount(0)
    await expect(dialog.getByText('This is your only way to sign in.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Unlink Google' })).toHaveCount(0)
    await expect(dialog.getByText('This device')).toBeVisible()
    await expectAccessible(page)

    await askFirst(page, problems, '**/api/auth/set-password')
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('button', { name: 'Set a password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type(PASSWORD)
    await dialog.getByLabel('Confirm new password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    const google = await windowOf(page, () => question(page).getByRole('button', { name: 'Confirm with Google' }).click())
    await expect(question(page).getByRole('status')).toContainText('If you closed it, open it again.')
    await chooseAt(google)
    await expectToast(page, 'Password saved')
    await expect.poll(() => google.isClosed()).toBe(true)
    expect(await signInStatus(page.request, email)).toBe(200)

    await dialog.getByRole('button', { name: 'Unlink Google' }).click()
    await expectToast(page, 'Google unlinked')
    await expect(dialog.getByRole('button', { name: 'Link Google' })).toBeVisible()
  })

  test('exports everything and deletes the account, confirmed by Google', { tag: '@full' }, async ({ page, problems }) => {
    const email = await aPersonOfGoogle(page)
    const dialog = await openAccount(page)
    await dialog.getByRole('tab', { name: 'Your Data' }).click()
    await askFirst(page, problems, '**/api/user/export')
    await dialog.getByRole('button', { name: 'Export my data' }).click()
    await dialog.getByRole('button', { name: 'Download' }).click()
    // Cancels the first prompt.
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(0)
    await askFirst(page, problems, '**/api/user/export')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const google = await windowOf(page, () => question(page).getByRole('button', { name: 'Confirm with Google' }).click())
    const [file] = await Promise.all([page.waitForEvent('download'), chooseAt(google)])
    expect(file.suggestedFilename()).toMatch(/^firstbell-/)

    await askFirst(page, problems, '**/api/user/delete')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    const again = await windowOf(page, () => question(page).getByRole('button', { name: 'Confirm with Google' }).click())
    await chooseAt(again)
    await expectToast(page, 'Account deleted')
    await signInAs(page, email)
    await expect(page.getByRole('button', { name: 'Skip Tour' })).toBeVisible()
  })

  test("reads why it wasn't confirmed (another account, canceled, a blocked window) and tries again", { tag: '@full' }, async ({
    page,
    problems,
  }) => {
    await aPersonOfGoogle(page)
    const dialog = await openAccount(page)
    await dialog.getByRole('tab', { name: 'Your Data' }).click()
    await askFirst(page, problems, '**/api/user/export')
    await dialog.getByRole('button', { name: 'Export my data' }).click()
    await dialog.getByRole('button', { name: 'Download' }).click()
    const confirm = question(page).getByRole('button', { name: 'Confirm with Google' })
    const said = question(page).getByRole('alert')

    const cancelled = await windowOf(page, () => confirm.click())
    await cancelAt(cancelled)
    await expect(said).toHaveText('You left Google before finishing. Nothing changed.')
    problems.expect(/status of 422/)
    const other = await windowOf(page, () => confirm.click())
    await chooseAt(other, newEmail())
    await expect(said).toContainText('not the Google account linked')
    await expectAccessible(page)
    // Closes the window and opens another one.
    const closed = await windowOf(page, () => confirm.click())
    await closed.close()
    const reopened = await windowOf(page, () => question(page).getByRole('button', { name: 'Reopen Google' }).click())
    await cancelAt(reopened)
    await expect(said).toContainText('You left Google')
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await confirm.click()
    await expect(said).toContainText('Your browser blocked the Google window.')
  })
})

test('a teacher with a password links Google from the account, and unlinks it', { tag: '@full' }, async ({ page, context, problems }) => {
  const { email, token } = await anAccount(page.request)
  await storeInPages(context, 'token', token)
  await openWeek(page)
  const dialog = await openAccount(page)
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await expectAccessible(page)
  // Someone else using an open planner wouldn't know the password.
  await askFirst(page, problems, '**/api/auth/google')
  const goOn = dialog.getByRole('button', { name: 'Link Google' })
  await goOn.click()
  await expect(question(page).getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  const cancelled = await windowOf(page, () => page.keyboard.press('Enter'))
  await cancelAt(cancelled)
  await expect(dialog.getByRole('alert')).toContainText('Nothing changed.')
  const google = await windowOf(page, () => goOn.click())
  await chooseAt(google, newEmail())
  await expectToast(page, 'Google linked')
  await expect.poll(() => google.isClosed()).toBe(true)
  await dialog.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(dialog.getByRole('button', { name: 'Link Google' })).toBeVisible()
  expect(await signInStatus(page.request, email)).toBe(200)
})
