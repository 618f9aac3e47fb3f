import type { Page, Route } from '@playwright/test'
import { block, lessonsOf, openWeek, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilIdle } from './test.ts'

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
/** What the server tells of the account and of what it pays, as a test has it. */
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
  await answer('/api/subscription/status', () => ({ items: told.items, grantedUntil: null, aiGrantedUntil: null }))
  await answer('/api/referral/info', () => ({
    referralCode: 'MAYA7K2Q',
    referralCredits: 1,
    referralsCount: 1,
    waitingCount: 2,
    credits: [{ amount: 800, expiresOn: '2027-09-14' }],
  }))
  await storeDay(page, teacher, { blocks: [block('Math')] })
})

// What is told of changes may have the account asked for once more as a test ends.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

const gateOf = (page: Page) => page.getByRole('dialog', { name: /Subscription Required/ })
const openBilling = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await dialog.getByRole('tab', { name: 'Billing' }).click()
  return dialog
}

test.describe('the gate', () => {
  test('stands over the planner once the trial has ended; nothing closes it and no key reaches through', async ({ page }) => {
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
    for (const name of ['Print My Plans', 'What Colleagues Share', 'Export My Data', 'Delete My Account', 'Sign Out'])
      await expect(gate.getByRole('button', { name })).toBeVisible()
    await expect(gate.getByRole('button', { name: 'Read My Plans' })).toHaveCount(0)
  })

  test('leads to the plan that is chosen with the arrow keys', async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.goto('/dashboard')
    await gateOf(page)
      .getByRole('radio', { name: /Yearly/ })
      .focus()
    await page.keyboard.press('ArrowDown')
    await gateOf(page).getByRole('link', { name: 'Subscribe, $8 a month' }).click()
    await expect(page).toHaveURL('/checkout?plan=pro&type=monthly')
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible()
  })

  test('gives out the data, and lets out who wants to go', async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.goto('/dashboard')
    const gate = gateOf(page)
    await gate.getByRole('button', { name: 'Export My Data' }).click()
    await gate.getByLabel('Your password').fill('correct horse')
    const download = page.waitForEvent('download')
    await gate.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await gate.getByRole('button', { name: 'Print My Plans' }).click()
    await expect(page.getByRole('dialog', { name: 'Print' })).toBeVisible()
    await page.keyboard.press('Escape')
    await gate.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
  })

  test('is put aside by who has had a plan, to read and change nothing', async ({ page }) => {
    told.user = { subscriptionStatus: 'PROTEACHEREXPIRED' }
    await page.goto(`/dashboard?date=${WEDNESDAY}`)
    await gateOf(page).getByRole('button', { name: 'Read My Plans' }).click()
    await expect(gateOf(page)).toHaveCount(0)
    await expect(lessonsOf(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Add/ }).filter({ visible: true })).toHaveCount(0)
    await page.reload()
    await expect(gateOf(page)).toBeVisible()
  })

  test('falls without a reload when Stripe has confirmed; the address itself grants nothing', async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.goto('/dashboard?session_id=cs_test_1')
    await expect(page).toHaveURL('/dashboard')
    const gate = gateOf(page)
    await expect(gate.getByText('We are waiting for Stripe to confirm your payment')).toBeVisible()
    await expect(gate.getByRole('link', { name: /^Subscribe/ })).toHaveCount(0)
    await expectAccessible(page)
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [YEARLY]
    await expect(gate).toHaveCount(0)
    await expectToast(page, 'Your payment is confirmed')
    await expect(
      page
        .getByText('Amazing Teacher')
        .or(page.getByRole('button', { name: /^Account:/ }))
        .first(),
    ).toBeVisible()
  })

  test('says what to do when the confirmation takes long', async ({ page }) => {
    told.user = TRIAL_ENDED
    await page.clock.install()
    await page.goto('/dashboard?session_id=cs_test_1')
    const gate = gateOf(page)
    await expect(gate.getByText('We are waiting for Stripe')).toBeVisible()
    await page.clock.fastForward('00:31')
    await expect(gate.getByText('It takes longer than usual.')).toBeVisible()
    await gate.getByRole('button', { name: 'I Have Not Paid' }).click()
    await expect(gate.getByRole('link', { name: /^Subscribe/ })).toBeVisible()
  })

  test('waits for who is led back from a colleague who shares nothing; where nothing is sold there is none', async ({ page, problems }) => {
    problems.expect(/404/)
    told.user = TRIAL_ENDED
    await page.goto(`/dashboard?calendar=colleague-${crypto.randomUUID()}`)
    await expect(gateOf(page)).toBeVisible()
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.billing = { state: 'off', prices: {} }
    await openWeek(page)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account Management' }).click()
    const tabs = page.getByRole('dialog').getByRole('tab')
    // Where nothing is sold, an administrator may still have given AI.
    await expect(tabs).toHaveText(['Profile', 'Security', 'AI Usage'])
  })
})

test.describe('Account Management', () => {
  test('tells of the trial, and offers both plans and the add-on', async ({ page }) => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(4.5) }
    await openWeek(page)
    const dialog = await openBilling(page)
    await expect(dialog.getByRole('tab')).toHaveText(['Profile', 'Security', 'Billing', 'Referral', 'AI Usage'])
    await expect(dialog.getByText('Trial, 3 days left')).toBeVisible()
    await expect(dialog.getByText('save $36')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /Yearly/ })).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: 'Add the AI add-on' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Continue with yearly, $60' }).click()
    await expect(page).toHaveURL('/checkout?plan=pro&type=yearly')
  })

  test('opens Stripe’s page in a new tab for an active plan, and says when it ends', async ({ page, context }) => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [{ ...YEARLY, isCancelled: true }]
    await context.route('**/api/billing/portal', (route) => route.fulfill({ json: { url: '/terms' } }))
    await openWeek(page)
    const dialog = await openBilling(page)
    await expect(dialog.getByText('Ends on November 18, 2027')).toBeVisible()
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page)
    const opened = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Manage Subscription' }).click()
    await expect(await opened).toHaveURL('/terms')
  })

  test('says in the specified words that the portal is being configured', async ({ page, context, problems }) => {
    problems.expect(/503/)
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [YEARLY]
    const message = 'The billing system is being configured. Please try again in a few minutes or contact support if this persists.'
    await context.route('**/api/billing/portal', (route) => route.fulfill({ status: 503, json: { code: 'not_configured', message } }))
    await openWeek(page)
    await (await openBilling(page)).getByRole('button', { name: 'Manage Subscription' }).click()
    await expectToast(page, 'Billing Portal Temporarily Unavailable', message)
    await expect.poll(() => context.pages().length).toBe(1)
  })

  test('says why nothing can be bought yet', async ({ page, context }) => {
    told.billing = { state: 'unset', prices: {} }
    await context.route('**/api/settings', (route) => route.fulfill({ json: { passwordMinLength: 0, google: null, ai: false } }))
    await openWeek(page)
    const dialog = await openBilling(page)
    await expect(dialog.getByRole('tab', { name: 'AI Usage' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Continue with yearly, $60' })).toBeDisabled()
    await expect(dialog.getByText('The billing system is being configured.')).toBeVisible()
  })

  test('copies the code for friends, says so for two seconds, and counts what it earned', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openWeek(page)
    const dialog = await openBilling(page)
    await dialog.getByRole('tab', { name: 'Referral' }).click()
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/auth\?ref=MAYA7K2Q$/)
    await expect(dialog.getByText('Until September 14, 2027')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('the planner', () => {
  test('says three days before the end of a trial that it ends, until that is put away for the day', async ({ page }) => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(4.5) }
    await openWeek(page)
    await expect(page.getByText('Your trial ends in 3 days.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'See Plans' }).click()
    await expect(page.getByRole('dialog', { name: 'Account Management' }).getByText('Trial, 3 days left')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Not again today' }).click()
    await expect(page.getByText('Your trial ends in')).toHaveCount(0)
    await openWeek(page)
    await untilIdle(page)
    await expect(page.getByText('Your trial ends in')).toHaveCount(0)
  })

  test('says that a payment has failed, and leads to the card', async ({ page }) => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [{ ...YEARLY, hasFailed: true }]
    await openWeek(page)
    await expect(page.getByText('Your last payment did not go through.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check My Card' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('checkout', () => {
  test('shows the sum, sends a code once however often it is pressed, and goes on to Stripe', async ({ page, context }) => {
    const sent: unknown[] = []
    await context.route('**/api/create-checkout-session', async (route) => {
      sent.push(route.request().postDataJSON())
      await new Promise((resolve) => setTimeout(resolve, 300))
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
    await expect(page).toHaveURL('/terms')
    expect(sent).toEqual([{ priceId: 'price_y', planType: 'yearly', couponCode: 'SUMMER' }])
  })

  test('says what went wrong: refused, offline, or an address that names nothing', async ({ page, context, problems }) => {
    problems.expect(/422/)
    problems.expect(/ERR_FAILED/)
    let isOffline = false
    await context.route('**/api/create-checkout-session', (route) =>
      isOffline
        ? route.abort()
        : route.fulfill({ status: 422, json: { code: 'refused_by_rule', message: 'There is no such discount code.' } }),
    )
    await page.goto('/checkout?plan=pro&type=monthly')
    await page.getByLabel('Discount code').fill('NOPE')
    await page.getByRole('button', { name: 'Apply & Checkout' }).click()
    await expectToast(page, 'Checkout Error', 'There is no such discount code.')
    isOffline = true
    await page.getByRole('button', { name: 'Apply & Checkout' }).click()
    await expectToast(page, 'Network Error', 'Please check your connection and try again')
    await page.goto('/checkout?plan=gold')
    await expect(page).toHaveURL(/\/dashboard/)
    await expectToast(page, 'Invalid Request', 'Missing subscription plan information')
  })

  test('is come back to from the sign-in', async ({ page, context }) => {
    const { email } = await (await context.request.get('/api/user', { headers: { authorization: `Bearer ${teacher.token}` } })).json()
    await page.goto('/terms')
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/checkout?plan=ai_addon&type=monthly')
    await expect(page).toHaveURL('/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/checkout?plan=ai_addon&type=monthly')
    await expect(page.getByText('AI add-on, monthly')).toBeVisible()
  })
})

test('a guest who wants to buy signs up first, and is then where it is bought', async ({ browser, problems }) => {
  const context = await browser.newContext()
  problems.watch(context)
  await context.route('**/api/billing', (route) => route.fulfill({ json: SOLD }))
  const page = await context.newPage()
  await page.goto('/try')
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await page.goto('/checkout?plan=pro&type=monthly')
  await expect(page).toHaveURL('/auth?mode=register')
  await page.getByLabel('Email').fill(`lee-${crypto.randomUUID()}@school.example`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password').fill('correct horse')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/checkout?plan=pro&type=monthly')
  await expect(page.getByText('Pro Teacher, monthly')).toBeVisible()
  await context.close()
})

test('whom a colleague invited is told so, and the code goes with the sign-up, also after a while of trying', async ({
  browser,
  problems,
}) => {
  const context = await browser.newContext()
  problems.watch(context)
  const page = await context.newPage()
  await page.goto('/auth?ref=MAYA7K2Q')
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('A colleague invited you.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await page.getByRole('button', { name: 'Sign Up' }).first().click()
  await expect(page.getByText('A colleague invited you.')).toBeVisible()
  await page.getByLabel('Email').fill(`theo-${crypto.randomUUID()}@school.example`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password').fill('correct horse')
  await page.getByRole('checkbox').check()
  const signUpCall = page.waitForRequest('**/api/auth/guest/sign-up')
  await page.getByRole('button', { name: 'Create Account' }).click()
  expect((await signUpCall).postDataJSON()).toMatchObject({ ref: 'MAYA7K2Q' })
  await expect(page).toHaveURL(/\/dashboard/)
  await context.close()
})
