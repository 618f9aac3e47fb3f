// @module-tag engine
/** Tests a change whose notice is lost, for example because the server dies between the commit and the notice. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aDay } from '#server/features/calendar/samples.ts'
import { flushNotices, type Notices } from '#server/lib/db/notices.ts'
import { drizzleOver } from '#server/lib/db/open.ts'
import { app, call, clock, config, db, keys, pool } from './app.ts'
import { startListening } from './listening.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const [WED, A_WEDNESDAY_LATER] = ['2026-11-18', '2026-12-02']

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
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock(), timezone: 'UTC' })
  tab = await openTab(ann)
  stop = await tab.follow()
  await tab.settled()
})
afterEach(() => {
  stop()
  tab.close()
})

const withoutNotices = async (query: { text: string }, values?: unknown[]) => {
  if (query.text.includes('pg_notify')) throw new Error('lost')
  return pool.query(query, values)
}
/** Saves a note on Wednesday and drops its notice. */
const saveUnheard = async (): Promise<void> => {
  const lost: string[] = []
  const losing = drizzleOver(
    new Proxy(pool, { get: (target, name) => (name === 'query' ? withoutNotices : Reflect.get(target, name)) }),
    (message) => lost.push(message),
  )
  await aDay(losing, { owner: ann.userId, date: WED, hasNote: true, noteText: 'Trip' })
  await flushNotices(losing)
  expect(lost).toEqual(['changes could not be announced'])
  await tab.settled()
  expect(network.heard.filter(({ kind }) => kind === 'days')).toEqual([])
  expect(tab.day(WED).entry).toBeNull()
}
const noteShown = () => vi.waitUntil(() => tab.day(WED).entry?.noteText === 'Trip', { timeout: 30_000, interval: 5 })

test('a teacher who returns to the page sees it', async () => {
  await saveUnheard()
  window.dispatchEvent(new Event('visibilitychange'))
  await noteShown()
})

test('a teacher who returns to the page without missing anything causes one small call', async () => {
  network.requests.length = 0
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.waitUntil(() => network.requests.length > 0, { timeout: 30_000, interval: 5 })
  await tab.settled()
  expect(network.requests).toEqual(['GET /api/live/versions'])
})

test('a teacher whose stream reconnects sees it', async () => {
  await saveUnheard()
  const begun = network.heard.length
  network.cutStreams()
  await vi.waitUntil(() => network.heard.length > begun, { timeout: 30_000, interval: 5 })
  await noteShown()
})

test('a teacher sees it with the next change', async () => {
  await saveUnheard()
  await call('POST', '/api/calendar', { token: ann.token, body: { date: A_WEDNESDAY_LATER, hasNote: true, noteText: 'Assembly' } })
  await noteShown()
})
