/** Tests an edit queued behind a save whose response was lost, after another tab has changed the lesson. */
import { beforeEach, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { blockAt } from '#web/features/calendar/model/block-move.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const [WED, THU] = ['2026-11-18', '2026-11-19'] as const
const art: TimeBlock = {
  id: 'block_art',
  title: 'art',
  description: '',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}

let ann: Awaited<ReturnType<typeof aTeacher>>
let here: Tab
let there: Tab
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  there = await openTab(ann)
  here = await openTab(ann, () => 'both')
})

const shown = (tab: Tab): TimeBlock => {
  const [lesson] = tab.blocks(WED)
  if (!lesson) throw new Error('The lesson is not shown')
  return lesson
}
const titles = async (date: string): Promise<string[]> => {
  const [day] = (await call('GET', `/api/calendar?date=${date}`, { token: ann.token })).body
  return day?.blocks.map(({ title }: TimeBlock) => title).sort()
}
/** Adds a lesson whose response is lost, renames it in the other tab, and only then lets this tab retry. */
const addThenEdit = async (edit: (lesson: TimeBlock) => Promise<unknown>): Promise<void> => {
  let sendAgain: () => void = () => undefined
  const isSentAgain = new Promise<void>((resolve) => {
    sendAgain = resolve
  })
  network.mishaps = ['lost']
  network.gates = [Promise.resolve(), isSentAgain]
  const added = here.write({ type: 'block', date: WED, before: null, after: art })
  await vi.waitFor(() => expect(network.gates).toEqual([]))
  const waiting = edit(shown(here))
  await there.look()
  const theirs = shown(there)
  await there.write({ type: 'block', date: WED, before: theirs, after: { ...theirs, title: 'there' } })
  sendAgain()
  await Promise.all([added, waiting])
}

test('a pending change asks about what the other tab wrote', async () => {
  await addThenEdit((lesson) => here.write({ type: 'block', date: WED, before: lesson, after: { ...lesson, title: 'here' } }))
  expect(here.asked.map(({ conflict: { mine, theirs } }) => [mine?.title, theirs?.title])).toEqual([['here', 'there']])
  expect(await titles(WED)).toEqual(['here', 'there'])
})

test('a pending move takes along what the other tab wrote', async () => {
  await addThenEdit((lesson) => here.write({ type: 'move', from: WED, to: THU, before: lesson, after: blockAt(lesson, '10:00') }))
  expect([await titles(WED), await titles(THU)]).toEqual([[], ['there']])
})

test('Undo of a retried save leaves what the other tab added in between', async () => {
  let sendAgain: () => void = () => undefined
  const isSentAgain = new Promise<void>((resolve) => {
    sendAgain = resolve
  })
  network.mishaps = ['lost']
  network.gates = [Promise.resolve(), isSentAgain]
  const added = here.write({ type: 'block', date: WED, before: null, after: art })
  await vi.waitFor(() => expect(network.gates).toEqual([]))
  await there.look()
  await there.write({ type: 'block', date: WED, before: null, after: { ...art, id: 'block_music', title: 'music' } })
  sendAgain()
  const { operationId = '' } = (await added) ?? {}
  // The server rejects this Undo, because the day has changed in the meantime.
  await Promise.allSettled([here.write({ type: 'undo', dates: [WED], operationId })])
  expect(await titles(WED)).toContain('music')
})
