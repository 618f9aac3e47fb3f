import { expect, test } from 'vitest'
import { aiShare, dayWords, planWords } from './user-words.ts'

const clock = { timezone: 'America/New_York', now: Date.parse('2026-11-18T15:52:00Z') }

test.each([
  ['2026-11-18T05:00:00Z', 'Today'],
  ['2026-11-18T04:59:00Z', 'Yesterday'],
  ['2026-11-10T12:00:00Z', 'Nov 10'],
  ['2025-11-10T12:00:00Z', 'Nov 10, 2025'],
])('%s is %s for an admin in New York', (instant, words) => {
  expect(dayWords(instant, clock)).toBe(words)
})

const trial = { freeTrialStarted: '2026-11-13T12:00:00Z', planInterval: null, planEndsAt: null }
test.each([
  ['a trial', { ...trial, subscriptionStatus: 'TRIAL' }, 'Trial, 2 days left'],
  ['the last day of a trial', { ...trial, freeTrialStarted: '2026-11-11T16:00:00Z', subscriptionStatus: 'TRIAL' }, 'Trial, 1 day left'],
  ['an ended trial', { ...trial, freeTrialStarted: '2026-11-04T12:00:00Z', subscriptionStatus: 'TRIALEXPIRED' }, 'Trial Expired Nov 11'],
  ['a yearly plan', { ...trial, planInterval: 'year', subscriptionStatus: 'PROTEACHERACTIVE' }, 'Pro Active, yearly'],
  ['a granted plan', { ...trial, subscriptionStatus: 'PROTEACHERACTIVE' }, 'Pro Active'],
  ['an ended plan', { ...trial, planEndsAt: '2026-11-02T12:00:00Z', subscriptionStatus: 'PROTEACHEREXPIRED' }, 'Pro Expired Nov 2'],
] as const)('%s is described in a few words', (_, plan, words) => {
  expect(planWords(plan, clock)).toBe(words)
})

test.each([
  [0, '0'],
  [3, '1%'],
  [387_520, '39%'],
  [1_000_000, '100%'],
])('%s of a million tokens is %s', (monthlyTokenUsage, share) => {
  expect(aiShare({ monthlyTokenUsage, tokensAllowance: 1_000_000 })).toBe(share)
})
