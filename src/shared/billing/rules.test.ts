import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { hasAccess, statusAt, trialDaysLeft } from './rules.ts'

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
