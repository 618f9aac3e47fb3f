import { expect, test } from 'vitest'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { markOf, monthMarks, withMarks } from './month-marks.ts'

const mark = (date: string, change: Partial<DayMark> = {}): DayMark => ({
  date,
  isBlocked: true,
  blockedText: 'FALL BREAK',
  hasNote: false,
  noteText: null,
  hasAlert: false,
  version: 1,
  ...change,
})
const november = monthMarks('2026-10-26', '2026-12-06', [mark('2026-11-11'), mark('2026-11-20')])

test('a month applies changes of its own days only', () => {
  const changed = withMarks(
    november,
    new Map([
      ['2026-11-11', null],
      ['2026-11-12', mark('2026-11-12')],
      ['2026-12-07', mark('2026-12-07')],
    ]),
  )
  expect([...changed.days.keys()].sort()).toEqual(['2026-11-12', '2026-11-20'])
  expect([...november.days.keys()]).toEqual(['2026-11-11', '2026-11-20'])
})

test('an unchanged month stays the same object, so that nothing renders again', () => {
  expect(withMarks(november, new Map([['2026-11-11', mark('2026-11-11')]]))).toBe(november)
  expect(withMarks(november, new Map([['2026-11-13', null]]))).toBe(november)
  expect(withMarks(november, new Map([['2027-01-01', mark('2027-01-01')]]))).toBe(november)
})

test('a day has an alert if one of its time blocks has one', () => {
  const block = { id: 'b', title: 'Math', description: '', startTime: '08:00', endTime: '09:00', alertMessage: '', order: 0 }
  const day = { id: 'd', ...mark('2026-11-18'), userId: 'u', operationId: 'o' }
  expect(markOf({ ...day, blocks: [{ ...block, hasAlert: false }] }).hasAlert).toBe(false)
  expect(
    markOf({
      ...day,
      blocks: [
        { ...block, hasAlert: false },
        { ...block, hasAlert: true },
      ],
    }).hasAlert,
  ).toBe(true)
})
