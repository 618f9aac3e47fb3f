import { describe, expect, test } from 'vitest'
import { checkoutAddress } from '#shared/billing/rules.ts'
import { checkoutFailure, planOf, portalFailure, priceOf, trialEndDay, trialLine } from './plans.ts'

describe('the address of a checkout', () => {
  test.each([
    ['plan=pro&type=monthly', { plan: 'monthly', priceId: null }],
    ['plan=pro&type=yearly&priceId=price_1', { plan: 'yearly', priceId: 'price_1' }],
    ['plan=pro', { plan: 'yearly', priceId: null }],
    ['plan=ai_addon', { plan: 'ai_addon', priceId: null }],
    ['plan=ai_addon&type=yearly', { plan: 'ai_addon', priceId: null }],
    ['plan=pro&type=weekly', null],
    ['plan=gold', null],
    ['type=monthly', null],
    ['', null],
  ])('%j names %j', (search, found) => {
    expect(planOf(new URLSearchParams(search))).toEqual(found)
  })

  test.each(['monthly', 'yearly', 'ai_addon'] as const)('leads back to the %s plan', (plan) => {
    expect(planOf(new URL(checkoutAddress(plan), 'https://firstbell.example').searchParams)?.plan).toBe(plan)
  })
})

test.each([
  [6000, '$60'],
  [800, '$8'],
  [450, '$4.50'],
  [0, '$0'],
])('%d cents are %s', (cents, words) => {
  expect(priceOf(cents)).toBe(words)
})

test('a trial ends on the day in the teacher’s time zone', () => {
  const freeTrialStarted = '2026-11-14T03:00:00.000Z'
  expect(trialEndDay({ freeTrialStarted, timezone: 'UTC' })).toBe('2026-11-21')
  expect(trialEndDay({ freeTrialStarted, timezone: 'America/New_York' })).toBe('2026-11-20')
})

test.each([
  ['The billing system is being configured. Please try again.', 'Billing Portal Temporarily Unavailable'],
  ['Stripe is temporarily unavailable.', 'Billing Portal Temporarily Unavailable'],
  ['We can’t find that. It may have been moved or deleted.', 'Failed to open billing portal'],
])('when the portal is refused with %j, the message is headed %j', (reason, title) => {
  expect(portalFailure(reason).title).toBe(title)
})

test('an unanswered checkout has a different message than a refused one', () => {
  expect(checkoutFailure('offline', 'x')).toEqual({ title: 'Network Error', description: 'Please check your connection and try again' })
  expect(checkoutFailure('refused_by_rule', 'No such code')).toEqual({ title: 'Checkout Error', description: 'No such code' })
  expect(checkoutFailure('broken', '')).toEqual({ title: 'Checkout Error', description: 'Failed to start checkout process' })
})

test('a trial has a notice three days and one day before its end only', () => {
  expect([7, 4, 3, 2, 1, 0].filter((days) => trialLine(days) !== null)).toEqual([3, 1])
})
