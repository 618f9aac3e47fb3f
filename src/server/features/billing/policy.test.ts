import { describe, expect, test } from 'vitest'
import { statusAt } from '#shared/billing/rules.ts'
import { entitlementAt, type Reasons } from './policy.ts'
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
  expect(entitlement({ ...paying(), grantedUntil: '2026-12-31' }).planEndsAt).toBeNull()
})

test('a plan past its end reads as expired, or as the trial if that has days left', () => {
  const plan = { subscriptionStatus: 'PROTEACHERACTIVE' as const, planEndsAt: NOW.toISOString() }
  const read = (freeTrialStarted: Date, now: Date) => statusAt({ ...plan, freeTrialStarted: freeTrialStarted.toISOString() }, now.getTime())
  expect(read(base.freeTrialStarted, new Date(NOW.getTime() - 1))).toBe('PROTEACHERACTIVE')
  expect(read(base.freeTrialStarted, NOW)).toBe('PROTEACHEREXPIRED')
  expect(read(inTrial.freeTrialStarted, NOW)).toBe('TRIAL')
})
