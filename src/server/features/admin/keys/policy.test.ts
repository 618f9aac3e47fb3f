import { expect, test } from 'vitest'
import { keyNeeds } from './policy.ts'

const since = new Date('2026-11-28T09:30:00Z')
const NONE = { rows: 0 }
const known = {
  names: ['newest', 'middle', 'oldest'],
  inUse: 'newest',
  since,
  now: new Date('2026-12-01T00:00:00Z'),
  values: new Map([['newest', 7]]),
  backups: [],
  traces: { trials: NONE, coupons: NONE, silent: NONE, sent: NONE },
}

test('older keys that nothing needs can be removed', () => {
  expect(keyNeeds(known)).toEqual([
    'Key newest is in use since 2026-11-28 09:30 UTC.',
    'Key middle is no longer needed. You can remove it from the keys, then restart the servers.',
    'Key oldest is no longer needed. You can remove it from the keys, then restart the servers.',
  ])
})

test('a key is needed for its backups and its values', () => {
  const backups = [
    { folder: '/backups', name: 'second', key: 'oldest' },
    { folder: '/backups', name: 'first', key: 'oldest' },
  ]
  const [, middle, oldest] = keyNeeds({ ...known, backups, values: new Map([['middle', 2]]) })
  expect(middle).toBe('Key middle is still needed. It encrypted values in the database: 2. Run npm run keys -- rotate.')
  expect(oldest).toBe('Key oldest is still needed. Backups need it: 2, the newest is second in /backups.')
})

test('older keys are needed for deleted accounts until twelve months later, and for mail that was sent', () => {
  const trials = { rows: 3, last: new Date('2026-11-20T00:00:00Z') }
  const [, middle] = keyNeeds({ ...known, traces: { trials, coupons: NONE, silent: { rows: 2 }, sent: { rows: 9 } } })
  expect(middle).toBe(
    'Key middle is still needed. People who deleted their account are recognized with it until 2027-11-20 (trials, discount codes). Addresses that unsubscribed without an account are recognized with it: 2. Mail that was sent confirms addresses with it until 2026-12-28. Mail that was sent unsubscribes with it: 9 in the last twelve months.',
  )
})
