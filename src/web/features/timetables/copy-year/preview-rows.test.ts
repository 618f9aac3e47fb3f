import { expect, test } from 'vitest'
import type { CopiedPlan } from '#shared/moves/years/rules.ts'
import { previewRows } from './preview-rows.ts'

const plan = (from: string, to: string | null, outcome: CopiedPlan['outcome'] = 'copied', by: CopiedPlan['by'] = 'schoolDay') =>
  ({
    by,
    outcome,
    from: { date: `2025-${from}`, startTime: '09:00' },
    to: to === null ? null : { date: `2026-${to}`, startTime: '09:00' },
  }) as CopiedPlan
const off = (year: string, ...days: [string, string][]) => days.map(([date, reason]) => ({ date: `${year}-${date}`, reason }))
const rows = (plans: CopiedPlan[], last: [string, string][] = [], now: [string, string][] = []) =>
  previewRows(plans, { last: off('2025', ...last), now: off('2026', ...now) }).map((row) =>
    row.is === 'off' ? row.words : `${row.plans.map(({ from }) => from.date.slice(5)).join(' ')} ${row.plans[0]?.outcome}`,
  )

test('plans that stay, have a locked lesson or have no day share a row, and copied ones have one each', () => {
  const plans = [
    plan('12-01', '11-30'),
    plan('12-02', '12-01'),
    plan('12-03', '12-02', 'kept'),
    plan('12-04', '12-03', 'kept'),
    plan('12-05', '12-04', 'unplaced'),
    plan('12-06', null, 'unplaced'),
    plan('12-07', null, 'unplaced'),
  ]
  expect(rows(plans)).toEqual(['12-01 copied', '12-02 copied', '12-03 12-04 kept', '12-05 unplaced', '12-06 12-07 unplaced'])
})

test('a day off is named where it is, with what it does to the later plans', () => {
  expect(rows([plan('11-26', '11-25'), plan('12-01', '11-30')], [['11-27', 'Thanksgiving']], [['11-26', 'thanksgiving']])).toEqual([
    '11-26 copied',
    'Thanksgiving, both years',
    '12-01 copied',
  ])
  expect(rows([plan('12-09', '12-08'), plan('12-11', '12-09')], [['12-10', 'Snow day']])).toEqual([
    '12-09 copied',
    'Snow day last year, Dec 10: from here 1 day earlier',
    '12-11 copied',
  ])
  const now: [string, string][] = [
    ['12-09', ''],
    ['12-10', ''],
  ]
  expect(rows([plan('12-09', '12-08'), plan('12-10', '12-11')], [], now)[1]).toBe(
    'Day off this year, Dec 9 – Dec 10: from here 2 days later',
  )
  expect(rows([plan('12-09', '12-08', 'copied', 'date'), plan('12-11', '12-10', 'copied', 'date')], [['12-10', 'Snow day']])[1]).toBe(
    'Snow day last year, Dec 10',
  )
})
