/** Tests billing in the planner and in Account Management. Stripe is mocked. Browser tests cover payments. */

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aBlock } from '#server/features/calendar/samples.ts'
import { BEING_CONFIGURED } from '#shared/billing/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { call, clock } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, pressInAccountMenu, screen, within } from '../page.tsx'
import { add, refuse, sent, tell, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

const YEARLY = {
  planType: 'yearly',
  priceId: 'price_y',
  amount: 6000,
  interval: 'year',
  periodEnd: '2027-11-18T12:00:00.000Z',
  isCancelled: false,
  hasFailed: false,
}
const ADD_ON = {
  ...YEARLY,
  planType: 'ai_addon',
  priceId: 'price_ai',
  amount: 500,
  interval: 'month',
  periodEnd: '2026-12-03T12:00:00.000Z',
}
const WEEK = '/dashboard?view=week&date=2026-11-18'
const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
const trialEnded = () => ({ subscriptionStatus: 'TRIALEXPIRED', freeTrialStarted: daysAgo(8) })

let maya: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
/** Overrides for the server's account and billing responses. */
let told: { user: object; billing: object; items: object[] }
beforeEach(async () => {
  maya = await aTeacherWhoKnowsIt()
  told = { user: {}, billing: { state: 'on', prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: 'price_ai' } }, items: [] }
  add('GET /api/user', () => told.user)
  tell('GET /api/billing', () => told.billing)
  tell('GET /api/subscription/status', () => ({ items: told.items, grantedUntil: null, aiGrantedUntil: null }))
  const body = { date: '2026-11-18', blocks: [aBlock({ title: 'Assembly' })] }
  await call('POST', '/api/calendar', { token: maya.token, body })
})

type User = Awaited<ReturnType<typeof openPage>>
const dialogAround = (words: HTMLElement) => within(words.closest<HTMLElement>('[role=dialog]') ?? document.body)
const theGate = async () => dialogAround(await screen.findByText('Subscription Required'))
const gateIsGone = () => expect.poll(() => screen.queryByText('Subscription Required')).toBeNull()
const openAccount = async (user: User, tab: string) => {
  await pressInAccountMenu(user, 'Account Management')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByText(tab))
  return dialog
}
const tabsOf = (dialog: Awaited<ReturnType<typeof openAccount>>) => dialog.getAllByRole('tab').map(({ textContent }) => textContent)

describe('the billing gate after a trial has ended', () => {
  beforeEach(() => {
    told.user = trialEnded()
  })

  test('leads to the plan that a teacher selects with the arrow keys', async () => {
    const user = await openPage(WEEK, maya)
    const gate = await theGate()
    gate.getByLabelText(/Yearly/).focus()
    expect(gate.getByText('Continue with yearly, $60').closest('a')?.getAttribute('href')).toBe('/checkout?plan=pro&type=yearly')
    // Holds the key down, because the next radio button is only selected if the key is still down when it gets focus.
    await user.keyboard('{ArrowDown>}')
    expect((await gate.findByText('Continue with monthly, $8')).closest('a')?.getAttribute('href')).toBe('/checkout?plan=pro&type=monthly')
  })

  test('takes the focus before the teacher can move it, and never again', async () => {
    const opened = new Promise<HTMLElement>((resolve) => {
      const observer = new MutationObserver(() => {
        const yearly = screen.queryByLabelText(/^Yearly/)
        if (!yearly) return
        observer.disconnect()
        yearly.focus()
        resolve(yearly)
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    const page = openPage(WEEK, maya)
    const yearly = await opened
    await page
    await theGate()
    expect(document.activeElement).toBe(yearly)
  })

  test('keeps every way out while a teacher reads about one of them, and gives its button the focus back', async () => {
    const user = await openPage(WEEK, maya)
    const gate = await theGate()
    await user.click(gate.getByText('Export my data'))
    await user.click(gate.getByText('Delete my account'))
    for (const label of ['Export my data', 'Delete my account']) gate.getByText(label, { selector: 'button' })
    await user.click(gate.getByText('Keep my account'))
    expect(document.activeElement?.textContent).toBe('Delete my account')
  })

  test('says what to do if a payment takes long to confirm', async () => {
    sessionStorage.setItem('paidAt', String(clock().getTime() - 31_000))
    const user = await openPage(WEEK, maya)
    const gate = await theGate()
    gate.getByText('Waiting for Stripe to confirm your payment')
    await gate.findByText(/^This is taking longer than usual\./)
    expect(gate.queryByText(/^Continue with /)).toBeNull()
    await user.click(gate.getByText('I haven’t paid'))
    await gate.findByText(/^Continue with /)
  })

  test('opens for a teacher who returns from paying as soon as Stripe was queried, even without a webhook event', async () => {
    sessionStorage.setItem('paidAt', String(clock().getTime()))
    tell('POST /api/billing/confirm', () => {
      told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
      told.items = [YEARLY]
      return { items: told.items, grantedUntil: null, aiGrantedUntil: null }
    })
    await openPage(WEEK, maya)
    await screen.findByText('Payment confirmed')
    await gateIsGone()
    expect(sent.filter(({ name }) => name === 'POST /api/billing/confirm')).toHaveLength(1)
  })

  test('shows a teacher the add-on that they still pay for, and leads to Stripe to cancel it', async () => {
    told.items = [ADD_ON]
    const tab = { opener: window, close: vi.fn(), location: { href: '' } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    tell('POST /api/billing/portal', () => ({ url: 'https://pay.example/portal' }))
    const user = await openPage(WEEK, maya)
    const paidFor = within(await (await theGate()).findByLabelText('What you pay for'))
    paidFor.getByText('AI add-on, $5 a month')
    paidFor.getByText('Renews on December 3, 2026. Billed separately from a plan.')
    await user.click(paidFor.getByText('Manage Subscription'))
    await expect.poll(() => tab.location.href).toBe('https://pay.example/portal')
  })

  test.each([
    ['being configured', BEING_CONFIGURED, 'Billing Portal Temporarily Unavailable'],
    ['not answering', 'Stripe did not answer', 'Failed to open billing portal'],
  ])("says so if Stripe's page is %s", async (_how, words, title) => {
    told.items = [ADD_ON]
    refuse('POST /api/billing/portal', 503, 'unavailable', words)
    vi.spyOn(window, 'open').mockReturnValue({ opener: window, close: vi.fn() } as unknown as Window)
    const user = await openPage(WEEK, maya)
    await user.click(await (await theGate()).findByText('Manage Subscription'))
    await screen.findByText(title)
    screen.getByText(words)
  })

  test('mentions no payments if there are none', async () => {
    await openPage(WEEK, maya)
    const gate = await theGate()
    await gate.findByText(/^Continue with /)
    expect(gate.queryByText('What you pay for')).toBeNull()
  })

  test("says that payments aren't set up, and whom to ask", async () => {
    told.billing = { state: 'unset', prices: {} }
    await openPage(WEEK, maya)
    const gate = await theGate()
    await gate.findByText(/^Payments aren’t set up here, so you can’t choose a plan\./)
    expect((await gate.findByText('hello@school.example')).getAttribute('href')).toBe('mailto:hello@school.example')
    expect(gate.queryByText(/^Continue with /)).toBeNull()
    expect(gate.queryByText(/Stripe|being configured/)).toBeNull()
    gate.getByText('View my lessons')
  })

  test('shows for a teacher redirected from a colleague who shares nothing', async () => {
    await openPage(`/dashboard?calendar=colleague-${crypto.randomUUID()}`, maya)
    await theGate()
  })
})

test('a teacher whose plan has ended closes the gate for reading only, and it is back the next time', async () => {
  told.user = { subscriptionStatus: 'PROTEACHEREXPIRED' }
  const user = await openPage(WEEK, maya)
  await user.click((await theGate()).getByText('View my lessons'))
  await gateIsGone()
  await screen.findByText('Assembly')
  expect(screen.queryByLabelText(/^Add/)).toBeNull()
  await openPage(WEEK)
  await theGate()
})

test('a platform admin can keep planning after their own trial', async () => {
  told.user = { ...trialEnded(), isAdmin: true }
  await openPage(WEEK, maya)
  await screen.findByText('Assembly')
  await screen.findByLabelText('Add a lesson on Wednesday, November 18, 2026')
  expect(screen.queryByText('Subscription Required')).toBeNull()
})

test('a teacher who still has the add-on when the trial has ended can read, and is offered no AI', async () => {
  told.user = { ...trialEnded(), aiFeatureFlag: true }
  tell('GET /api/settings', () => ({ passwordMinLength: 0, google: null, ai: true, mail: false }))
  const user = await openPage(WEEK, maya)
  await user.click((await theGate()).getByText('View my lessons'))
  await screen.findByLabelText('Preferences')
  expect(screen.queryByLabelText('AI Custom Instructions')).toBeNull()
})

describe('Account Management', () => {
  test('shows the trial, and offers both plans and the add-on', async () => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(4.5) }
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await dialog.findByText('Trial, 3 days left')
    expect(tabsOf(dialog)).toEqual(['Profile', 'Security', 'Billing', 'Referral', 'AI Usage', 'Your Data'])
    dialog.getByText('save $36')
    dialog.getByText(/trial days left aren’t added\.$/)
    expect(dialog.getByLabelText<HTMLInputElement>(/^Yearly/).checked).toBe(true)
    expect(dialog.queryByText('Manage Subscription')).toBeNull()
    expect(dialog.getByText('Continue with yearly, $60').closest('a')?.getAttribute('href')).toBe('/checkout?plan=pro&type=yearly')
    expect(dialog.getByText(/^Add/, { selector: 'a' }).getAttribute('href')).toBe('/checkout?plan=ai_addon&type=monthly')
  })

  test('tells a trial with the add-on what is paid for, without plans to switch', async () => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(1), aiFeatureFlag: true }
    told.items = [ADD_ON]
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await dialog.findByText('What you pay for')
    dialog.getByText('Pick a plan')
    dialog.getByText('Change your card, see invoices, or cancel on Stripe’s page.')
    dialog.getByText('You won’t be charged for a plan unless you choose one.')
  })

  test('says that no one has used the code yet, in place of zeros', async () => {
    tell('GET /api/referral/info', () => ({
      referralCode: 'MAYA7K2Q',
      referralCredits: 0,
      referralsCount: 0,
      waitingCount: 0,
      credits: [],
    }))
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Referral')
    await dialog.findByText('No one has signed up with your code yet.')
    expect(dialog.queryByText('signed up')).toBeNull()
  })

  test('says in the specified words that the portal is being configured, and closes the tab opened for it', async () => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [YEARLY]
    const words = 'The billing system is being configured. Please try again in a few minutes or contact support if this persists.'
    refuse('POST /api/billing/portal', 503, 'not_configured', words)
    const tab = { opener: window, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await user.click(await dialog.findByText('Manage Subscription'))
    await screen.findByText('Billing Portal Temporarily Unavailable')
    screen.getByText(words)
    expect(tab.close).toHaveBeenCalledOnce()
  })

  test('says why nothing can be bought yet', async () => {
    told.billing = { state: 'unset', prices: {} }
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    const button = (await dialog.findByText('Continue with yearly, $60')).closest('button')
    expect(button?.disabled).toBe(true)
    dialog.getByText(/^The billing system is being configured\./)
    expect(tabsOf(dialog)).toEqual(['Profile', 'Security', 'Billing', 'Referral', 'Your Data'])
  })

  test('offers no add-on if everyone has AI, and shows its tokens', async () => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(1), aiFeatureFlag: true }
    told.billing = { state: 'on', prices: { monthly: 'price_m', yearly: 'price_y' } }
    tell('GET /api/settings', () => ({ passwordMinLength: 0, google: null, ai: true, mail: false }))
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await dialog.findByText('save $36')
    expect(dialog.queryByText(/add-on/i)).toBeNull()
    await user.click(dialog.getByText('AI Usage'))
    await dialog.findByTitle('0 of 1,000,000 tokens used')
    expect(dialog.queryByText(/add-on|You can add it|doesn’t include AI/i)).toBeNull()
  })

  test('shows no plan if nothing is sold, but shows AI that an administrator may have granted', async () => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.billing = { state: 'off', prices: {} }
    tell('GET /api/settings', () => ({ passwordMinLength: 0, google: null, ai: true, mail: false }))
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'AI Usage')
    expect(tabsOf(dialog)).toEqual(['Profile', 'Security', 'AI Usage', 'Your Data'])
  })

  test('copies the referral code, confirms it for two seconds, and counts what it earned', async () => {
    const credits = [{ amount: 800, expiresOn: '2027-09-14' }]
    tell('GET /api/referral/info', () => ({
      referralCode: 'MAYA7K2Q',
      referralCredits: 1,
      referralsCount: 1,
      waitingCount: 2,
      credits,
    }))
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Referral')
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(await dialog.findByText('Copy link'))
    await dialog.findByText('Copied')
    expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/auth?ref=MAYA7K2Q`)
    dialog.getByText('Use by September 14, 2027')
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['signed up', 'subscribed', 'credit'])
    await dialog.findByText('Copy link')
  })
})

describe('a plan that a teacher pays for', () => {
  test('reads when it ends once it was canceled, and can be kept on Stripe’s page', async () => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [{ ...YEARLY, isCancelled: true }]
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await dialog.findByText(/^Canceled, ends /)
    dialog.getByText('Keep my subscription')
    expect(dialog.queryByText(/^Renews on /)).toBeNull()
  })

  test('reads that the payment failed instead of a renewal, with one button to check the card', async () => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [{ ...YEARLY, hasFailed: true }]
    const user = await openPage(WEEK, maya)
    const dialog = await openAccount(user, 'Billing')
    await dialog.findByText('Payment failed. Stripe is trying again.')
    dialog.getByText('Check my card')
    for (const words of [/^Renews on /, 'Manage Subscription']) expect(dialog.queryByText(words)).toBeNull()
  })
})

describe('above the days', () => {
  test('a teacher is reminded three days before the end of the trial, until they dismiss it for the day', async () => {
    told.user = { subscriptionStatus: 'TRIAL', freeTrialStarted: daysAgo(4.5) }
    const user = await openPage(WEEK, maya)
    await screen.findByText(/^Your trial ends in 3 days\./)
    await user.click(screen.getByText('See plans'))
    await screen.findByText('Trial, 3 days left')
    await user.keyboard('{Escape}')
    await user.click(screen.getByLabelText('Hide until tomorrow'))
    expect(screen.queryByText(/^Your trial ends/)).toBeNull()
    // By the time billing has loaded, the trial banner would have appeared.
    await (await openAccount(await openPage(WEEK), 'Billing')).findByText('Trial, 3 days left')
    expect(screen.queryByText(/^Your trial ends/)).toBeNull()
  })

  test('a teacher is told that a payment has failed, and sent to update the card', async () => {
    told.user = { subscriptionStatus: 'PROTEACHERACTIVE' }
    told.items = [{ ...YEARLY, hasFailed: true }]
    await openPage(WEEK, maya)
    await screen.findByText(/^Your last payment didn’t go through\./)
    screen.getByText('Check my card')
  })
})
