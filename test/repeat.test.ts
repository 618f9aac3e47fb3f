import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { addDays } from '#shared/dates.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const MONDAY = '2026-11-16'
let teacher: Awaited<ReturnType<typeof aTeacher>>
let tab: Tab
beforeEach(async () => {
  network.mishaps = []
  network.arrived = []
  teacher = await aTeacher(db, { now: clock() })
  tab = await openTab(teacher)
})

const { id: _, order: __, ...lesson } = aBlock({ title: 'Reading' })
/** Returns an edit that repeats a lesson on this many Mondays, starting with the visible one. */
const mondays = (weeks: number, mode: 'add' | 'replace' = 'add') => ({
  type: 'repeat' as const,
  patterns: [[lesson]],
  days: Array.from({ length: weeks }, (_, week) => ({ date: addDays(MONDAY, week * 7), pattern: 0, version: 0 })),
  mode,
})
const titles = () => tab.blocks(MONDAY).map(({ title }) => title)
const stored = async (date: string) => (await call('GET', `/api/calendar?date=${date}`, { token: teacher.token })).body[0]

test('a repeat shows in the visible week once it is done, and the Undo shortcut reverts all of it', async () => {
  await tab.write(mondays(30))
  expect(titles()).toEqual(['Reading'])
  expect(network.arrived).toEqual(['POST /api/calendar/repeat'])
  expect((await stored('2027-06-07')).blocks).toHaveLength(1)
  tab.undoLatest(tab.calendar)
  await expect.poll(titles).toEqual([])
  expect(await stored('2027-06-07')).toBeUndefined()
})

test('a repeat whose reply is lost is done once', async () => {
  network.mishaps = ['lost']
  await tab.write(mondays(3))
  expect(titles()).toEqual(['Reading'])
  expect(network.arrived).toEqual(['POST /api/calendar/repeat', 'POST /api/calendar/repeat'])
})

test('a day that another tab changed makes the whole repeat fail, and is named', async () => {
  await aDay(db, { owner: teacher.userId, date: '2026-12-07', blocks: [aBlock({ title: 'Museum' })] })
  await expect(tab.write(mondays(10, 'replace'))).rejects.toMatchObject({ code: 'stale', body: { date: '2026-12-07' } })
  expect(titles()).toEqual([])
  expect(await stored('2026-11-23')).toBeUndefined()
})

test("a lesson saved after a repeat is based on the repeat's result, without asking", async () => {
  const repeated = tab.write(mondays(2))
  await Promise.all([
    repeated,
    tab.write({ type: 'block', date: MONDAY, before: null, after: aBlock({ title: 'Art', startTime: '07:00' }) }),
  ])
  expect(titles()).toEqual(['Art', 'Reading'])
  expect(tab.asked).toEqual([])
})
