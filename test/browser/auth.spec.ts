import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { endTutorial, signOut } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

const PASSWORD = 'blue-kite-4'
const newEmail = () => `teacher-${randomUUID()}@school.example`

/** Creates an account through the API and returns its token. */
const anAccount = async (request: APIRequestContext, email = newEmail()): Promise<{ email: string; token: string }> => {
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'America/Chicago' } })
  expect(reply.status()).toBe(201)
  const { token } = await reply.json()
  await endTutorial(request, token)
  return { email, token }
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const toast = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text })

test('a teacher signs up, signs out, mistypes the password, sees the error, and signs in again', async ({ page, problems }) => {
  const email = newEmail()
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Sign in to access your lesson plans')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Create your account to start planning')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Account' })
  await page.getByLabel('Email').fill(email)
  await password(page).fill(PASSWORD)
  await expect(page.getByText('Password strength: Good')).toBeVisible()
  await page.getByLabel('Confirm password').fill('blue-kite-5')
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await expect(create).toBeEnabled()
  await page.getByRole('checkbox', { name: /^I agree/ }).uncheck()
  await expect(create).toBeDisabled()
  await page.getByRole('checkbox', { name: /^I agree/ }).check()

  const sent = page.waitForRequest('**/api/auth/register')
  await create.click()
  const body = (await sent).postDataJSON()
  expect(body).toEqual({
    email,
    passwordHash: PASSWORD,
    timezone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  })
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Skip Tour' }).click()
  // The server would refuse pending requests once the session ends.
  await untilQuiet(page)
  await signOut(page)
  expect(await storedToken(page)).toBeNull()

  problems.expect(/401/)
  await page.getByLabel('Email').fill(email)
  await password(page).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'Error', 'Invalid credentials')
  await expectAccessible(page)
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
})

test('a trial button leads to sign-up, which survives reload and Back, and asks for the name shown on plans', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Planning Today' }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()

  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await expect(page).toHaveURL('/auth?mode=register')
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()

  await page.getByLabel('Name for your sub plans (optional)').fill(' Maya Rivera ')
  await page.getByLabel('Email').fill(newEmail())
  await password(page).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(page.getByRole('button', { name: 'Account: Maya Rivera' })).toBeVisible()
})

test('a message can be reached and closed with the keyboard alone', async ({ page, problems }) => {
  problems.expect(/401/)
  await page.goto('/auth')
  await page.getByLabel('Email').fill('nobody@school.example')
  await password(page).fill('wrong')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Invalid credentials')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast(page, 'Invalid credentials')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Invalid credentials')).toBeHidden()
})

test.describe('a token in the URL', () => {
  // The server returns 404, because the token isn't a code from Google sign-in.
  test.beforeEach(({ problems }) => problems.expect(/status of 404/))

  test('never replaces another signed-in user without asking', { tag: '@full' }, async ({ page, request }) => {
    const maya = await anAccount(request)
    const theo = await anAccount(request)
    await page.goto(`/dashboard?token=${maya.token}`)
    await expect(page.getByRole('button', { name: `Account: ${maya.email}` })).toBeVisible()

    await page.goto(`/dashboard?token=${theo.token}`)
    const question = page.getByRole('alertdialog', { name: 'Switch account?' })
    await expect(question).toContainText(maya.email)
    await expect(question).toContainText(theo.email)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect.poll(() => storedToken(page)).toBe(maya.token)

    await page.goto(`/dashboard?token=${theo.token}`)
    await question.getByRole('button', { name: 'Switch account' }).click()
    await expect(page.getByRole('button', { name: `Account: ${theo.email}` })).toBeVisible()
    await expect.poll(() => storedToken(page)).toBe(theo.token)
  })
})
