import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { runFromPalette } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

const PASSWORD = 'blue-kite-4'
const NOTICE = 'You’re trying out Firstbell. We’ll save your planner for 3 days. Sign up to keep it.'
const newEmail = () => `maya-${randomUUID()}@school.example`
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const lessons = (page: Page) => page.locator('[data-block-id]')
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` })

/** Starts a guest planner from the landing page and hides the hints. */
const tryIt = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Try it now' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: 'Hide hints' }).click()
  await expect(page.getByText(NOTICE)).toBeVisible()
}
const fillSignUp = async (page: Page, email: string) => {
  await page.getByLabel('Name for your sub plans (optional)').fill('Maya Lopez')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
}

test('a visitor plans after one click, returns the next day, and keeps everything by signing up', async ({ page, context }) => {
  await tryIt(page)
  await expect.poll(() => lessons(page).count()).toBeGreaterThan(20)
  await expectAccessible(page)
  const guestToken = await storedToken(page)
  await lessons(page).first().getByText('Morning Meeting').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Assembly')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(lessons(page).getByText('Assembly')).toBeVisible()

  // Leaving the page would abort a pending save.
  await untilQuiet(page)
  // For a visitor who already has a planner, /try opens it instead of creating a new one.
  await page.goto('/try')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(lessons(page).getByText('Assembly')).toBeVisible()
  await expect.poll(() => storedToken(page)).toBe(guestToken)
  await expect(chip(page, 'Guest')).toBeVisible()

  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByText(NOTICE)).toBeVisible()

  const email = newEmail()
  await page.getByText(NOTICE).locator('..').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Create your account. Everything you’ve planned comes with you.')).toBeVisible()
  await expectAccessible(page)
  await fillSignUp(page, email)
  await expect(chip(page, 'Maya Lopez')).toBeVisible()
  await expect(lessons(page).getByText('Assembly')).toBeVisible()
  await expect(page.getByText(NOTICE)).toBeHidden()
  // The other tab updates as well.
  await expect(chip(other, 'Maya Lopez')).toBeVisible()
  await expect(other.getByText(NOTICE)).toBeHidden()
  await expect.poll(() => storedToken(page)).not.toBe(guestToken)
  const asGuest = await page.request.get('/api/user', { headers: { authorization: `Bearer ${guestToken}` } })
  expect(asGuest.status()).toBe(401)
})

test('a guest gets three hints instead of the tour, beside what they are about, and each only once', async ({ page }) => {
  await page.goto('/try')
  const hint = (title: string) => page.getByRole('region', { name: title })
  await expect(hint('Open a lesson')).toBeVisible()
  await expectAccessible(page)
  const covered = async (title: string, target: ReturnType<Page['locator']>) => {
    const [box, place] = await Promise.all([hint(title).boundingBox(), target.boundingBox()])
    if (!box || !place) throw new Error(`${title} isn't shown`)
    return box.x < place.x + place.width && place.x < box.x + box.width && box.y < place.y + place.height && place.y < box.y + box.height
  }
  expect(await covered('Open a lesson', lessons(page).first())).toBe(false)
  const size = page.viewportSize()
  // On a phone and on an upright tablet, only the space above the bar has room.
  for (const small of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(small)
    await expect(hint('Open a lesson'), `at ${small.width} px`).toBeInViewport({ ratio: 1 })
    expect(await covered('Open a lesson', page.locator('[data-bottom-bar]')), `on the bar at ${small.width} px`).toBe(false)
  }
  if (size) await page.setViewportSize(size)
  // Doing what the hint says ends it, and a dialog hides the next one.
  await lessons(page).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('Got it')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(hint('Reuse a day')).toBeVisible()
  expect(await covered('Reuse a day', page.locator('[data-day-menu]').first())).toBe(false)
  await page.reload()
  await expect(hint('Reuse a day')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint('Out sick?')).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('button', { name: 'Got it' })).toHaveCount(0)
  await untilQuiet(page)
  await page.reload()
  await expect.poll(() => lessons(page).count()).toBeGreaterThan(20)
  await expect(page.getByRole('button', { name: /^Got it|^Skip Tour/ })).toHaveCount(0)
})

test('a guest whose email address has an account is told so, and signs in to it without the guest planner', async ({ page, problems }) => {
  const email = newEmail()
  await page.request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'UTC' } })
  await tryIt(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  problems.expect(/status of 409/)
  await fillSignUp(page, email)
  await expectToast(page, 'An account with this email already exists. Sign in, or use another email.')
  await page.getByRole('button', { name: 'Back to my planner' }).click()
  await expect.poll(() => lessons(page).count()).toBeGreaterThan(20)
  await page.goBack()
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await expect(page.getByText(/planned as a guest won’t move/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  // The tour of a new account makes the page behind it inert, so the controls there have no role until the tour ends.
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(chip(page, email)).toBeVisible()
  await untilQuiet(page)
  await expect(lessons(page)).toHaveCount(0)
})

test('a guest exports and deletes the planner without a password, and is warned before signing out', async ({ page }) => {
  await tryIt(page)
  await runFromPalette(page, 'Sign out')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You won’t be able to get back to it. Sign up to keep your lessons.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay signed in' }).click()

  await runFromPalette(page, 'Account Management')
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await expect(dialog.getByText(NOTICE)).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveCount(0)
  await expectAccessible(page)
  await expect(dialog.getByRole('tab', { name: 'Security' })).toHaveCount(0)
  await dialog.getByRole('tab', { name: 'Your Data' }).click()
  await dialog.getByRole('button', { name: 'Export my data' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveCount(0)
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  const files = Object.entries(unzipSync(readFileSync(await file.path())))
  expect(Buffer.from(files.find(([name]) => name.endsWith('/calendar.json'))?.[1] ?? []).toString()).toContain('Morning Meeting')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByRole('button', { name: 'Try it now' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('button', { name: 'Hide hints' })).toBeVisible()
})
