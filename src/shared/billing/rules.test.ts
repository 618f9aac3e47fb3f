import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { BEING_CONFIGURED, checkoutAddress, hasAccess, PRICES, statusAt, trialDaysLeft, YEARLY_SAVING } from './rules.ts'

const freeTrialStarted = '2026-11-10T08:00:00.000Z'
const at = (days: number) => Date.parse(freeTrialStarted) + days * DAY_MS

test.each([
  [0, 7],
  [0.1, 7],
  [1, 6],
  [6.9, 1],
  [7, 0],
  [400, 0],
  [-1, 7],
])('%d days into a trial, %d are left', (gone, left) => {
  expect(trialDaysLeft(freeTrialStarted, at(gone))).toBe(left)
})

test.each([
  ['TRIAL', 6.9, 'TRIAL', true],
  ['TRIAL', 7, 'TRIALEXPIRED', false],
  ['TRIALEXPIRED', 1, 'TRIALEXPIRED', false],
  ['PROTEACHERACTIVE', 400, 'PROTEACHERACTIVE', true],
  ['PROTEACHEREXPIRED', 1, 'PROTEACHEREXPIRED', false],
] as const)('%s after %d days is %s, with access: %s', (subscriptionStatus, days, status, access) => {
  expect(statusAt({ subscriptionStatus, freeTrialStarted }, at(days))).toBe(status)
  expect(hasAccess({ subscriptionStatus, freeTrialStarted, isAdmin: false }, at(days))).toBe(access)
  expect(hasAccess({ subscriptionStatus, freeTrialStarted, isAdmin: true }, at(days))).toBe(true)
})

test.each([
  [null, 'PROTEACHERACTIVE', true],
  [at(400) + 1, 'PROTEACHERACTIVE', true],
  [at(400), 'PROTEACHEREXPIRED', false],
])('a plan that ends at %s is %s 400 days later, with access: %s', (end, status, access) => {
  const planEndsAt = end === null ? null : new Date(end).toISOString()
  const plan = { subscriptionStatus: 'PROTEACHERACTIVE' as const, freeTrialStarted, planEndsAt }
  expect(statusAt(plan, at(400))).toBe(status)
  expect(hasAccess({ ...plan, isAdmin: false }, at(400))).toBe(access)
})

test('a plan that ends during the trial gives way to it, and one that has expired before doesn’t', () => {
  const planEndsAt = new Date(at(2)).toISOString()
  expect(statusAt({ subscriptionStatus: 'PROTEACHERACTIVE', freeTrialStarted, planEndsAt }, at(3))).toBe('TRIAL')
  expect(statusAt({ subscriptionStatus: 'PROTEACHEREXPIRED', freeTrialStarted, planEndsAt }, at(3))).toBe('PROTEACHEREXPIRED')
})

test('a year costs $36 less than twelve months', () => {
  expect(YEARLY_SAVING).toBe(36)
  expect(PRICES.proTeacher.year + YEARLY_SAVING).toBe(12 * PRICES.proTeacher.month)
})

test('each plan has its checkout page', () => {
  expect(checkoutAddress('monthly')).toBe('/checkout?plan=pro&type=monthly')
  expect(checkoutAddress('yearly')).toBe('/checkout?plan=pro&type=yearly')
  expect(checkoutAddress('ai_addon')).toBe('/checkout?plan=ai_addon&type=monthly')
})

test('where payments aren’t set up, people are told so in the prescribed words', () => {
  expect(BEING_CONFIGURED).toBe(
    'The billing system is being configured. Please try again in a few minutes or contact support if this persists.',
  )
})
