/** Tests the checkout page, including for visitors who first have to sign in or sign up. Stripe is mocked. */

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { call, clock } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor } from '../page.tsx'
import { add, answer, cut, refuse, sent, tell, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()
beforeEach(() => tell('GET /api/billing', () => ({ state: 'on', prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: 'price_ai' } })))

type User = Awaited<ReturnType<typeof openPage>>
const fill = async (user: User, label: string, text: string) => {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}
const press = async (user: User, name: string) => user.click(await screen.findByText(name, { selector: 'button' }))
const address = () => location.pathname + location.search
const signUp = async (user: User) => {
  await fill(user, 'Email', 'lee@school.example')
  await fill(user, 'Password', 'blue-kite-4')
  await fill(user, 'Confirm password', 'blue-kite-4')
  await user.click(screen.getByRole('checkbox', { name: /^I agree/ }))
  await press(user, 'Create Account')
}
const aGuest = async () => {
  const { token, user } = (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body
  await call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  return { token, userId: user.id }
}

describe('a teacher at the checkout', () => {
  test('reads why a discount code is refused, and that they are offline', async () => {
    refuse('POST /api/create-checkout-session', 422, 'refused_by_rule', 'There is no such discount code.')
    const user = await openPage('/checkout?plan=pro&type=monthly', await aTeacherWhoKnowsIt())
    await fill(user, 'Discount code', 'NOPE')
    await press(user, 'Apply & Checkout')
    await screen.findByText('Checkout Error')
    // Once in the toast and once below the field.
    expect(screen.getAllByText('There is no such discount code.')).toHaveLength(2)
    cut('POST /api/create-checkout-session')
    await press(user, 'Apply & Checkout')
    await screen.findByText('Network Error')
    screen.getByText('Please check your connection and try again')
  })

  test.each([
    ['pro&type=monthly', 'yearly', 'Your plan', 'Manage Subscription'],
    ['ai_addon&type=monthly', 'ai_addon', 'Your AI add-on', 'Manage Add-on'],
  ])("for ?plan=%s with %s reads that they already have it, before anything is sent, and gets to Stripe's portal", async (...row) => {
    const [plan, planType, words, button] = row
    const item = { planType, priceId: 'price', amount: 6000, interval: 'year', periodEnd: '2027-11-18T12:00:00.000Z' }
    const items = [{ ...item, isCancelled: false, hasFailed: false }]
    tell('GET /api/subscription/status', () => ({ items, grantedUntil: null, aiGrantedUntil: null }))
    tell('POST /api/billing/portal', () => ({ url: 'https://pay.example/portal' }))
    const tab = { opener: window, location: { href: '' } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const user = await openPage(`/checkout?plan=${plan}`, await aTeacherWhoKnowsIt())
    await screen.findByText(words)
    screen.getByText('Renews on November 18, 2027')
    screen.getByText('You’re all set')
    expect(screen.getByText('Go to my planner').getAttribute('href')).toBe('/dashboard')
    for (const text of ['What’s included', 'Due today', 'Proceed to Checkout', 'Discount code']) expect(screen.queryByText(text)).toBeNull()
    await press(user, button)
    await expect.poll(() => tab.location.href).toBe('https://pay.example/portal')
    expect(sent.map(({ name }) => name)).not.toContain('POST /api/create-checkout-session')
  })

  test.each([
    [1.5, 'Your plan starts today. Your remaining 6 trial days aren’t added to it.'],
    [6.5, 'Your plan starts today. Your remaining trial day isn’t added to it.'],
  ])("%d days into the trial reads that the rest of it isn't added to the plan", async (days, words) => {
    add('GET /api/user', () => ({ freeTrialStarted: new Date(clock().getTime() - days * DAY_MS).toISOString() }))
    const maya = await aTeacherWhoKnowsIt()
    await openPage('/checkout?plan=pro&type=yearly', maya)
    await screen.findByText(words)
    await openPage('/checkout?plan=ai_addon', maya)
    await screen.findByText('Due today')
    expect(screen.queryByText(words)).toBeNull()
  })

  test('with a granted plan reads until when, and that a purchased one still starts today', async () => {
    tell('GET /api/subscription/status', () => ({ items: [], grantedUntil: '2027-06-30', aiGrantedUntil: null }))
    await openPage('/checkout?plan=pro&type=yearly', await aTeacherWhoKnowsIt())
    await screen.findByText('You have Pro Teacher for free through June 30, 2027. If you buy a plan, it starts today anyway.')
    screen.getByText('Proceed to Checkout')
  })

  test('is redirected from an address that names nothing to buy, and told so', async () => {
    const maya = await aTeacherWhoKnowsIt()
    await openPage('/checkout?plan=gold', maya)
    await expect.poll(() => sessionStorage.getItem('nextMessage')).not.toBeNull()
    await openPage('/dashboard', maya)
    await screen.findByText('Invalid Request')
    screen.getByText('Missing subscription plan information')
  })

  test('signs in first, and returns to the purchase', async () => {
    const { email, password } = await aTeacherWhoKnowsIt()
    const user = await openPage('/checkout?plan=ai_addon&type=monthly')
    await screen.findByText('Welcome Back')
    expect(address()).toBe('/auth')
    await fill(user, 'Email', email)
    await fill(user, 'Password', password)
    await press(user, 'Sign In')
    await screen.findByText('AI add-on, monthly')
    expect(address()).toBe('/checkout?plan=ai_addon&type=monthly')
  })
})

test('a guest who wants to buy signs up first, and then continues the purchase', async () => {
  const user = await openPage('/checkout?plan=pro&type=monthly', await aGuest())
  await screen.findByText('Get Started')
  expect(address()).toBe('/auth?mode=register')
  await signUp(user)
  await screen.findByText('Pro Teacher, monthly')
  expect(address()).toBe('/checkout?plan=pro&type=monthly')
})

test('a visitor invited by a colleague is told so, and the code is sent with the sign-up, even after trying the planner', async () => {
  const visitor = await openPage('/auth?ref=MAYA7K2Q')
  await screen.findByText('Get Started')
  await screen.findByText(/^A colleague invited you\./)
  await press(visitor, 'Try it now')
  await screen.findByLabelText(/^Account:/)
  const user = await openPage('/auth?mode=register')
  await screen.findByText(/^A colleague invited you\./)
  await signUp(user)
  await screen.findByLabelText(/^Account:/)
  expect(sent.find(({ name }) => name === 'POST /api/auth/guest/sign-up')?.body).toMatchObject({ ref: 'MAYA7K2Q' })
  expect(address()).toMatch(/^\/dashboard/)
})

test('a guest who signs up stays signed in, although another call finds the guest’s session ended before the answer arrives', async () => {
  const user = await openPage('/auth?mode=register', await aGuest())
  await screen.findByText('Get Started')
  const { queryClient, SESSION_KEY } = await import('#web/lib/net/query-client.ts')
  const asked = vi.fn<(status: number) => void>()
  answer('GET /api/user', async ({ pass }) => {
    const reply = await pass()
    asked(reply.status)
    return reply
  })
  answer('POST /api/auth/guest/sign-up', async ({ pass }) => {
    const reply = await pass()
    void queryClient.refetchQueries({ queryKey: SESSION_KEY })
    await waitFor(() => expect(asked).toHaveBeenCalledWith(401))
    return reply
  })
  await signUp(user)
  await screen.findByLabelText(/^Account:/)
  expect(sessionStorage.getItem('nextMessage')).toBeNull()
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith(200))
})
