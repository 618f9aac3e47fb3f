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

test('an older key isn’t needed for links in mail that have ended, and is for as long as any deleted account is remembered', () => {
  const since = new Date('2026-10-01T00:00:00Z')
  const trials = { rows: 1, last: new Date('2026-01-15T00:00:00Z') }
  const coupons = { rows: 1, last: new Date('2026-02-15T00:00:00Z') }
  const middleOf = (more: Partial<typeof known.traces>, now = known.now) =>
    keyNeeds({ ...known, since, now, traces: { ...known.traces, ...more } })[1]
  const unsubscribes = 'Mail that was sent unsubscribes with it: 1 in the last twelve months.'
  const linksEnd = new Date('2026-10-31T00:00:00Z')
  expect(middleOf({ sent: { rows: 1 } }, linksEnd)).toBe(`Key middle is still needed. ${unsubscribes}`)
  expect(middleOf({ sent: { rows: 1 } }, new Date(linksEnd.getTime() - 1))).toBe(
    `Key middle is still needed. Mail that was sent confirms addresses with it until 2026-10-31. ${unsubscribes}`,
  )
  const until = (date: string) =>
    `Key middle is still needed. People who deleted their account are recognized with it until ${date} (trials, discount codes).`
  expect(middleOf({ trials })).toBe(until('2027-01-15'))
  expect(middleOf({ coupons })).toBe(until('2027-02-15'))
  expect(middleOf({ trials, coupons })).toBe(until('2027-02-15'))
  expect(middleOf({ trials: coupons, coupons: trials })).toBe(until('2027-02-15'))
})

test('where it isn’t known since when a key is in use, links in mail count from now', () => {
  const traces = { ...known.traces, sent: { rows: 1 } }
  const [newest, middle] = keyNeeds({ ...known, since: null, traces })
  expect(newest).toBe('Key newest is in use.')
  expect(middle).toContain('Mail that was sent confirms addresses with it until 2026-12-31.')
})

test('a newer key waits to be used', () => {
  expect(keyNeeds({ ...known, inUse: 'middle' })).toEqual([
    'Key middle is in use since 2026-11-28 09:30 UTC.',
    'Key newest is newer and not in use yet. Run npm run keys -- rotate.',
    'Key oldest is no longer needed. You can remove it from the keys, then restart the servers.',
  ])
})

test('a key that isn’t here is asked for if values or backups need it', () => {
  const backups = [
    { folder: '/backups', name: 'third', key: undefined },
    { folder: '/backups', name: 'second', key: 'lost' },
    { folder: '/backups', name: 'first', key: 'newest' },
  ]
  expect(
    keyNeeds({
      ...known,
      names: ['newest'],
      backups,
      values: new Map([
        ['newest', 7],
        ['gone', 3],
      ]),
    }),
  ).toEqual([
    'Key newest is in use since 2026-11-28 09:30 UTC.',
    'Key gone isn’t here. Add it after the others if you have it. Values in the database can’t be read without it: 3.',
    'Key lost isn’t here. Add it after the others if you have it. Backups need it: 1, the newest is second in /backups.',
  ])
})
