import { expect, test } from 'vitest'
import type { Backup } from '#shared/backups/contract.ts'
import { durationWords, failedProofOf, lastProofOf, sizeWords, timesWords } from './backup-words.ts'

test('sizes and durations are readable', () => {
  expect([0, 412_345, 12_340_000, 260_400_000, 1_240_000_000].map(sizeWords)).toEqual(['0.1 MB', '0.4 MB', '12.3 MB', '260 MB', '1.2 GB'])
  expect([3, 840, 59_900, 65_000, 3_600_000].map(durationWords)).toEqual(['0.1 s', '0.8 s', '59.9 s', '1 min 5 s', '60 min 0 s'])
})

test('a schedule lists its times, unless there are many', () => {
  expect([['03:00'], ['03:00', '12:30'], ['03:00', '12:00', '16:00']].map(timesWords)).toEqual([
    'at 3:00 AM',
    'at 3:00 AM and 12:30 PM',
    'at 3:00 AM, 12:00 PM, and 4:00 PM',
  ])
  expect(timesWords(Array.from({ length: 24 }, (_, hour) => `${hour}`.padStart(2, '0')))).toBe('24 times a day')
})

const backup = (at: string, proof: Backup['proof']): Backup => ({ name: at, kind: 'daily', at, bytes: 1, milliseconds: null, proof })
const WELL = { at: '2026-11-21T08:01:00Z', failure: null }
const BADLY = { at: '2026-11-22T08:01:00Z', failure: 'The file is damaged.' }

test('the last successful test restore counts, and a newer failure is reported', () => {
  const older = backup('2026-11-21', WELL)
  expect(lastProofOf({ backups: [backup('2026-11-22', null), older] })).toBe(WELL.at)
  expect(failedProofOf({ backups: [backup('2026-11-22', null), older] })).toBeUndefined()
  const failed = backup('2026-11-22', BADLY)
  expect(lastProofOf({ backups: [failed, older] })).toBe(WELL.at)
  expect(failedProofOf({ backups: [failed, older] })).toBe(failed)
  expect(lastProofOf({ backups: [failed] })).toBeUndefined()
})
