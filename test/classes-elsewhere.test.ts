// @module-tag engine
/** Tests that a page shows classes as another tab or device changed them. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import type { Notices } from '#server/lib/db/notices.ts'
import { app, call, clock, config, db, keys } from './app.ts'
import { startListening } from './listening.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const WED = '2026-11-18'

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
  await aClass(db, { owner: ann.userId, name: 'Math', color: 7 })
  tab = await openTab(ann)
  await tab.showClasses()
  stop = await tab.follow()
  await tab.settled()
  network.requests.length = 0
})
afterEach(() => {
  stop()
  tab.close()
})

const elsewhere = (method: 'POST' | 'PATCH', path: string, body: object) => call(method, path, { token: ann.token, body })
const colors = () => tab.classes().map(({ name, color }) => `${name} ${color}`)
const untilColors = (expected: string[]) => vi.waitUntil(() => colors().join() === expected.join(), { timeout: 30_000, interval: 5 })

test('a class recolored elsewhere costs one call, and no days are loaded again', async () => {
  await elsewhere('PATCH', `/api/classes/${tab.classes()[0]?.id}`, { color: 3 })
  await untilColors(['Math 3'])
  await tab.settled()
  expect(network.requests).toEqual(['GET /api/classes'])
})

test('a lesson saved elsewhere doesn’t load the classes again', async () => {
  await elsewhere('POST', '/api/calendar', { date: WED, blocks: [aBlock({ title: 'Math' })] })
  await vi.waitUntil(() => tab.blocks(WED).length === 1, { timeout: 30_000, interval: 5 })
  await tab.settled()
  expect(network.requests).not.toContain('GET /api/classes')
})

test('classes created with lessons elsewhere appear, and go when that is undone here', async () => {
  const [id, operationId] = [randomUUID(), randomUUID()]
  const days = [{ date: WED, blocks: [aBlock({ title: 'Art', classId: id })] }]
  await elsewhere('POST', '/api/classes/lessons', { classes: [{ id, name: 'Art', color: 1 }], days, operationId })
  await untilColors(['Math 7', 'Art 1'])
  await tab.settled()
  expect(tab.day(WED).lessons).toMatchObject([{ hue: 'h1' }])
  await tab.undo(tab.calendar, [WED], operationId)
  await untilColors(['Math 7'])
})

test('two colors chosen quickly end with the last one', async () => {
  const [math] = tab.classes()
  if (!math) throw new Error('There is no class')
  const first = tab.changeClass(math, { color: 2 })
  const second = tab.changeClass(math, { color: 4 })
  expect(colors()).toEqual(['Math 4'])
  await Promise.all([first, second])
  await tab.settled()
  const { body } = await call('GET', '/api/classes', { token: ann.token })
  expect(body).toMatchObject([{ color: 4 }])
  expect(colors()).toEqual(['Math 4'])
})
