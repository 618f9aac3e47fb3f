import { randomUUID } from 'node:crypto'
import { linkTo } from './inbox.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a teacher who forgot the password gets back in by mail, and the link works only once', async ({ page, request, problems }) => {
  problems.expect(/status of 404/)
  const email = `maya.${randomUUID()}@school.example`
  await request.post('/api/auth/register', { data: { email, passwordHash: 'first-bell', timezone: 'UTC' } })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText('If')

  const link = await linkTo(email, 'reset')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/mail$/)
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('second-bell')
  await page.getByLabel('Confirm new password').fill('second-bell')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('second-bell')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('third-bell')
  await page.getByLabel('Confirm new password').fill('third-bell')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
})

test('a teacher confirms the address and unsubscribes with the links in the welcome mail', { tag: '@full' }, async ({ page, request }) => {
  const email = `maya.${randomUUID()}@school.example`
  await request.post('/api/auth/register', { data: { email, passwordHash: 'first-bell', timezone: 'UTC' } })
  await page.goto(await linkTo(email, 'confirm'))
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await page.goto(await linkTo(email, 'unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(/^You’re unsubscribed\./)).toBeVisible()
})
