import { describe, expect, test } from 'vitest'
import type { Job, Server } from '#shared/admin/system/contract.ts'
import { troublesOf } from './troubles.ts'

const calm = { requests: 5000, errors: 0, p50: 4, p95: 40, p99: 90 }
const job = (outcome: 'done' | 'failed' | 'gave_up' | 'lost', gaveUp = 0): Job => ({
  name: 'end-plans',
  schedule: null,
  nextAt: null,
  waiting: 0,
  gaveUp,
  failures: 0,
  lastRun: { startedAt: '2026-11-18T03:17:00Z', endedAt: null, outcome, error: null },
})
const server = (host: string, isGone: boolean): Server => ({
  host,
  version: '1',
  node: '20',
  startedAt: '2026-11-18T03:17:00Z',
  seenAt: '2026-11-18T03:17:00Z',
  isThis: false,
  isGone,
  memory: 1,
  streams: 0,
  loopDelay: null,
  lastHour: calm,
})
const troubles = (hour: object, jobs: Job[] = [], servers: Server[] = []) =>
  troublesOf({ traffic: { lastHour: { ...calm, ...hour }, sinceStart: calm }, jobs, servers })

describe('what needs attention', () => {
  test.each([
    ['nothing, if all is well', {}, [job('done')], []],
    ['nothing, if one request in thousands failed', { errors: 1 }, [], []],
    ['requests that fail', { errors: 12 }, [], ['12 of 5000 requests failed in the last hour']],
    ['slow answers', { p95: 2345 }, [], ['1 in 20 requests takes longer than 2.3 s']],
    ['a job that failed', {}, [job('failed')], ['Failed on the last run: End expired trials and plans']],
    ['a job that was lost', {}, [job('lost')], ['Failed on the last run: End expired trials and plans']],
    ['a job that failed for good', {}, [job('done', 2)], ['Failed: End expired trials and plans']],
    ['nothing, on a server that was just started', { requests: 0, p50: null, p95: null, p99: null }, [], []],
  ] as const)('%s', (_, hour, jobs, words) => expect(troubles(hour, [...jobs])).toEqual(words))

  test('a server that died, once, even if it has been started again and died again', () =>
    expect(troubles({}, [], [server('a', false), server('b', true), server('b', true)])).toEqual(['Not responding: b']))
})
