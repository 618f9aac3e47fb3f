// @module-tag engine
/** Tests that a page shows everything that a day off moved in a cycle that waits. */
import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { Notices } from '#server/lib/db/notices.ts'
import { app, call, clock, config, db, keys } from './app.ts'
import { startListening } from './listening.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const [MON, WED, THU, FRI] = ['2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20']

let notices: Notices
beforeAll(async () => {
  notices = await startListening()
  network.app = await buildApp({ db, keys, clock, logger: false, config, notices })
})
afterAll(async () => {
  await network.app.close()
  await notices.close()
  network.app = app
})

let ann: Awaited<ReturnType<typeof aTeacher>>
let tab: Tab
let stop: () => void = () => undefined
let numberOn: (date: string) => number | undefined
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock(), timezone: 'UTC' })
  const cells: object[] = []
  for (const [index, name] of ['Math', 'Art', 'Music'].entries()) {
    const { body } = await call('POST', '/api/classes', { token: ann.token, body: { name } })
    cells.push({ day: index + 1, row: 0, classId: body.id })
  }
  const rhythm = { kind: 'cycle', days: 3, onDayOff: 'wait' }
  const rows = [{ startTime: '09:00', endTime: '09:45' }]
  const body = { firstDay: MON, lastDay: '2026-11-27', rhythm, rows, cells, from: MON, existing: 'keep' }
  expect((await call('POST', '/api/timetables', { token: ann.token, body })).status).toBe(201)
  tab = await openTab(ann)
  const { timetablesQuery } = await import('#web/features/calendar/days/timetables/cycle-calls.ts')
  const { queryClient } = await import('#web/lib/net/query-client.ts')
  await queryClient.fetchQuery(timetablesQuery)
  const unobserve = new QueryObserver(queryClient, timetablesQuery).subscribe(() => undefined)
  numberOn = (date) => queryClient.getQueryData(timetablesQuery.queryKey)?.[0]?.numbers[date]
  const unfollow = await tab.follow()
  stop = () => {
    unfollow()
    unobserve()
  }
  await tab.settled()
})
afterEach(() => {
  stop()
  tab.close()
})

const closeWednesday = () => tab.write({ type: 'mark', date: WED, kind: 'block-out', text: 'Snow', seen: null })
const titles = () =>
  [WED, THU, FRI].map((date) =>
    tab
      .blocks(date)
      .map(({ title }) => title)
      .join(),
  )
const untilTitles = (expected: string[]) => vi.waitUntil(() => titles().join() === expected.join(), { timeout: 30_000, interval: 5 })
const untilThursdayIsDay = (number: number) => vi.waitUntil(() => numberOn(THU) === number, { timeout: 30_000, interval: 5 })

test('after blocking out a day, the days of the cycle are as the server renumbered them', async () => {
  expect([titles(), numberOn(THU)]).toEqual([['Music', 'Math', 'Art'], 1])
  await closeWednesday()
  await untilThursdayIsDay(3)
  expect(titles()).toEqual(['', 'Music', 'Math'])
})

test('restoring a closed day from its history shows the later days as the server moved them', async () => {
  const before = tab.day(WED).entry
  await closeWednesday()
  await untilThursdayIsDay(3)
  await tab.write({ type: 'restore', date: WED, current: tab.day(WED).entry, to: before })
  await untilTitles(['Music', 'Math', 'Art'])
  await untilThursdayIsDay(1)
})

test('restoring a closed day to the time before anything was planned moves the later days too', async () => {
  await closeWednesday()
  await untilThursdayIsDay(3)
  await tab.write({ type: 'restore', date: WED, current: tab.day(WED).entry, to: null })
  await untilThursdayIsDay(1)
  await untilTitles(['', 'Math', 'Art'])
})
