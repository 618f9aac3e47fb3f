import { IDBCursor, IDBObjectStore, IDBOpenDBRequest } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { aCalendar, art, idle, math, onAPage, outcomeOf, WED, wait } from '#test/outbox-page.ts'
import { setSharedComputer } from '#web/lib/device/shared-computer.ts'
import { amendEdit, claimEdit, dropEdit, keepEdit, noteRequest, refuseEdit, type StoredEdit, storedEdits } from './stored-edits.ts'

onAPage()

const calendar = aCalendar()
const anEdit = (id: string, after = math) =>
  ({ type: 'block', id, calendarId: calendar.id, at: 0, date: WED, before: null, after }) as const
const aStored = (id = 'one'): StoredEdit => ({ id, edit: anEdit(id), calendar, personId: 'ann', isSent: false })
const refusal = { status: 409, code: 'stale', message: 'This day was changed.', body: undefined } as const
const stored = async (id = 'one') => (await storedEdits()).find((one) => one.id === id)
const failing = () => {
  throw new DOMException('The disk is full', 'QuotaExceededError')
}

test('edits are kept in the order in which they were made, until they are dropped', async () => {
  expect(await keepEdit(aStored('two'))).toBe('kept')
  expect(await keepEdit(aStored('one'))).toBe('kept')
  expect(await storedEdits()).toEqual([aStored('two'), aStored('one')])
  await dropEdit('two')
  expect(await storedEdits()).toEqual([aStored('one')])
  await dropEdit('two')
  expect(vi.getTimerCount()).toBe(0)
})

describe('a device keeps no edit', () => {
  test('that others use too', async () => {
    setSharedComputer(true)
    expect(await keepEdit(aStored())).toBe('never')
    expect(await storedEdits()).toEqual([])
  })

  test.each([
    ['locks', () => vi.stubGlobal('navigator', {})],
    ['channels', () => Reflect.deleteProperty(globalThis, 'BroadcastChannel')],
  ])('whose browser has no %s, because two tabs might send the same one', async (_, take) => {
    await keepEdit(aStored())
    take()
    expect(await keepEdit(aStored('two'))).toBe('never')
    expect(await storedEdits()).toEqual([])
  })

  test('whose browser refuses storage', async () => {
    vi.stubGlobal('indexedDB', { open: failing })
    expect(await keepEdit(aStored())).toBe('refused')
    expect(await storedEdits()).toEqual([])
    expect(await claimEdit('one')).toBeUndefined()
  })

  test('whose disk is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(failing)
    expect(await keepEdit(aStored())).toBe('refused')
    expect(await storedEdits()).toEqual([])
  })

  test('whose storage doesn’t respond within three seconds', async () => {
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const [kept, all] = [outcomeOf(keepEdit(aStored())), outcomeOf(storedEdits())]
    await wait(2900)
    expect([kept.isDone, all.isDone]).toEqual([false, false])
    await wait(100)
    expect(kept.value).toBe('refused')
    expect(all.error).toMatchObject({ name: 'TimeoutError', message: 'The device’s storage doesn’t respond' })
  })
})

describe('an edit', () => {
  test('is claimed before it is sent, and the next claim sees that it may have been sent', async () => {
    await keepEdit(aStored())
    expect(await claimEdit('one')).toEqual(aStored())
    expect(await stored()).toEqual({ ...aStored(), isSent: true })
    expect(await claimEdit('one')).toMatchObject({ isSent: true })
    expect(await claimEdit('gone')).toBeUndefined()
  })

  test('that the server refused can’t be claimed, unless the teacher sends it again', async () => {
    await keepEdit(aStored())
    await refuseEdit('one', refusal)
    expect(await claimEdit('one')).toBeUndefined()
    expect(await stored()).toEqual({ ...aStored(), refusal })
    await refuseEdit('one', undefined)
    expect(await claimEdit('one')).toMatchObject({ id: 'one', isSent: false })
  })

  test('keeps the request that is sent for it', async () => {
    await keepEdit(aStored())
    const request = { days: [{ date: WED, version: 0, blocks: [math] }] }
    await noteRequest('one', request)
    expect(await stored()).toEqual({ ...aStored(), request })
  })

  test('can be changed until it is claimed', async () => {
    await keepEdit(aStored())
    expect(await amendEdit('one', anEdit('one', art))).toBe(true)
    expect(await stored()).toEqual({ ...aStored(), edit: anEdit('one', art) })
    await claimEdit('one')
    expect(await amendEdit('one', anEdit('one', math))).toBe(false)
    expect((await stored())?.edit).toEqual(anEdit('one', art))
    expect(await amendEdit('gone', anEdit('gone', math))).toBe(false)
  })

  test('can’t be claimed if the store fails', async () => {
    await keepEdit(aStored())
    vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(failing)
    const claim = outcomeOf(claimEdit('one'))
    await idle()
    expect(claim.error).toMatchObject({ name: 'QuotaExceededError' })
  })
})
