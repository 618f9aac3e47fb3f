import type { Page, Route } from '@playwright/test'
import { block, openWeek, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const DAY_MS = 86_400_000
const SOLD = { state: 'on', prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: 'price_ai' } }
const YEARLY = {
  planType: 'yearly',
  priceId: 'price_y',
  amount: 6000,
  interval: 'year',
  periodEnd: '2027-11-18T12:00:00.000Z',
  isCancelled: false,
  hasFailed: false,
}

let teacher: Teacher
/** Overrides for the server's responses about the account and its billing. */
let told: { user: object; billing: object; items: object[] }
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const TRIAL_ENDED = { subscriptionStatus: 'TRIALEXPIRED', freeTrialStarted: daysAgo(8) }

test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  told = { user: {}, billing: SOLD, items: [] }
  await context.route('**/api/user', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...(await reply.json()), ...told.user } })
  })
  const answer = (path: string, json: () => object) => context.route(`**${path}`, (route: Route) => route.fulfill({ json: json() }))
  await answer('/api/billing', () => told.billing)
  for (const path of ['/api/subscription/status', '/api/billing/confirm'])
    await answer(path, () => ({ items: told.items, grantedUntil: null, aiGrantedUntil: null }))
  await answer('/api/referral/info', () => ({
    referralCode: 'MAYA7K2Q',
    referralCredits: 1,
    referralsCount: 1,
    waitingCount: 2,
    credits: [{ amount: 800, expiresOn: '2027-09-14' }],
  }))
  await storeDay(page, teacher, { blocks: [block('Math')] })
})

// A change event may trigger one more request for the account as a test ends.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

const gateOf = (page: Page) => page.getByRole('dialog', { name: /Subscription Required/ })
const openBilling = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await dialog.getByRole('tab', { name: 'Billing' }).click()
  return dialog
}

test.describe('the billing gate', () => {
  test('covers the planner after the trial has ended, and neither closes nor lets shortcuts through', async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.goto(`/dashboard?date=${WEDNESDAY}`)
    const gate = gateOf(page)
    await expect(gate).toContainText('Your trial ended on')
    await expect(page.getByText('Trial Expired', { exact: true }).last()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const key of ['n', 'd', '?', 'Control+k', 'ArrowRight']) await page.keyboard.press(key)
    await expect(gate).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page).toHaveURL(`/dashboard?date=${WEDNESDAY}`)
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('[role=dialog]') !== null),
      ).toBe(true)
    }
    for (const name of ['View my lessons', 'Schedules shared with me', 'Export my data', 'Delete my account', 'Sign out'])
      await expect(gate.getByRole('button', { name })).toBeVisible()
  })

  test('allows exporting data and signing out', { tag: '@full' }, async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.goto('/dashboard')
    const gate = gateOf(page)
    await gate.getByRole('button', { name: 'Export my data' }).click()
    const download = page.waitForEvent('download')
    await gate.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await gate.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')
  })

  test('disappears without a reload when Stripe has confirmed. The return address alone grants nothing', { tag: '@full' }, async ({
    page,
  }) => {
    told.user = TRIAL_ENDED
    await page.goto('/dashboard?session_id=cs_test_1')
    await expect(page).toHaveURL('/dashboard')
    const gate = gateOf(page)
    await expect(gate.getByText('Waiting for Stripe to confirm your payment')).toBeVisible()
    await expect(gate.getByRole('link', { name: /^Continue with/ })).toHaveCount(0)
    await expectAccessible(page)
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [YEARLY]
    await expect(gate).toHaveCount(0)
    await expectToast(page, 'Payment confirmed')
    await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()
  })
})

test('all billing texts in the planner and the account are accessible', { tag: '@full' }, async ({ page }) => {
  told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(4.5) }
  await openWeek(page)
  await expect(page.getByText('Your trial ends in 3 days.')).toBeVisible()
  await expectAccessible(page)
  const dialog = await openBilling(page)
  await expect(dialog.getByText('Trial, 3 days left')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Referral' }).click()
  await expect(dialog.getByText('Use by September 14, 2027')).toBeVisible()
  await expectAccessible(page)
  told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
  told.items = [{ ...YEARLY, hasFailed: true }]
  await openWeek(page)
  await expect(page.getByText('Your last payment didn’t go through.')).toBeVisible()
  await expectAccessible(page)
  await expect((await openBilling(page)).getByRole('button', { name: 'Check my card' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('checkout', () => {
  test('shows the total, submits a code once even when clicked twice, and continues to Stripe', async ({ page, context }) => {
    const sent: unknown[] = []
    let answer: () => void = () => undefined
    const pressed = new Promise<void>((resolve) => {
      answer = resolve
    })
    await context.route('**/api/create-checkout-session', async (route) => {
      sent.push(route.request().postDataJSON())
      await pressed
      return route.fulfill({ json: { url: '/terms' } })
    })
    await page.goto('/checkout?plan=pro&type=yearly')
    await expect(page.getByText('−$36.00')).toBeVisible()
    await expectAccessible(page)
    const code = page.getByLabel('Discount code')
    await code.fill('   ')
    await page.getByRole('button', { name: 'Apply & Checkout' }).click()
    await expect(page.getByText('Please enter a discount code or proceed without one')).toBeVisible()
    await code.fill(' SUMMER ')
    await page.getByRole('button', { name: 'Apply & Checkout' }).dblclick()
    await page.keyboard.press('Enter')
    answer()
    await expect(page).toHaveURL('/terms')
    expect(sent).toEqual([{ priceId: 'price_y', planType: 'yearly', couponCode: 'SUMMER' }])
  })
})
