import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aCalendar, idle, math, onAPage, otherTab, server, showWeek, WED } from '#test/outbox-page.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { openOutbox } from './outbox.ts'
import { keepEdit, type StoredEdit, storedEdits } from './stored-edits.ts'
import { dropRefused, hasUnsent, resendRefused, sendNow, useRefusedEdits } from './unsent.ts'

// Reads a store without a component.
vi.mock('react', async (original) => ({ ...(await original<object>()), useSyncExternalStore: (_: unknown, get: () => unknown) => get() }))

onAPage()

let calendar: CalendarRef
let other: ReturnType<typeof otherTab>
beforeEach(() => {
  calendar = aCalendar()
  showWeek(calendar)
  other = otherTab()
})
const refusal = { status: 422, code: 'refused_by_rule', message: 'No', body: undefined } as const
const aRefused = (): StoredEdit => {
  const edit = { type: 'block', id: 'one', calendarId: calendar.id, at: Date.now(), date: WED, before: null, after: math } as const
  return { id: 'one', edit, calendar, personId: 'ann', isSent: true, refusal }
}
const save = () => write(calendar, { type: 'block', date: WED, before: null, after: math })

test('a teacher can send everything now, in whichever tab', async () => {
  server.isDown = true
  const saved = save()
  await idle()
  server.isDown = false
  sendNow()
  await idle()
  expect(server.calls).toHaveLength(1)
  expect(other.heard.map(({ is }) => is)).toContain('retry')
  await saved
})

describe('a sign-out would delete something', () => {
  test('while an edit is being sent, and not after that', async () => {
    expect(await hasUnsent()).toBe(false)
    vi.stubGlobal('navigator', { onLine: true })
    const saved = save()
    expect(await hasUnsent()).toBe(true)
    await saved
    expect(await hasUnsent()).toBe(false)
  })

  test('while the device has an edit of an earlier page', async () => {
    await keepEdit(aRefused())
    expect(await hasUnsent()).toBe(true)
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Broken', 'UnknownError')
    })
    expect(await hasUnsent()).toBe(false)
  })
})

describe('an edit that was refused after its page was gone', () => {
  beforeEach(async () => {
    await keepEdit(aRefused())
    await openOutbox()
  })

  test('is in the list until the teacher drops it', async () => {
    expect(useRefusedEdits()).toEqual([aRefused()])
    await dropRefused(aRefused())
    await idle()
    expect(useRefusedEdits()).toEqual([])
    expect(await storedEdits()).toEqual([])
    expect(other.heard).toEqual([{ is: 'opened' }, { is: 'given-up', id: 'one' }])
    expect(server.calls).toEqual([])
  })

  test('can be sent again, also more than once', async () => {
    server.mishaps = [refusal]
    await resendRefused(aRefused())
    await idle(100)
    expect(useRefusedEdits()).toMatchObject([{ id: 'one', refusal: { message: 'No' } }])
    expect(other.heard.map(({ is }) => is)).toEqual(['opened', 'stored', 'given-up'])
    await resendRefused(aRefused())
    await idle(100)
    expect(useRefusedEdits()).toEqual([])
    expect(server.days.get(WED)?.blocks).toHaveLength(1)
  })
})
