import { IDBCursor, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import {
  aCalendar,
  art,
  dayWith,
  idle,
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
import { isOwnOperation } from '#web/features/calendar/days/own-operations.ts'
import { pending } from '#web/features/calendar/days/pending.ts'
import { savedDay } from '#web/features/calendar/days/saved.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { storeSession } from '#web/lib/stored-session.ts'
import { lastToast } from '#web/ui/toasts/toast-store.ts'
import { openOutbox, refused } from './outbox.ts'
import { storedEdits } from './stored-edits.ts'

onAPage()

let calendar: CalendarRef
beforeEach(() => {
  calendar = aCalendar()
  showWeek(calendar)
})

const adding = (after: TimeBlock, date: string = WED): DayEdit => ({ type: 'block', date, before: null, after })
const save = async (edit: DayEdit, of = calendar) => {
  const outcome = outcomeOf(write(of, edit))
  await idle()
  return outcome
}
const titles = (date: string = WED) => server.days.get(date)?.blocks.map(({ title }) => title)
const kept = async () => (await storedEdits()).length
/** Holds the next change back, before it reaches the server. */
const holdBack = (): (() => void) => {
  let open: () => void = () => undefined
  server.gates.push(new Promise<void>((resolve) => (open = resolve)))
  return () => open()
}
const no = { status: 422, code: 'refused_by_rule', message: 'No' }
const failing = () => {
  throw new DOMException('The disk is full', 'QuotaExceededError')
}
const signIn = (userId: string) => storeSession({ token: `token-${userId}`, userId })
/** An edit that has a bug: it restores an empty day to an empty one. */
const broken: DayEdit = { type: 'restore', date: WED, current: null, to: null }

describe('an edit', () => {
  test('is on the device with its request before it is sent, and until the server has answered', async () => {
    const other = otherTab()
    const letGo = holdBack()
    const saved = outcomeOf(write(calendar, adding(math)))
    // Until it is stored, it would be lost with the page.
    expect(saveStatus()).toMatchObject({ saving: 1, atRisk: 1 })
    await idle()
    expect(saveStatus()).toMatchObject({ saving: 1, atRisk: 0 })
    expect(shownDay(calendar, WED)?.lessons).toHaveLength(1)
    const [stored] = await storedEdits()
    expect(stored).toMatchObject({ calendar, personId: 'ann', isSent: true, request: { days: [{ date: WED, blocks: [math] }] } })
    expect(server.calls).toEqual([])
    letGo()
    await idle()
    const id = stored?.id
    expect(saved.value).toMatchObject({ operationId: id })
    expect(await kept()).toBe(0)
    expect(pending.get()).toEqual([])
    expect(savedDay(calendar, WED)?.blocks).toHaveLength(1)
    expect(isOwnOperation(id ?? '', calendar, [WED])).toBe(true)
    expect(other.heard).toMatchObject([{ is: 'opened' }, { is: 'stored' }, { is: 'settled', id, answer: { result: { operationId: id } } }])
    expect(saveStatus()).toMatchObject({ saving: 0, unreached: 0 })
  })

  test('shows what its answer says, also that a day is gone', async () => {
    await save(adding(math))
    server.others = () => ({ operationId: 'one', entries: [], removed: [WED] })
    await save({ type: 'undo', dates: [WED], operationId: 'earlier' })
    expect(savedDay(calendar, WED)).toBeNull()
  })

  test('waits for the one before it on the same day, and for no other', async () => {
    const letGo = holdBack()
    const first = await save(adding(math))
    const [second, otherDay] = [await save(adding(art)), await save(adding(art, THU))]
    const otherCalendar = await save({ type: 'block', date: WED, before: math, after: null }, aCalendar())
    expect([first, second, otherDay, otherCalendar].map(({ isDone }) => isDone)).toEqual([false, false, true, true])
    // All edits are on the device, in the order in which they were made.
    expect((await storedEdits()).map(({ edit }) => edit.type === 'block' && edit.after?.title)).toEqual(['Math', 'Art'])
    letGo()
    await idle(100)
    expect(titles()).toEqual(['Math', 'Art'])
  })

  test('is stored before the one that was made after it', async () => {
    await Promise.all([save(adding(math)), save(adding(art))])
    await idle()
    expect(titles()).toEqual(['Math', 'Art'])
    expect(server.calls).toHaveLength(2)
  })

  test('that the server refuses goes alone: its teacher learns why, and the next one is sent', async () => {
    const other = otherTab()
    server.mishaps = [no]
    const letGo = holdBack()
    const [first, second] = [await save(adding(math)), await save(adding(art))]
    letGo()
    await idle(100)
    expect(first.error).toMatchObject({ code: 'refused_by_rule' })
    expect(second.isDone).toBe(true)
    expect(titles()).toEqual(['Art'])
    expect([await kept(), refused.get(), pending.get()]).toEqual([0, [], []])
    expect(other.heard.filter(({ is }) => is === 'given-up')).toMatchObject([{ refusal: { code: 'refused_by_rule', message: 'No' } }])
    // The code that undid it tells the teacher.
    server.mishaps = [no]
    await save({ type: 'undo', dates: [WED], operationId: 'earlier' })
    expect(lastToast.get()).toBeNull()
  })

  test('with a bug is given up, and doesn’t stay on the device', async () => {
    const other = otherTab()
    const saved = await save(broken)
    expect(saved.error).toBeInstanceOf(Error)
    expect(await kept()).toBe(0)
    expect(other.heard.at(-1)).toMatchObject({ is: 'given-up', refusal: { code: 'broken' } })
  })

  test('that acts on lessons as they are now is never stored, and fails without a network', async () => {
    const closing: DayEdit = { type: 'closure', from: WED, to: WED, text: 'Snow', choices: [], dates: [WED] }
    server.days.set(THU, dayWith(THU, 1, math))
    showWeek(calendar)
    const result = { operationId: 'one', entries: [], removed: [THU], days: [], unplaced: [] }
    server.others = () => result
    const letGo = holdBack()
    const [closed, after] = [await save(closing), await save(adding(math))]
    expect(saveStatus().atRisk).toBe(1)
    expect((await storedEdits()).map(({ edit }) => edit.type)).toEqual(['block'])
    const { id = '' } = pending.get().find(({ type }) => type === 'closure') ?? {}
    expect(isOwnOperation(id, calendar, [WED])).toBe(true)
    letGo()
    await idle(100)
    expect(closed.value).toMatchObject({ operationId: 'one' })
    expect(savedDay(calendar, THU)).toBeNull()
    expect(after.isDone).toBe(true)
    expect([saveStatus().atRisk, pending.get()]).toEqual([0, []])
    server.mishaps = ['unsent']
    expect((await save(closing)).error).toMatchObject({ code: 'offline' })
  })
})

describe('a device that fails', () => {
  test('sends from the page, warns before the page closes, and says so once', async () => {
    const other = otherTab()
    other.takeLock()
    await openOutbox()
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(failing)
    const letGo = holdBack()
    const saved = await save(adding(math))
    expect(saveStatus().atRisk).toBe(1)
    expect(lastToast.get()?.message).toEqual({
      tone: 'destructive',
      title: 'This device can’t keep your changes',
      description: 'Its storage is full, or the browser refuses it. Keep this page open until they are sent.',
    })
    const toast = lastToast.get()
    letGo()
    await idle()
    expect(saved.isDone).toBe(true)
    expect(saveStatus().atRisk).toBe(0)
    await save(adding(art))
    expect(lastToast.get()).toBe(toast)
    // Nothing was stored, so the others have nothing to look at.
    expect(other.heard.map(({ is }) => is)).toEqual(['opened', 'settled', 'settled'])
  })

  test('says nothing, and isn’t used, in a browser whose tabs can’t work together', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const open = vi.spyOn(indexedDB, 'open')
    expect(await save(adding(math))).toMatchObject({ isDone: true })
    server.mishaps = [no]
    expect(await save(adding(art))).toMatchObject({ error: { code: 'refused_by_rule' } })
    expect(lastToast.get()).toBeNull()
    expect(open).not.toHaveBeenCalled()
  })

  test('after it has kept an edit still sends it', async () => {
    const other = otherTab()
    other.takeLock()
    const saved = await save(adding(math))
    vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(failing)
    other.letGo()
    await idle(100)
    expect(saved).toMatchObject({ isDone: true, value: expect.anything() })
    expect(titles()).toEqual(['Math'])
  })

  test('while it notes the request sends it anyway', async () => {
    const { update } = IDBCursor.prototype
    vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(function (this: IDBCursor, value: object) {
      return 'request' in value ? failing() : update.call(this, value)
    } as typeof update)
    expect(await save(adding(math))).toMatchObject({ isDone: true, value: expect.anything() })
    expect(titles()).toEqual(['Math'])
  })

  test('to delete what the server has answered tries again with the next edit, and sends it only once', async () => {
    const other = otherTab()
    const deleting = vi.spyOn(IDBCursor.prototype, 'delete').mockImplementation(failing)
    expect(await save(adding(math))).toMatchObject({ value: expect.anything() })
    expect(await kept()).toBe(1)
    other.say({ is: 'stored' })
    await idle()
    expect(server.calls).toHaveLength(1)
    await save(adding(art))
    expect(await kept()).toBe(2)
    deleting.mockRestore()
    await save(adding({ ...art, id: 'music' }, THU))
    expect(await kept()).toBe(0)
    const again = vi.spyOn(IDBCursor.prototype, 'delete')
    await save(adding({ ...art, id: 'gym' }, THU))
    expect(again).toHaveBeenCalledTimes(1)
    expect(server.calls).toHaveLength(4)
  })

  test('to delete what the server has refused still tells the teacher why', async () => {
    vi.spyOn(IDBCursor.prototype, 'delete').mockImplementation(failing)
    server.mishaps = [no]
    expect((await save(adding(math))).error).toMatchObject({ code: 'refused_by_rule' })
  })
})

describe('an edit whose teacher is signed out before it is sent', () => {
  test('waits on the device until they sign in again, and isn’t sent for anybody else', async () => {
    const other = otherTab()
    other.takeLock()
    const saved = await save(adding(math))
    signIn('ben')
    other.letGo()
    await wait(2000)
    expect(saved.error).toMatchObject({ code: 'not_signed_in', status: 401 })
    expect(server.calls).toEqual([])
    signIn('ann')
    expect(await kept()).toBe(1)
    // The page still knows it, and sends it.
    other.say({ is: 'stored' })
    await idle(100)
    expect(titles()).toEqual(['Math'])
  })

  test('waits, too, if the server couldn’t be reached before', async () => {
    server.isDown = true
    const saved = await save(adding(math))
    signIn('ben')
    await wait(15_000)
    expect(saved.error).toMatchObject({ code: 'offline' })
    signIn('ann')
    expect(await kept()).toBe(1)
    server.isDown = false
    reload()
    await openOutbox()
    await idle(100)
    expect(titles()).toEqual(['Math'])
  })
})
