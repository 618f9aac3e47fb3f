import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { DAY_MS } from '#shared/dates.ts'
import { officeConfirmedBy, officeToken } from './policy.ts'

const NOW = new Date('2026-11-29T08:00:00Z')
const daysLater = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms)
const keys = makeKeyRing(newKey())
const oak = { schoolId: 'oak', email: 'office@oak.example' }

test('the link in a mail to an office confirms its address for 30 days', () => {
  const token = officeToken(keys, oak, NOW)
  expect(officeConfirmedBy(keys, token, daysLater(30, -1))).toEqual(oak)
  expect(officeConfirmedBy(keys, token, daysLater(30))).toBeUndefined()
})

test('nobody confirms an office with a forged token, or with one that another link had', () => {
  const text = JSON.stringify({ ...oak, until: daysLater(1).getTime() })
  expect(officeConfirmedBy(keys, text, NOW)).toBeUndefined()
  expect(officeConfirmedBy(keys, keys.seal('mail', 'confirm', text), NOW)).toBeUndefined()
  expect(officeConfirmedBy(keys, makeKeyRing(newKey()).seal('mail', 'office', text), NOW)).toBeUndefined()
  // A link in a mail from an earlier version works.
  expect(officeConfirmedBy(keys, keys.seal('mail', 'office', text), NOW)).toEqual(oak)
})
