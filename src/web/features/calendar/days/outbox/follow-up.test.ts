import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { dayWith, MON, onAPage, server, TUE, WED } from '#test/outbox-page.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { lastToast, showToast } from '#web/ui/toasts/toast-store.ts'
import { followUp } from './follow-up.ts'

onAPage()

const CLASSES = ['classes']
const UNPLACED = ['unplaced']
const none: OperationResult = { operationId: 'one', entries: [], removed: [] }
const leaving = (unplaced: number) => ({ ...none, unplaced: Array.from({ length: unplaced }, (_, id) => ({ id: String(id) })) })
const editOf = (type: string) => ({ type, dates: [], days: [], changes: [], date: MON, from: MON, to: MON }) as unknown as DayEdit
const areClassesOld = () => queryClient.getQueryState(CLASSES)?.isInvalidated
const linkOf = () => lastToast.get()?.message.link?.label
/** Loading the code of the link takes a while. */
const untilLinked = (label: string | undefined) => vi.waitFor(() => expect(linkOf()).toBe(label))

beforeEach(() => {
  vi.useRealTimers()
  queryClient.setQueryData(CLASSES, [])
  showToast({ title: 'Done' })
})

describe.each([
  ['undo', true, false],
  ['rename-class', true, false],
  ['place', true, false],
  ['drop-unplaced', true, false],
  ['import', true, false],
  ['timetable', true, true],
  ['cycle-day', true, true],
  ['move-plan', true, true],
  ['year-copy', true, true],
  ['closure', true, true],
  ['opening', true, true],
  ['block', false, false],
  ['repeat', false, false],
])('after the edit %s', (type, isReloading, isLinking) => {
  test(`classes, timetables and unplaced lessons are ${isReloading ? '' : 'not '}loaded again`, () => {
    followUp(editOf(type), none)
    expect(areClassesOld()).toBe(isReloading)
  })

  test(`the lessons that lost their day are ${isLinking ? '' : 'not '}in the toast`, async () => {
    followUp(editOf(type), leaving(2))
    // Loads the code of the link, if this edit doesn't.
    await import('#web/features/calendar/days/timetables/unplaced-news.ts')
    await new Promise(setImmediate)
    await untilLinked(isLinking ? '2 unplaced lessons' : undefined)
  })
})

describe('a day off or a note', () => {
  const mark = { type: 'mark', date: MON, kind: 'block-out', text: 'Snow', seen: null } as const
  const marks = { type: 'marks', dates: [MON, TUE], kind: 'block-out', text: 'Snow' } as const
  const changing = (entries: string[], removed: string[] = []) => ({
    ...leaving(1),
    entries: entries.map((date) => dayWith(date, 2)),
    removed,
  })

  test.each([
    [mark, changing([MON, TUE])],
    [mark, changing([MON], [TUE])],
    [marks, changing([MON, TUE, WED])],
  ])('that moved the lessons of other days changes the records, and may leave lessons without a day (%#)', async (edit, result) => {
    followUp(edit, result)
    expect(areClassesOld()).toBe(true)
    await untilLinked('1 unplaced lesson')
  })

  test.each([
    [mark, changing([MON])],
    [marks, changing([MON, TUE])],
    [editOf('block'), changing([MON, TUE])],
  ])('that changed nothing else doesn’t (%#)', (edit, result) => {
    followUp(edit, result)
    expect(areClassesOld()).toBe(false)
  })
})

test('the lessons that lost their day are those that weren’t unplaced before, if the response doesn’t list them', async () => {
  queryClient.setQueryData(UNPLACED, [{ id: 'old' }])
  server.others = ({ path }) => (path.includes('unplaced') ? [{ id: 'old' }, { id: 'new' }] : undefined)
  followUp(editOf('timetable'), none)
  await untilLinked('1 unplaced lesson')
})
