import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { endTutorial } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

const PASSWORD = 'blue-kite-4'
const newEmail = () => `teacher-${randomUUID()}@school.example`

/** An account made beside the page, and its token. */
const anAccount = async (request: APIRequestContext, email = newEmail()): Promise<{ email: string; token: string }> => {
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'America/Chicago' } })
  expect(reply.status()).toBe(201)
  const { token } = await reply.json()
  await endTutorial(request, token)
  return { email, token }
}

/** Holds a reply back until `answer` is called. */
const aHeldAnswer = () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { answer: () => answer(), answered }
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const toast = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text })

const fillRegister = async (page: Page, email: string) => {
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Email').fill(email)
  await password(page).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
}

test('a teacher signs up, signs out and signs in again', async ({ page }) => {
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
  await expect(page.getByText('Strength: Good')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('blue-kite-5')
  await page.getByRole('checkbox').check()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await expect(create).toBeEnabled()
  await page.getByRole('checkbox').uncheck()
  await expect(create).toBeDisabled()
  await page.getByRole('checkbox').check()

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
  await page.getByRole('button', { name: `Account: ${email}` }).click()
  // What is still asked for when the session ends is refused, rightly.
  await untilQuiet(page)
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect.poll(() => storedToken(page)).toBeNull()

  await page.getByLabel('Email').fill(email)
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
})

test('a trial button leads to sign-up, which stays through reload and Back, and asks for the name that plans print', async ({ page }) => {
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

  await page.getByLabel('Name (optional)').fill(' Maya Rivera ')
  await page.getByLabel('Email').fill(newEmail())
  await password(page).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(page.getByRole('button', { name: 'Account: Maya Rivera' })).toBeVisible()
})

test('a teacher who mistypes the password is told so and can try again', async ({ page, request, problems }) => {
  problems.expect(/401/)
  const { email } = await anAccount(request)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await password(page).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'Error', 'Invalid credentials')
  await expectAccessible(page)
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
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

test('an e-mail that has an account already cannot be signed up again', async ({ page, request, problems }) => {
  problems.expect(/409/)
  const { email } = await anAccount(request)
  await page.goto('/auth')
  await fillRegister(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Error')
  await expect(page).toHaveURL('/auth?mode=register')
})

test('while a sign-in is on its way the button says Loading... and further presses do nothing', async ({ page, request }) => {
  const { email } = await anAccount(request)
  let calls = 0
  const { answer, answered } = aHeldAnswer()
  await page.route('**/api/auth/login', async (route) => {
    calls += 1
    await answered
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const loading = page.getByRole('button', { name: 'Loading...' })
  await expect(loading).toBeVisible()
  await loading.click({ force: true })
  await password(page).press('Enter')
  answer()
  await expect(page).toHaveURL('/dashboard')
  expect(calls).toBe(1)
})

test('switching modes keeps the e-mail and clears the passwords and the agreement', async ({ page }) => {
  await page.goto('/auth')
  await fillRegister(page, 'maya@school.example')
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await expect(password(page)).toHaveValue('')
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await expect(page.getByLabel('Email')).toHaveValue('maya@school.example')
  await expect(password(page)).toHaveValue('')
  await expect(page.getByLabel('Confirm Password')).toHaveValue('')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

test('a form sent past its disabled button is refused in words', async ({ page }) => {
  await page.goto('/auth')
  await fillRegister(page, 'maya@school.example')
  const send = () =>
    page
      .locator('form')
      .first()
      .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await page.getByRole('checkbox').uncheck()
  await send()
  await expectToast(page, 'Agreement Required', 'Please agree to the Terms of Service and Privacy Policy to create an account.')
  await page.getByLabel('Confirm Password').fill('other')
  await send()
  await expectToast(page, 'Error', 'Passwords do not match')
  await expect(toast(page, 'Agreement Required')).toHaveCount(0)
})

test('an account that is created without a token is asked to sign in', async ({ page }) => {
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 201, json: { user: { id: '1' } } }))
  await page.goto('/auth')
  await fillRegister(page, 'maya@school.example')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Account Created!', 'Your account has been created successfully. You can now sign in.')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(password(page)).toHaveValue('')
})

test('a sign-in that is answered without a token says so', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.fulfill({ json: { user: { id: '1' } } }))
  await page.goto('/auth')
  await page.getByLabel('Email').fill('maya@school.example')
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'Error', 'No authentication token received')
})

test('an installation with a rule for passwords says it and holds to it', async ({ page }) => {
  await page.route('**/api/settings', (route) => route.fulfill({ json: { passwordMinLength: 12 } }))
  await page.goto('/auth')
  await fillRegister(page, 'maya@school.example')
  await password(page).fill('')
  await expect(page.getByText('Use at least 12 characters')).toBeVisible()
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Error', 'Use at least 12 characters.')
})

test('a password can be shown while it is typed', async ({ page }) => {
  await page.goto('/auth')
  await password(page).fill(PASSWORD)
  await expect(password(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
})

test.describe('a token in the address', () => {
  // It is no code from Google's sign-in, as the server says.
  test.beforeEach(({ problems }) => problems.expect(/status of 404/))

  test('signs in whoever comes back from an outside sign-in, and does not stay in the address', async ({ page, request }) => {
    const { email, token } = await anAccount(request)
    await page.goto(`/auth/success?token=${token}`)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
    await expect.poll(() => storedToken(page)).toBe(token)
  })

  test('is asked for while the return from a sign-in is completed', async ({ page, request }) => {
    const { token } = await anAccount(request)
    const { answer, answered } = aHeldAnswer()
    await page.route('**/api/user', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto(`/auth/success?token=${token}`)
    await expect(page.getByText('Completing sign in...')).toBeVisible()
    await expect(page).toHaveURL('/auth/success')
    answer()
    await expect(page).toHaveURL('/dashboard')
  })

  test('that is no good changes nothing', async ({ page, request, problems }) => {
    problems.expect(/401/)
    const { email, token } = await anAccount(request)
    await page.goto(`/dashboard?token=${token}`)
    await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
    await page.goto('/dashboard?view=day&token=nonsense&session_id=cs_1')
    await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
    await expect(page).toHaveURL('/dashboard?view=day')
    await expect.poll(() => storedToken(page)).toBe(token)
  })

  test('never replaces somebody else without asking', async ({ page, request }) => {
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

test('whoever comes back from a sign-in without a token is led to the sign-in page', async ({ page }) => {
  await page.goto('/auth/success')
  await expect(page).toHaveURL('/auth')
})
