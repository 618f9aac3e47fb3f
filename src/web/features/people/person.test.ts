import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { initialsOf, nameOf, statusLineOf } from './person.ts'

describe('a person’s name and initials', () => {
  test.each([
    ['Maya Rivera', 'MR'],
    ['Ana María de la Cruz', 'AC'],
    ['Plato', 'PL'],
    ['  ', 'MA'],
    [null, 'MA'],
    ['👩‍🏫 Ms. Lee', '👩L'],
  ])('%j is shown as %s', (displayName, initials) => {
    expect(initialsOf({ displayName, email: 'maya@school.example' })).toBe(initials)
  })

  test('a teacher without a display name is shown by email', () => {
    expect(nameOf({ displayName: null, email: 'maya@school.example' })).toBe('maya@school.example')
    expect(nameOf({ displayName: 'Maya', email: 'maya@school.example' })).toBe('Maya')
  })

  test('a guest is called Guest, unless they entered a name', () => {
    expect(nameOf({ displayName: null, email: null })).toBe('Guest')
    expect(initialsOf({ displayName: null, email: null })).toBe('GU')
    expect(nameOf({ displayName: 'Maya', email: null })).toBe('Maya')
  })
})

describe('the status line', () => {
  const start = Date.parse('2026-11-16T08:00:00Z')
  const day = DAY_MS
  const user = (subscriptionStatus: Parameters<typeof statusLineOf>[0]['subscriptionStatus']) => ({
    subscriptionStatus,
    freeTrialStarted: new Date(start).toISOString(),
    createdAt: new Date(start).toISOString(),
    isGuest: false,
  })

  test.each([
    [0, 'Guest · 3 days left'],
    [2.2, 'Guest · 1 day left'],
    [3, 'Guest · 0 days left'],
  ])('of a guest after %d days reads %j', (days, text) => {
    expect(statusLineOf({ ...user('TRIAL'), isGuest: true }, start + days * day)).toEqual({ text, isEnded: false })
  })

  test.each([
    ['TRIAL', 0, 'Trial · 7 days left', false],
    ['TRIAL', 1.5, 'Trial · 6 days left', false],
    ['TRIAL', 6.5, 'Trial · 1 day left', false],
    ['TRIAL', 7, 'Trial Expired', true],
    ['TRIALEXPIRED', 0, 'Trial Expired', true],
    ['PROTEACHERACTIVE', 400, 'Amazing Teacher', false],
    ['PROTEACHEREXPIRED', 400, 'Plan Expired', true],
  ] as const)('%s after %d days reads %j', (status, days, text, isEnded) => {
    expect(statusLineOf(user(status), start + days * day)).toEqual({ text, isEnded })
  })
})
