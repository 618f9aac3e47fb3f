/** Tests edits that outlive their page: reloads, crashes, second tabs, full disks and ended sessions. */
import { beforeEach, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from './app.ts'
import { type Device, editsOn, makeDevice, onDevices, openTabOn } from './device.ts'
import { network } from './tab.ts'

onDevices()

const WED = '2026-11-18'
const math: TimeBlock = {
  id: 'block_math',
  title: 'Math',
  description: '',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
const art = { ...math, id: 'block_art', title: 'Art', startTime: '10:00', endTime: '11:00' }
const adding = (after: TimeBlock) => ({ type: 'block', date: WED, before: null, after }) as const
const changing = (before: TimeBlock, after: TimeBlock, sitting?: string) => ({ type: 'block', date: WED, before, after, sitting }) as const

let ann: Awaited<ReturnType<typeof aTeacher>>
let chromebook: Device
beforeEach(async () => {
  network.arrived.length = 0
  ann = await aTeacher(db, { now: clock() })
  chromebook = makeDevice()
})

const stored = async (token = ann.token): Promise<TimeBlock[]> => {
  const [day] = (await call('GET', `/api/calendar?date=${WED}`, { token })).body as CalendarDay[]
  return day?.blocks ?? []
}
const titles = async () => (await stored()).map(({ title }) => title)
const kept = async () => (await editsOn(chromebook, ann.userId)).length
/** Lets what was started go on until nothing is left to do. */
const untilKept = (edits: number) => vi.waitFor(async () => expect(await kept()).toBe(edits), { timeout: 10_000 })
const untilStored = (expected: string[]) => vi.waitFor(async () => expect(await titles()).toEqual(expected), { timeout: 10_000 })
const ignore = (work: Promise<unknown>): void => void work.catch(() => undefined)

test('an edit that was made without a network survives a crash and is sent by the next page, once', async () => {
  const first = await openTabOn(chromebook, ann)
  chromebook.isOffline = true
  ignore(first.write(adding(math)))
  await untilKept(1)
  first.crash()
  chromebook.isOffline = false
  const next = await openTabOn(chromebook, ann)
  await untilStored(['Math'])
  await untilKept(0)
  expect(network.arrived).toEqual(['POST /api/calendar'])
  await vi.waitFor(() => expect(next.tab.blocks(WED).map(({ title }) => title)).toEqual(['Math']))
})

test('the page shows edits that are not sent yet after a reload', async () => {
  const first = await openTabOn(chromebook, ann)
  ignore(first.write(adding(math)))
  await untilKept(0)
  chromebook.isOffline = true
  ignore(first.write(changing(math, { ...math, title: 'Algebra' })))
  await untilKept(1)
  first.crash()
  chromebook.isOffline = false
  const gate = new Promise<void>((resolve) => setTimeout(resolve, 50))
  network.gates = [gate]
  const next = await openTabOn(chromebook, ann)
  expect(next.tab.blocks(WED).map(({ title }) => title)).toEqual(['Algebra'])
  await untilStored(['Algebra'])
})

test('another tab takes over when the one that sends crashes', async () => {
  const first = await openTabOn(chromebook, ann)
  const second = await openTabOn(chromebook, ann)
  chromebook.isOffline = true
  ignore(first.write(adding(math)))
  await untilKept(1)
  await vi.waitFor(() => expect(second.tab.pending()).toHaveLength(1))
  first.crash()
  chromebook.isOffline = false
  second.sendNow()
  await untilStored(['Math'])
  await untilKept(0)
})

test('edits of two tabs are each sent once, in order', async () => {
  const first = await openTabOn(chromebook, ann)
  const second = await openTabOn(chromebook, ann)
  chromebook.isOffline = true
  const one = first.write(adding(math))
  await vi.waitFor(() => expect(second.tab.blocks(WED)).toHaveLength(1))
  const two = second.write(changing(math, { ...math, title: 'Algebra' }))
  await untilKept(2)
  chromebook.isOffline = false
  second.sendNow()
  await Promise.all([one, two])
  expect(await titles()).toEqual(['Algebra'])
  expect(network.arrived).toEqual(['POST /api/calendar', 'POST /api/calendar'])
  for (const { tab } of [first, second]) await vi.waitFor(() => expect(tab.pending()).toEqual([]))
})

test.each([1, 2, 3, 4, 5])(
  'a page that crashes at its write %i to the store loses no edit that it had stored, and repeats none',
  async (writes) => {
    const first = await openTabOn(chromebook, ann)
    first.crash(writes)
    ignore(first.write(adding(math)))
    ignore(first.write(adding(art)))
    await vi.waitFor(() => expect(first.isDead()).toBe(true), { timeout: 3000 }).catch(() => undefined)
    const left = (await editsOn(chromebook, ann.userId)).length + (await stored()).length
    await openTabOn(chromebook, ann)
    await untilKept(0)
    expect((await titles()).length).toBeGreaterThanOrEqual(Math.min(left, 1))
    expect(new Set(await titles()).size).toBe((await titles()).length)
  },
)

test('a full disk is said at once, and edits are sent from the page', async () => {
  const { tab, write } = await openTabOn(chromebook, ann)
  chromebook.isFull = true
  await write(adding(math))
  expect(tab.lastToast()).toMatchObject({ title: 'This device can’t keep your changes' })
  expect(await titles()).toEqual(['Math'])
})

test('edits of an ended session wait for the same person and are never sent by another one', async () => {
  const first = await openTabOn(chromebook, ann)
  chromebook.isOffline = true
  ignore(first.write(adding(math)))
  await untilKept(1)
  first.crash()
  chromebook.isOffline = false
  const ben = await aTeacher(db, { now: clock() })
  const other = await openTabOn(chromebook, ben)
  await other.write(adding(art))
  expect((await stored(ben.token)).map(({ title }) => title)).toEqual(['Art'])
  expect(await kept()).toBe(1)
  other.crash()
  await openTabOn(chromebook, ann)
  await untilStored(['Math'])
})

test('an edit that the server refuses after its page is gone stays with its reason', async () => {
  const first = await openTabOn(chromebook, ann)
  await call('POST', '/api/calendar/bulk', { token: ann.token, body: { from: WED, to: WED, hasNote: true, noteText: 'Picture day' } })
  chromebook.isOffline = true
  ignore(first.write({ type: 'mark', date: WED, kind: 'note', text: 'Assembly', seen: null }))
  await untilKept(1)
  first.crash()
  chromebook.isOffline = false
  await openTabOn(chromebook, ann)
  await vi.waitFor(async () => expect((await editsOn(chromebook, ann.userId))[0]?.refusal).toMatchObject({ code: 'stale' }))
})

test('saves of one sitting that cannot be sent become one', async () => {
  const { write, sendNow } = await openTabOn(chromebook, ann)
  await write(adding(math))
  network.arrived.length = 0
  chromebook.isOffline = true
  const sitting = '0b36f0d6-9a61-4b07-8f1e-5d3f7b6f2a11'
  const texts = ['a', 'ab', 'abc', 'abcd', 'abcde'].map((text) => ({ ...math, description: `<p>${text}</p>` }))
  const saves: Promise<unknown>[] = []
  let before: TimeBlock = math
  for (const after of texts) {
    saves.push(write(changing(before, after, sitting)))
    before = after
    // The first one has been tried by then.
    await untilKept(Math.min(2, saves.length))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await kept()).toBe(2)
  chromebook.isOffline = false
  sendNow()
  await Promise.all(saves)
  expect((await stored())[0]?.description).toBe('<p>abcde</p>')
  expect(network.arrived).toHaveLength(2)
})

test('a conflict can be answered in the other tab', async () => {
  const first = await openTabOn(chromebook, ann, () => 'theirs')
  await first.write(adding(math))
  first.crash()
  const ipad = makeDevice()
  const asking = await openTabOn(chromebook, ann, null)
  const second = await openTabOn(chromebook, ann, null)
  chromebook.isOffline = true
  const mine = asking.write(changing(math, { ...math, description: '<p>mine</p>' }))
  await untilKept(1)
  const onIpad = await openTabOn(ipad, ann)
  await onIpad.write(changing(math, { ...math, description: '<p>theirs</p>' }))
  chromebook.isOffline = false
  asking.sendNow()
  await vi.waitFor(() => expect(second.tab.questions()).toHaveLength(1))
  second.act(() => second.tab.questions()[0]?.answer('mine'))
  await mine
  expect((await stored())[0]?.description).toBe('<p>mine</p>')
  expect([asking.tab.questions(), second.tab.questions()]).toEqual([[], []])
})
