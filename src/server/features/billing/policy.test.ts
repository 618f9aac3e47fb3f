import { describe, expect, test } from 'vitest'
import type { PaidStatus } from '#server/lib/integrations/payments.ts'
import { statusAt } from '#shared/billing/rules.ts'
import {
  changesOf,
  type Entitlement,
  entitlementAt,
  hasSwitched,
  isRunning,
  isShown,
  mayWrite,
  newlyFailed,
  type Reasons,
} from './policy.ts'
import { aSubscription } from './samples.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const LATER = new Date('2026-12-18T14:00:00Z')
const base: Reasons = {
  freeTrialStarted: new Date('2026-11-01T00:00:00Z'),
  status: 'TRIALEXPIRED',
  paid: [],
  returned: new Set(),
  grantedUntil: null,
  aiGrantedUntil: null,
  timezone: 'America/New_York',
}
const inTrial = { freeTrialStarted: new Date('2026-11-30T00:00:00Z'), status: 'TRIAL' as const }
const paying = (over: Parameters<typeof aSubscription>[0] = {}) => ({ paid: [aSubscription(over)] })
const entitlement = (over: Partial<Reasons>) => entitlementAt({ ...base, ...over }, NOW)

describe('a row of docs/billing.md', () => {
  test.each<[string, Partial<Reasons>, string]>([
    ['nothing, within 7 days', inTrial, 'TRIAL'],
    ['nothing, later', {}, 'TRIALEXPIRED'],
    ['active', paying(), 'PROTEACHERACTIVE'],
    ['trialing', paying({ status: 'trialing' }), 'PROTEACHERACTIVE'],
    ['active during the trial', { ...inTrial, ...paying() }, 'PROTEACHERACTIVE'],
    ['cancelled at the end, before it', paying({ endsAt: LATER }), 'PROTEACHERACTIVE'],
    ['cancelled at the end, after it', paying({ endsAt: NOW }), 'PROTEACHEREXPIRED'],
    ['past_due', paying({ status: 'past_due' }), 'PROTEACHERACTIVE'],
    ['unpaid', paying({ status: 'unpaid' }), 'PROTEACHEREXPIRED'],
    ['paused', paying({ status: 'paused' }), 'PROTEACHEREXPIRED'],
    ['canceled', paying({ status: 'canceled' }), 'PROTEACHEREXPIRED'],
    ['canceled, with days of trial left', { ...inTrial, ...paying({ status: 'canceled' }) }, 'TRIAL'],
    ['incomplete', paying({ status: 'incomplete' }), 'TRIALEXPIRED'],
    ['incomplete_expired', paying({ status: 'incomplete_expired' }), 'TRIALEXPIRED'],
    ['returned', { ...paying(), returned: new Set(['in_first']) }, 'PROTEACHEREXPIRED'],
    ['another invoice returned', { ...paying(), returned: new Set(['in_before']) }, 'PROTEACHERACTIVE'],
    ['the add-on alone', paying({ planType: 'ai_addon' }), 'TRIALEXPIRED'],
    ['the add-on alone, after a plan', { status: 'PROTEACHERACTIVE', ...paying({ planType: 'ai_addon' }) }, 'PROTEACHEREXPIRED'],
    ['granted until today', { grantedUntil: '2026-12-01' }, 'PROTEACHERACTIVE'],
    ['granted until yesterday', { grantedUntil: '2026-11-30' }, 'PROTEACHEREXPIRED'],
    ['active, without an invoice', paying({ latestInvoiceId: null }), 'PROTEACHERACTIVE'],
    ['nothing, but a plan in the past', { status: 'PROTEACHEREXPIRED' }, 'PROTEACHEREXPIRED'],
    [
      'canceled, and the add-on alone',
      { paid: [aSubscription({ status: 'canceled' }), aSubscription({ planType: 'ai_addon' })] },
      'PROTEACHEREXPIRED',
    ],
    ['one that is over and one that is active', { paid: [aSubscription({ status: 'canceled' }), aSubscription()] }, 'PROTEACHERACTIVE'],
  ])('%s', (_name, over, status) => {
    expect(entitlement(over).status).toBe(status)
  })

  test('the add-on includes AI as long as it is active', () => {
    expect(entitlement(paying({ planType: 'ai_addon' }))).toMatchObject({ aiFeatureFlag: true, aiEndsAt: null })
    expect(entitlement(paying({ planType: 'ai_addon', endsAt: LATER }))).toMatchObject({ aiFeatureFlag: true, aiEndsAt: LATER })
    const granted = { ...paying({ planType: 'ai_addon', endsAt: LATER }), aiGrantedUntil: '2026-12-31' }
    expect(entitlement(granted)).toMatchObject({ status: 'TRIALEXPIRED', aiFeatureFlag: true, aiEndsAt: new Date('2027-01-01T05:00:00Z') })
    expect(entitlement({ aiGrantedUntil: '2026-11-30' })).toMatchObject({ aiFeatureFlag: false, aiEndsAt: null })
    expect(entitlement(paying({ planType: 'ai_addon', status: 'canceled' }))).toMatchObject({ aiFeatureFlag: false, aiEndsAt: null })
  })
})

test('the longest-lasting entitlement determines when a plan ends', () => {
  expect(entitlement(paying({ endsAt: LATER })).planEndsAt).toEqual(LATER)
  expect(entitlement({ ...paying({ endsAt: LATER }), grantedUntil: '2026-12-31' }).planEndsAt).toEqual(new Date('2027-01-01T05:00:00Z'))
  expect(entitlement({ ...paying({ endsAt: LATER }), grantedUntil: '2026-12-02' }).planEndsAt).toEqual(LATER)
  expect(entitlement({ ...paying(), grantedUntil: '2026-12-31' }).planEndsAt).toBeNull()
})

test('a plan past its end reads as expired, or as the trial if that has days left', () => {
  const plan = { subscriptionStatus: 'PROTEACHERACTIVE' as const, planEndsAt: NOW.toISOString() }
  const read = (freeTrialStarted: Date, now: Date) => statusAt({ ...plan, freeTrialStarted: freeTrialStarted.toISOString() }, now.getTime())
  expect(read(base.freeTrialStarted, new Date(NOW.getTime() - 1))).toBe('PROTEACHERACTIVE')
  expect(read(base.freeTrialStarted, NOW)).toBe('PROTEACHEREXPIRED')
  expect(read(inTrial.freeTrialStarted, NOW)).toBe('TRIAL')
})

test.each<[PaidStatus, boolean, boolean]>([
  ['active', true, true],
  ['trialing', true, true],
  ['past_due', true, true],
  ['unpaid', false, true],
  ['paused', false, true],
  ['canceled', false, false],
  ['incomplete', false, false],
  ['incomplete_expired', false, false],
])('a subscription that is %s is in effect: %s, and shown to its owner: %s', (status, isInEffect, isSeen) => {
  expect(isRunning(aSubscription({ status }), new Set(), NOW)).toBe(isInEffect)
  expect(isShown(aSubscription({ status }), new Set(), NOW)).toBe(isSeen)
})

describe('the audit log', () => {
  const none: Entitlement = { status: 'TRIALEXPIRED', planEndsAt: null, aiFeatureFlag: false, aiEndsAt: null }
  const plan: Entitlement = { ...none, status: 'PROTEACHERACTIVE' }
  const ending = { ...plan, planEndsAt: LATER }
  const withAi = { ...plan, aiFeatureFlag: true }
  test.each([
    ['a plan begins', none, plan, ['plan.begun']],
    ['a plan begins whose end is known', none, ending, ['plan.begun']],
    ['a plan ends', ending, { ...none, status: 'PROTEACHEREXPIRED' as const }, ['plan.ended']],
    ['a plan is cancelled', plan, ending, ['plan.cancelled']],
    ['a plan is resumed', ending, plan, ['plan.resumed']],
    ['the add-on begins', plan, withAi, ['addon.begun']],
    ['the add-on ends', withAi, plan, ['addon.ended']],
    ['both begin', none, withAi, ['plan.begun', 'addon.begun']],
    ['nothing changes', withAi, withAi, []],
    ['a cancelled plan ends at another time', ending, { ...ending, planEndsAt: NOW }, []],
    ['a trial ends', { ...none, status: 'TRIAL' as const }, none, []],
    ['nothing but a date is known without a plan', none, { ...none, planEndsAt: LATER }, []],
  ])('says so when %s', (_when, before, after, acts) => {
    expect(changesOf(before, after)).toEqual(acts)
  })
})

test('a teacher hears of a failed payment once, for each subscription', () => {
  const [plan, addOn] = [{ id: 'plan' }, { id: 'add-on' }]
  const failed = { ...plan, status: 'past_due' as const }
  expect(newlyFailed([{ ...plan, status: 'active' }], [failed])).toEqual([failed])
  expect(newlyFailed([], [failed])).toEqual([failed])
  expect(newlyFailed([failed], [failed])).toEqual([])
  expect(newlyFailed([failed], [{ ...plan, status: 'unpaid' }])).toEqual([])
  expect(newlyFailed([{ ...plan, status: 'unpaid' }], [failed])).toEqual([])
  expect(newlyFailed([failed], [failed, { ...addOn, status: 'unpaid' }])).toEqual([{ ...addOn, status: 'unpaid' }])
  expect(newlyFailed([failed], [{ ...plan, status: 'active' }])).toEqual([])
})

test('a subscription has switched if the same one is for another plan', () => {
  const [monthly, addOn] = [
    { id: 'plan', planType: 'monthly' as const },
    { id: 'add-on', planType: 'ai_addon' as const },
  ]
  const yearly = { ...monthly, planType: 'yearly' as const }
  expect(hasSwitched([monthly, addOn], [addOn, yearly])).toBe(true)
  expect(hasSwitched([monthly, addOn], [addOn, monthly])).toBe(false)
  expect(hasSwitched([monthly], [monthly, addOn])).toBe(false)
  expect(hasSwitched([], [yearly])).toBe(false)
})

describe('a planner can be changed', () => {
  const expired = { status: 'TRIALEXPIRED' as const, freeTrialStarted: base.freeTrialStarted, planEndsAt: null, isAdmin: false }
  test.each<[string, Parameters<typeof mayWrite>[0], boolean, boolean]>([
    ['after the trial', expired, false, false],
    ['after the trial, where there are no subscriptions', expired, true, true],
    ['after the trial, by a platform admin', { ...expired, isAdmin: true }, false, true],
    ['during the trial', { ...expired, ...inTrial }, false, true],
    ['with a plan', { ...expired, status: 'PROTEACHERACTIVE' }, false, true],
    ['with a plan that ends later', { ...expired, status: 'PROTEACHERACTIVE', planEndsAt: LATER }, false, true],
    ['with a plan that has ended', { ...expired, status: 'PROTEACHERACTIVE', planEndsAt: NOW }, false, false],
  ])('%s', (_when, account, isFree, may) => {
    expect(mayWrite(account, { isFree, now: NOW })).toBe(may)
  })
})
