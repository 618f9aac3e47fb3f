import { QueryObserver } from '@tanstack/react-query'
import { IDBCursor, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import {
  aCalendar,
  art,
  dayWith,
  idle,
  MON,
  math,
  onAPage,
  otherTab,
  outcomeOf,
  reload,
  server,
  showWeek,
  THU,
  WED,
  wait,
} from '#test/outbox-page.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { conflictQuestions } from '#web/features/calendar/days/conflict-question.ts'
import { pending } from '#web/features/calendar/days/pending.ts'
import { weekKey, weekQuery } from '#web/features/calendar/days/queries.ts'
import { savedDay } from '#web/features/calendar/days/saved.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { storeSession } from '#web/lib/stored-session.ts'
import { lastToast } from '#web/ui/toasts/toast-store.ts'
import { forgetEnd, look, openOutbox, refused } from './outbox.ts'
import { amendEdit, claimEdit, dropEdit, keepEdit, refuseEdit, type StoredEdit, storedEdits } from './stored-edits.ts'

onAPage()

const DAY_MS = 24 * 60 * 60_000
let calendar: CalendarRef
let other: ReturnType<typeof otherTab>
beforeEach(() => {
  calendar = aCalendar()
  showWeek(calendar)
  other = otherTab()
})

const adding = (after: TimeBlock, date: string = WED): DayEdit => ({ type: 'block', date, before: null, after })
const no = { status: 422, code: 'refused_by_rule', message: 'No', body: undefined } as const
const failing = () => {
  throw new DOMException('The disk is full', 'QuotaExceededError')
}
const save = async (edit: DayEdit) => {
  const outcome = outcomeOf(write(calendar, edit))
  await idle()
  return outcome
}
const hear = async (message: object) => {
  other.say(message)
  await idle()
}
/** Stores an edit, as another tab does, or a page that is gone. */
const store = async (id: string, edit: DayEdit, more: Partial<StoredEdit> = {}, at = Date.now()): Promise<void> => {
  const stored = { id, edit: { ...edit, id, calendarId: calendar.id, at }, calendar, personId: 'ann', isSent: false, ...more }
  expect(await keepEdit(stored)).toBe('kept')
}
const open = async () => {
  await openOutbox()
  await idle(100)
}
const titles = () => server.days.get(WED)?.blocks.map(({ title }) => title)
const kept = async () => (await storedEdits()).map(({ id }) => id)
const isOld = () => queryClient.getQueryState(weekKey(calendar, MON))?.isInvalidated
const says = (is: string) => other.heard.filter((message) => message.is === is)
const shownTitles = () => pending.get().map((edit) => edit.type === 'block' && edit.after?.title)

describe('an edit of a page that is gone', () => {
  test('is on screen at once, and sent', async () => {
    await store('one', adding(math))
    server.gates = [new Promise((resolve) => setTimeout(resolve, 1000))]
    await openOutbox()
    expect(shownTitles()).toEqual(['Math'])
    expect(saveStatus()).toMatchObject({ saving: 1, atRisk: 0 })
    await wait(1000)
    expect(titles()).toEqual(['Math'])
    expect([await kept(), pending.get(), saveStatus().saving]).toEqual([[], [], 0])
    expect(says('settled')).toMatchObject([{ id: 'one' }])
  })

  test('is sent as it was sent then, and carried out once', async () => {
    server.days.set(WED, dayWith(WED, 2, math, art))
    server.operations = ['one']
    const request = { days: [{ date: WED, version: 0, blocks: [math] }] }
    await store('one', adding(math), { isSent: true, request })
    await open()
    expect(server.calls).toMatchObject([{ body: { operationId: 'one', version: 0 } }])
    expect(titles()).toEqual(['Math', 'Art'])
    expect(savedDay(calendar, WED)?.version).toBe(2)
  })

  test('stays in the list, with the reason, if the server refuses it', async () => {
    await store('one', adding(math))
    server.mishaps = [no]
    await open()
    expect(await storedEdits()).toMatchObject([{ id: 'one', refusal: { code: 'refused_by_rule', message: 'No' } }])
    expect(refused.get()).toMatchObject([{ id: 'one' }])
    expect(pending.get()).toEqual([])
    expect(says('given-up')).toMatchObject([{ id: 'one', refusal: { message: 'No' } }])
    expect(lastToast.get()).toBeNull()
    // The next page shows it, and doesn't send it.
    reload()
    await open()
    expect(refused.get()).toMatchObject([{ id: 'one' }])
    expect(server.calls).toHaveLength(1)
  })

  test('has no text to keep if it is an Undo, so the teacher only learns that it failed', async () => {
    await store('one', { type: 'undo', dates: [WED], operationId: 'earlier' })
    server.mishaps = [no]
    await open()
    expect(await kept()).toEqual([])
    expect(lastToast.get()?.message).toEqual({ tone: 'destructive', title: 'Undo failed', description: 'No' })
  })

  test('that a newer version of the app stored waits for it', async () => {
    await store('one', { type: 'from-the-future', date: WED } as unknown as DayEdit)
    await open()
    expect([server.calls, pending.get(), refused.get()]).toEqual([[], [], []])
    expect(await kept()).toEqual(['one'])
  })

  test('isn’t sent again after four weeks, when the server may not know it anymore', async () => {
    const ago = (days: number, ms = 0) => Date.now() - days * DAY_MS - ms
    await store('sent', adding(math), { isSent: true }, ago(28, 1))
    await store('refused', adding(math), { isSent: true, refusal: no }, ago(30))
    await store('unsent', adding(art), {}, ago(30))
    await store('just', adding({ ...art, id: 'music' }, THU), { isSent: true }, ago(28))
    await open()
    expect(server.calls.map(({ body }) => body.operationId)).toEqual(expect.arrayContaining(['unsent', 'just']))
    expect(server.calls).toHaveLength(2)
    const tooOld = {
      status: 409,
      code: 'stale',
      message: 'This change waited for more than four weeks. Check whether you still need it.',
    }
    expect(refused.get()).toMatchObject([
      { id: 'sent', refusal: tooOld },
      { id: 'refused', refusal: no },
    ])
    expect(await storedEdits()).toMatchObject([{ refusal: tooOld }, { refusal: no }])
  })
})

describe('the outbox', () => {
  test('opens once for each person', async () => {
    expect(openOutbox()).toBe(openOutbox())
    await idle()
    expect(says('opened')).toHaveLength(1)
    const ofBen = otherTab('ben')
    storeSession({ token: 'token-ben', userId: 'ben' })
    await openOutbox()
    await idle()
    expect(ofBen.heard).toEqual([{ is: 'opened' }])
  })

  test('opens also if the store fails, and looks again until it works', async () => {
    await store('one', adding(math))
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(failing)
    await open()
    await wait(4900)
    expect(all).toHaveBeenCalledTimes(1)
    await wait(100)
    expect(all).toHaveBeenCalledTimes(2)
    all.mockRestore()
    await wait(5000)
    expect(titles()).toEqual(['Math'])
    const later = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    await wait(20_000)
    expect(later).not.toHaveBeenCalled()
  })

  test('doesn’t look again for a person who has left', async () => {
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(failing)
    await open()
    reload()
    await wait(20_000)
    expect(all).toHaveBeenCalledTimes(1)
  })
})

describe('an edit of another tab', () => {
  beforeEach(async () => {
    other.takeLock()
    await open()
  })

  test('is on screen when it is stored, and as it is changed', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    expect(shownTitles()).toEqual(['Math'])
    await amendEdit('one', { ...adding(art), id: 'one', calendarId: calendar.id, at: 0 })
    await hear({ is: 'stored' })
    expect(shownTitles()).toEqual(['Art'])
    other.letGo()
    await idle(100)
    expect(titles()).toEqual(['Art'])
    expect(server.calls).toHaveLength(1)
  })

  test('is settled by the answer of that tab, and not sent again', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    await dropEdit('one')
    await hear({ is: 'settled', id: 'one', answer: { result: { operationId: 'one', entries: [dayWith(WED, 1, math)], removed: [] } } })
    expect(pending.get()).toEqual([])
    expect(savedDay(calendar, WED)?.version).toBe(1)
    other.letGo()
    await wait(5000)
    expect([server.calls, saveStatus().unreached, isOld()]).toEqual([[], 0, false])
  })

  test('doesn’t bring back an older day with its answer', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    server.days.set(WED, dayWith(WED, 3, math, art))
    showWeek(calendar)
    await hear({ is: 'settled', id: 'one', answer: { result: { operationId: 'one', entries: [dayWith(WED, 1, math)], removed: [] } } })
    expect(savedDay(calendar, WED)?.version).toBe(3)
  })

  test('goes to the list, if that tab is refused', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    await refuseEdit('one', no)
    await hear({ is: 'given-up', id: 'one', refusal: no })
    expect(pending.get()).toEqual([])
    expect(refused.get()).toMatchObject([{ id: 'one' }])
    expect(says('given-up')).toEqual([])
    expect(await kept()).toEqual(['one'])
  })

  test('isn’t sent by this one if it is gone without a message, and its day is loaded again', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    await dropEdit('one')
    other.letGo()
    await wait(1900)
    expect(shownTitles()).toEqual(['Math'])
    await wait(100)
    expect([pending.get(), isOld(), server.calls]).toEqual([[], true, []])
  })

  test('isn’t sent by this one if the store fails, and stays', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    const update = vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(failing)
    other.letGo()
    await idle(100)
    expect([pending.get(), server.calls]).toEqual([[], []])
    update.mockRestore()
    expect(await kept()).toEqual(['one'])
  })

  test('that the teacher sends again there is left to that tab, unless they do so here', async () => {
    await store('one', adding(math))
    await hear({ is: 'stored' })
    await refuseEdit('one', no)
    await hear({ is: 'given-up', id: 'one', refusal: no })
    other.letGo()
    await wait(2000)
    await refuseEdit('one', undefined)
    await hear({ is: 'stored' })
    forgetEnd('other')
    await look()
    await idle(100)
    expect([server.calls, pending.get()]).toEqual([[], []])
    forgetEnd('one')
    await look()
    await idle(100)
    expect(titles()).toEqual(['Math'])
  })

  test('may have a question, which goes with it', async () => {
    await hear({ is: 'asked', id: 'one', date: WED, conflict: { id: 'math', mine: math, theirs: art } })
    expect(conflictQuestions.get()).toHaveLength(1)
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    await hear({ is: 'settled', id: 'one', answer: { result: null } })
    expect(conflictQuestions.get()).toEqual([])
    // Only what is stored or given up is a reason to look.
    expect(all).not.toHaveBeenCalled()
    await hear({ is: 'given-up', id: 'one' })
    expect(all).toHaveBeenCalledTimes(1)
  })

  test('doesn’t matter if the store fails meanwhile', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(failing)
    await hear({ is: 'stored' })
    expect(pending.get()).toEqual([])
  })
})

describe('an edit of this tab, while another one sends', () => {
  beforeEach(async () => {
    other.takeLock()
    await open()
  })
  const idOf = () => pending.get()[0]?.id ?? ''

  test('counts as not yet sent if that takes long', async () => {
    await save(adding(math))
    await wait(2900)
    expect(saveStatus().unreached).toBe(0)
    await wait(100)
    expect(saveStatus().unreached).toBe(1)
    other.letGo()
    await idle(100)
    expect([saveStatus().unreached, titles()]).toEqual([0, ['Math']])
  })

  test('ends with the answer that the other tab got', async () => {
    const saved = await save(adding(math))
    const id = idOf()
    await wait(3000)
    const result = { operationId: id, entries: [dayWith(WED, 1, math)], removed: [] }
    await dropEdit(id)
    await hear({ is: 'settled', id, answer: { result } })
    expect(saved.value).toEqual(result)
    expect([savedDay(calendar, WED)?.version, pending.get(), saveStatus().unreached]).toEqual([1, [], 0])
    other.letGo()
    await wait(5000)
    expect(server.calls).toEqual([])
  })

  test('waits two seconds for that answer if the edit isn’t in the store anymore', async () => {
    const saved = await save(adding(math))
    const id = idOf()
    await dropEdit(id)
    other.letGo()
    await wait(1900)
    expect([saved.isDone, server.calls]).toEqual([false, []])
    await hear({ is: 'settled', id, answer: { result: { operationId: id, entries: [], removed: [] } } })
    await wait(5000)
    expect(saved.value).toMatchObject({ operationId: id })
    expect(server.calls).toEqual([])
  })

  test('ends with that answer, also if the page has to load days for it', async () => {
    new QueryObserver(queryClient, weekQuery(calendar, MON)).subscribe(() => undefined)
    const saved = await save(adding(math))
    const id = idOf()
    await dropEdit(id)
    other.letGo()
    await idle()
    await hear({ is: 'settled', id, answer: { result: { operationId: id, entries: [], removed: [THU] } } })
    await idle()
    expect(saved.value).toMatchObject({ operationId: id })
  })

  test('doesn’t end with the answer to another one', async () => {
    const [first, second] = [await save(adding(math)), await save(adding(art, THU))]
    const [one, two] = pending.get().map(({ id }) => id) as [string, string]
    for (const [id, date] of [
      [one, WED],
      [two, THU],
    ] as const) {
      await dropEdit(id)
      await hear({ is: 'settled', id, answer: { result: { operationId: id, entries: [dayWith(date, 1)], removed: [] } } })
      expect([first.isDone, second.isDone]).toEqual([true, id === two])
    }
  })

  test('is sent if the browser has lost the store', async () => {
    const saved = await save(adding(math))
    await dropEdit(idOf())
    other.letGo()
    await wait(2000)
    expect(saved.isDone).toBe(true)
    expect(titles()).toEqual(['Math'])
  })

  test('is refused with the reason that the other tab got, and isn’t in the list', async () => {
    const saved = await save(adding(math))
    const id = idOf()
    await refuseEdit(id, no)
    await hear({ is: 'given-up', id, refusal: no })
    expect(saved.error).toBeInstanceOf(RefusedCall)
    expect(saved.error).toMatchObject(no)
    expect([await kept(), refused.get(), pending.get()]).toEqual([[], [], []])
    expect(says('given-up')).toEqual([{ is: 'given-up', id }])
  })

  test('is refused with that reason, also if the store fails', async () => {
    const saved = await save(adding(math))
    const id = idOf()
    vi.spyOn(IDBCursor.prototype, 'delete').mockImplementation(failing)
    await hear({ is: 'given-up', id, refusal: no })
    expect(saved.error).toMatchObject(no)
    expect(says('given-up')).toEqual([{ is: 'given-up', id }])
  })

  test('ends without a reason if the teacher drops it there', async () => {
    const saved = await save(adding(math))
    const id = idOf()
    await dropEdit(id)
    await hear({ is: 'given-up', id })
    expect(saved.error).toMatchObject({ status: 0, code: 'offline', message: 'This change was dropped in another tab.' })
    expect(says('given-up')).toEqual([])
  })

  test('isn’t changed by what is in the store', async () => {
    await save(adding(math))
    await claimEdit(idOf())
    await amendEdit(idOf(), { ...adding(art), id: idOf(), calendarId: calendar.id, at: 0 })
    await hear({ is: 'stored' })
    expect(shownTitles()).toEqual(['Math'])
  })

  test('is sent again at once when the teacher says so there', async () => {
    other.letGo()
    server.isDown = true
    await save(adding(math))
    server.isDown = false
    await hear({ is: 'answered', id: 'other', choice: 'mine' })
    expect(server.calls).toEqual([])
    await hear({ is: 'retry' })
    expect(titles()).toEqual(['Math'])
  })
})
