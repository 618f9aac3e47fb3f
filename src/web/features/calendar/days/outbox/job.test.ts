import { afterEach, describe, expect, test, vi } from 'vitest'
import { aCalendar, idle, MON, math, onAPage, showWeek, THU, WED, wait } from '#test/outbox-page.ts'
import { isOwnOperation, noteOwnOperation } from '#web/features/calendar/days/own-operations.ts'
import { pending } from '#web/features/calendar/days/pending.ts'
import { weekKey } from '#web/features/calendar/days/queries.ts'
import { OPERATIONS_KEY } from '#web/features/classes/data.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { newJob, refusalOf, turnsOf, untilEnded, waitVisibly } from './job.ts'
import { confirmedBlock } from './outcomes.ts'
import { addPending } from './pending-edits.ts'

onAPage()
afterEach(() => vi.restoreAllMocks())

const calendar = aCalendar()
const moving = { type: 'move', id: 'one', calendarId: calendar.id, at: 0, from: WED, to: THU, before: math, after: math } as const
const adding = { type: 'block', id: 'one', calendarId: calendar.id, at: 0, date: WED, before: null, after: math } as const
const stored = { id: 'one', calendar, personId: 'ann', isSent: false }
const refused = new RefusedCall({ status: 422, code: 'refused_by_rule', message: 'No', body: { code: 'refused_by_rule', message: 'No' } })

test('an edit takes a turn for each day that it changes, in its calendar', () => {
  expect(turnsOf({ ...stored, edit: moving })).toEqual([`${calendar.id} ${WED}`, `${calendar.id} ${THU}`])
})

test('another tab gets a refusal as the server sent it, and a bug as one', () => {
  expect(refusalOf(refused)).toEqual({ status: 422, code: 'refused_by_rule', message: 'No', body: refused.body })
  expect(refusalOf(new TypeError('x is undefined'))).toEqual({
    status: 500,
    code: 'broken',
    message: 'Something went wrong on our end. Please try again.',
    body: undefined,
  })
})

describe('an edit that waits for another tab', () => {
  test('counts as not yet sent after three seconds, until its turn', async () => {
    let begin: () => void = () => undefined
    void waitVisibly(new Promise<void>((resolve) => (begin = resolve)))
    await wait(2900)
    expect(saveStatus().unreached).toBe(0)
    await wait(100)
    expect(saveStatus().unreached).toBe(1)
    begin()
    await idle()
    expect(saveStatus().unreached).toBe(0)
  })

  test('doesn’t if its turn comes sooner', async () => {
    void waitVisibly(Promise.resolve())
    await wait(0)
    expect(saveStatus().unreached).toBe(0)
    // One that waits for ever would count.
    const seen = vi.fn()
    seen(saveStatus().unreached)
    await wait(5000)
    expect(saveStatus().unreached).toBe(0)
  })
})

describe('an edit that ends', () => {
  const end = (send: () => Promise<{ result: null }>) => {
    addPending(adding)
    return untilEnded(newJob({ ...stored, edit: adding }, true), send)
  }
  const isOld = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated

  test('isn’t on screen anymore, and nothing else changes', async () => {
    expect(await end(async () => ({ result: null }))).toEqual({ result: null })
    expect(pending.get()).toEqual([])
    expect(confirmedBlock(math)).toBe(math)
  })

  test('with a refusal leaves its lesson as it was, and the page loads nothing', async () => {
    queryClient.setQueryData(OPERATIONS_KEY, [])
    await expect(end(() => Promise.reject(refused))).rejects.toBe(refused)
    expect(pending.get()).toEqual([])
    expect(confirmedBlock(math)).toBeNull()
    expect(isOld(OPERATIONS_KEY)).toBe(false)
  })

  test('with a failure although the server carried it out makes the page load the day', async () => {
    showWeek(calendar)
    noteOwnOperation('one', calendar)
    isOwnOperation('one', calendar, [WED])
    await expect(end(() => Promise.reject(refused))).rejects.toBe(refused)
    expect(isOld(weekKey(calendar, MON))).toBe(true)
    // Another notice of it would be news.
    expect(isOwnOperation('one', calendar, [WED])).toBe(false)
  })
})
