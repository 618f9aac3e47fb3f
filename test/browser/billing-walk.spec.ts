/** Tests the whole purchase flow in the browser, with the Stripe stand-in. */
import type { Page } from '@playwright/test'
import { endTrial, openWeek, signUp } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const gateOf = (page: Page) => page.getByRole('dialog', { name: /Subscription Required/ })
const openAccount = async (page: Page, tab: string) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

test('a trial ends, a year is bought with a code, the planner opens by itself, and the plan is canceled', async ({ page, context }) => {
  await signUp(context)
  await endTrial(context)
  await page.goto('/dashboard')
  await gateOf(page).getByRole('link', { name: 'Continue with yearly, $60' }).click()
  await page.getByLabel('Discount code').fill('SPRING25')
  await page.getByRole('button', { name: 'Apply & Checkout' }).click()
  await expect(page.getByText('Total due today')).toBeVisible()
  await expect(page.getByText('$45.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay with a good card' }).click()
  await expect(page).toHaveURL(/\/dashboard(\?view|$)/)
  await expect(page.getByRole('button', { name: /^Add a lesson on/ }).first()).toBeVisible()
  await expect(gateOf(page)).toHaveCount(0)

  const billing = await openAccount(page, 'Billing')
  await expect(billing.getByText('Pro Teacher, yearly')).toBeVisible()
  await expect(billing.getByText(/^Renews on /)).toBeVisible()
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await billing.getByRole('button', { name: 'Manage Subscription' }).click()
  const portal = await opened
  await portal.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect(portal.getByText(/Ends on/)).toBeVisible()
  await portal.close()
  await page.reload()
  await expect((await openAccount(page, 'Billing')).getByText(/^Canceled, ends /)).toBeVisible()
})

test('a friend who signs up by a link and pays earns both a credit', { tag: '@full' }, async ({ page, context, browser, problems }) => {
  await signUp(context)
  await openWeek(page)
  const referral = await openAccount(page, 'Referral')
  const link = (await referral.getByText(/\/auth\?ref=/).textContent()) ?? ''

  const other = await browser.newContext()
  problems.watch(other)
  const friend = await other.newPage()
  await friend.goto(link)
  await expect(friend.getByText('A colleague invited you.')).toBeVisible()
  await friend.getByLabel('Email').fill(`theo-${crypto.randomUUID()}@school.example`)
  await friend.getByLabel('Password', { exact: true }).fill('correct horse')
  await friend.getByLabel('Confirm password').fill('correct horse')
  await friend.getByRole('checkbox', { name: /^I agree to the Terms/ }).check()
  await friend.getByRole('button', { name: 'Create Account' }).click()
  await friend.getByRole('button', { name: 'Skip Tour' }).click()
  await friend.goto('/checkout?plan=pro&type=monthly')
  await friend.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await friend.getByRole('button', { name: 'Pay with a good card' }).click()
  await expect(friend).toHaveURL(/\/dashboard/)
  const headers = { authorization: `Bearer ${await friend.evaluate(() => localStorage.getItem('token'))}` }
  const held = async () => (await (await friend.request.get('/api/referral/info', { headers })).json()).referralCredits
  await expect.poll(held, { timeout: 20_000 }).toBe(1)
  await friend.reload()
  await expect((await openAccount(friend, 'Referral')).getByText('$8', { exact: true })).toBeVisible()
  await page.reload()
  await expect((await openAccount(page, 'Referral')).getByText('$8', { exact: true })).toBeVisible()
  await other.close()
})

test('going back from Stripe leads to the previous page', { tag: '@full' }, async ({ page, context }) => {
  await signUp(context)
  await page.goto('/checkout?plan=pro&type=monthly')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByText('Pro Teacher, monthly')).toBeVisible()
})
