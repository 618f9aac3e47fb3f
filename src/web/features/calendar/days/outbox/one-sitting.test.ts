import { IDBCursor, IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { aCalendar, art, dayWith, idle, math, onAPage, otherTab, outcomeOf, server, showWeek, THU, WED } from '#test/outbox-page.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { pending } from '#web/features/calendar/days/pending.ts'
import { latestStep } from '#web/features/calendar/days/steps.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { openOutbox } from './outbox.ts'
import { claimEdit, keepEdit, storedEdits } from './stored-edits.ts'

onAPage()

const SITTING = '0b36f0d6-9a61-4b07-8f1e-5d3f7b6f2a11'
let calendar: CalendarRef
let other: ReturnType<typeof otherTab>
/** Another tab sends, so this one only stores. */
beforeEach(async () => {
  calendar = aCalendar()
  server.days.set(WED, dayWith(WED, 1, math, art))
  showWeek(calendar)
  other = otherTab()
  other.takeLock()
  await openOutbox()
})

const typed = (text: string, block = math) => ({ ...block, description: `<p>${text}</p>` })
type Block = Extract<DayEdit, { type: 'block' }>
const typing = (before: TimeBlock | null, after: TimeBlock | null, more: Partial<Block> = {}): Block => ({
  type: 'block',
  date: WED,
  sitting: SITTING,
  before,
  after,
  ...more,
})
const save = async (edit: DayEdit) => {
  const outcome = outcomeOf(write(calendar, edit))
  await idle()
  return outcome
}
const texts = async () => (await storedEdits()).map(({ edit }) => edit.type === 'block' && edit.after?.description)
const stored = () => server.days.get(WED)?.blocks[0]?.description
const failing = () => {
  throw new DOMException('The disk is full', 'QuotaExceededError')
}

test('what a teacher types while nothing is sent is one edit, with one Undo', async () => {
  const first = await save(typing(math, typed('a')))
  const id = pending.get()[0]?.id
  const second = await save(typing(typed('a'), typed('ab')))
  expect(await texts()).toEqual(['<p>ab</p>'])
  expect(pending.get()).toMatchObject([{ id, before: math, after: typed('ab') }])
  expect(latestStep('done', calendar.id)).toMatchObject({ operationId: id, earlier: [] })
  expect(other.heard.map(({ is }) => is)).toEqual(['opened', 'stored', 'stored'])
  other.letGo()
  await idle(100)
  expect(server.calls).toMatchObject([{ body: { operationId: id, sitting: SITTING } }])
  expect(stored()).toBe('<p>ab</p>')
  expect([first.value, second.value]).toMatchObject([{ operationId: id }, { operationId: id }])
})

test('an edit of another day in between changes nothing about that', async () => {
  await save(typing(math, typed('a')))
  await save({ type: 'mark', date: THU, kind: 'note', text: 'Picture day', seen: null })
  await save(typing(typed('a'), typed('ab')))
  expect(await texts()).toEqual(['<p>ab</p>', false])
})

describe('a save is an edit of its own', () => {
  const [a, ab] = [typed('a'), typed('ab')]
  const later = { until: THU, days: [] }
  test.each([
    ['outside of a sitting', [typing(math, a, { sitting: undefined }), typing(a, ab, { sitting: undefined })]],
    ['in another sitting', [typing(math, a), typing(a, ab, { sitting: '1c36f0d6-9a61-4b07-8f1e-5d3f7b6f2a11' })]],
    ['of another lesson', [typing(math, a), typing(art, typed('b', art))]],
    ['if it changes later lessons', [typing(math, a), typing(a, ab, { later })]],
    ['after one that changed later lessons', [typing(math, a, { later }), typing(a, ab)]],
    ['if it adds a lesson', [typing(math, a), typing(null, typed('new', { ...math, id: 'new' }))]],
    ['after the lesson was deleted', [typing(math, null), typing(a, ab)]],
  ])('%s', async (_, edits) => {
    for (const edit of edits) await save(edit)
    expect(await texts()).toHaveLength(2)
  })

  test.each([
    ['after another edit of the day', { type: 'mark', date: WED, kind: 'note', text: 'Picture day', seen: null }],
    ['after another lesson was added', { type: 'block', date: WED, before: null, after: { ...art, id: 'music' } }],
  ] satisfies [string, DayEdit][])('%s', async (_, between) => {
    await save(typing(math, a))
    await save(between)
    await save(typing(a, ab))
    expect(await texts()).toHaveLength(3)
  })

  test('after one that is on its way', async () => {
    server.gates = [new Promise(() => undefined)]
    other.letGo()
    await save(typing(math, a))
    await save(typing(a, ab))
    expect(await texts()).toEqual(['<p>a</p>', '<p>ab</p>'])
  })

  test('after one that another tab may have sent', async () => {
    await save(typing(math, a))
    await claimEdit(pending.get()[0]?.id ?? '')
    await save(typing(a, ab))
    expect(await texts()).toEqual(['<p>a</p>', '<p>ab</p>'])
  })

  test('after one of another tab', async () => {
    const edit = { ...typing(math, a), id: 'theirs', calendarId: calendar.id, at: Date.now() }
    await keepEdit({ id: 'theirs', edit, calendar, personId: 'ann', isSent: false })
    other.say({ is: 'stored' })
    await idle()
    await save(typing(a, ab))
    expect(await texts()).toEqual(['<p>a</p>', '<p>ab</p>'])
  })

  test('if the store fails to change the one before', async () => {
    await save(typing(math, a))
    const update = vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(failing)
    await save(typing(a, ab))
    expect(await texts()).toEqual(['<p>a</p>', '<p>ab</p>'])
    update.mockRestore()
    other.letGo()
    await idle(100)
    expect(stored()).toBe('<p>ab</p>')
  })

  test('if the one before is being sent from memory, because the store failed in between', async () => {
    await save(typing(math, a))
    const { transaction } = IDBDatabase.prototype
    let calls = 0
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given: Parameters<typeof transaction>
    ) {
      calls++
      return calls === 2 ? failing() : transaction.apply(this, given)
    } as typeof transaction)
    other.letGo()
    await save(typing(a, ab))
    await idle(100)
    expect(server.calls).toHaveLength(2)
    expect(stored()).toBe('<p>ab</p>')
  })
})

describe('what a teacher types on a device that keeps nothing', () => {
  let letGo: () => void = () => undefined
  beforeEach(() => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(failing)
    server.gates = [new Promise<void>((resolve) => (letGo = resolve))]
  })

  test('is one edit, too, while it waits for its turn', async () => {
    await save(typing(null, { ...art, id: 'music' }, { sitting: undefined }))
    await save(typing(math, typed('a')))
    await save(typing(typed('a'), typed('ab')))
    expect(pending.get()).toHaveLength(2)
    letGo()
    await idle(100)
    expect(server.calls).toHaveLength(2)
    expect(stored()).toBe('<p>ab</p>')
  })

  test('is sent after what is on its way', async () => {
    await save(typing(math, typed('a')))
    await save(typing(typed('a'), typed('ab')))
    letGo()
    await idle(100)
    expect(server.calls).toHaveLength(2)
    expect(stored()).toBe('<p>ab</p>')
  })
})
