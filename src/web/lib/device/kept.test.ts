import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { clearStores } from '#web/lib/store.ts'
import { forgetPerson, storeSession } from '#web/lib/stored-session.ts'
import { deviceDatabase } from './database.ts'
import { forgetDatabase } from './forget-kept.ts'
import { keepAnswers, prune } from './keep.ts'
import { drawFirst, drawRest, isFromDevice, isKept, keptName, keptWeeks } from './kept.ts'
import { setSharedComputer } from './shared-computer.ts'

const MONDAY = '2026-11-16'
const NOW = Date.parse('2026-11-18T15:44:00Z')
const aPerson = (id: string) => ({ id, calendarId: `calendar-${id}`, timezone: 'UTC', studentNotes: '<p>Lee: peanuts</p>' }) as User
const weekOf = (person: User, monday = MONDAY) => ['calendar', person.calendarId, 'week', monday]

const signIn = (id: string): User => {
  storeSession({ token: `token-${id}`, userId: id })
  return aPerson(id)
}
/** Forgets what is in memory, like a reload. */
const reload = (): void => {
  queryClient.clear()
  clearStores()
}
const entries = async (): Promise<string[]> => (await (await deviceDatabase())?.getAllKeys('kept')) ?? []

/** Keeps these answers as the server's. */
const keep = async (person: User, answers: [readonly unknown[], unknown][]): Promise<void> => {
  queryClient.setQueryData(SESSION_KEY, person)
  keepAnswers()
  for (const [key, data] of answers) queryClient.setQueryData(key, data)
  await vi.waitFor(async () => expect(await entries()).toContain(keptName(SESSION_KEY)))
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(async () => {
  reload()
  for (const id of ['ann', 'bea']) {
    await forgetDatabase(id)
    forgetPerson(id)
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a reload shows the person, this week and the classes before the server answers', async () => {
  const ann = signIn('ann')
  const months = { from: '2026-10-26', days: new Map([['2026-11-18', 'a mark']]) }
  await keep(ann, [
    [weekOf(ann), 'the week'],
    [['classes'], 'the classes'],
    [['calendar', ann.calendarId, 'marks', '2026-11-01'], months],
  ])
  reload()
  vi.stubGlobal('window', { earlyCalls: [{ address: `/api/calendar?from=${MONDAY}&to=2026-11-20` }] })
  expect(await drawFirst()).toBe(true)
  expect(queryClient.getQueryData<User>(SESSION_KEY)?.id).toBe('ann')
  expect(queryClient.getQueryData(weekOf(ann))).toBe('the week')
  expect(queryClient.getQueryData(['classes'])).toBe('the classes')
  expect(queryClient.getQueryData(['calendar', ann.calendarId, 'marks', '2026-11-01'])).toEqual(months)
  expect(queryClient.getQueryState(weekOf(ann))).toMatchObject({ isInvalidated: true, dataUpdatedAt: NOW })
  expect(isFromDevice.get()).toBe(true)
})

test('student notes are never written to the device', async () => {
  const ann = signIn('ann')
  await keep(ann, [])
  expect(JSON.stringify(await (await deviceDatabase())?.getAll('kept'))).not.toContain('peanuts')
})

test('other people’s calendars, bills, admin pages and links stay on the server', () => {
  const own = 'calendar-ann'
  for (const key of [
    ['calendar', 'colleague-bea', 'week', MONDAY],
    ['calendar', 'teacher-bea', 'marks', '2026-11-01'],
    ['calendar', 'school-1', 'week', MONDAY],
    ['calendar', own, 'history', MONDAY],
    ['calendar', own, 'marks', 'all'],
    ['user', 'update'],
    ['subscription'],
    ['billing'],
    ['admin', 'users'],
    ['sub-links'],
    ['sub-plan', 'ann', MONDAY, MONDAY],
    ['ai-preview', {}],
    ['school', 'teachers'],
    ['sessions'],
  ])
    expect(isKept(key, own), JSON.stringify(key)).toBe(false)
  for (const key of [
    ['calendar', own, 'week', MONDAY],
    ['calendar', own, 'marks', '2026-11-01'],
    ['templates', 'daily'],
    ['closures', own, 'x'],
    ['school', 'office'],
  ])
    expect(isKept(key, own), JSON.stringify(key)).toBe(true)
})

test('another account on the same machine sees nothing', async () => {
  const ann = signIn('ann')
  await keep(ann, [[weekOf(ann), 'Ann’s week']])
  reload()
  signIn('bea')
  expect(await drawFirst()).toBe(false)
  await drawRest()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('a person who signs out in another tab while this one reads isn’t drawn', async () => {
  const ann = signIn('ann')
  await keep(ann, [[weekOf(ann), 'the week']])
  reload()
  const drawn = drawFirst()
  forgetPerson('ann')
  expect(await drawn).toBe(false)
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('a server that answers first is never replaced by what the device has', async () => {
  const ann = signIn('ann')
  await keep(ann, [
    [weekOf(ann), 'the old week'],
    [['classes'], 'the classes'],
  ])
  reload()
  queryClient.setQueryData(SESSION_KEY, ann)
  queryClient.setQueryData(weekOf(ann), 'the new week')
  expect(await drawFirst()).toBe(false)
  await drawRest()
  expect(queryClient.getQueryData(weekOf(ann))).toBe('the new week')
  expect(queryClient.getQueryData(['classes'])).toBe('the classes')
})

test('a shared computer keeps and shows nothing', async () => {
  const ann = signIn('ann')
  await keep(ann, [])
  reload()
  setSharedComputer(true)
  expect(await drawFirst()).toBe(false)
  setSharedComputer(false)
})

test('the kept week follows a save that the server confirmed', async () => {
  const ann = signIn('ann')
  await keep(ann, [[weekOf(ann), 'before']])
  queryClient.setQueryData(weekOf(ann), 'after')
  await vi.waitFor(async () => expect(await (await deviceDatabase())?.get('kept', keptName(weekOf(ann)))).toMatchObject({ data: 'after' }))
  expect(keptWeeks.get()?.has(MONDAY)).toBe(true)
})

test('answers of another shape, old weeks and what is too large are deleted, the farthest weeks first', async () => {
  const ann = signIn('ann')
  await keep(ann, [])
  const database = await deviceDatabase()
  if (!database) throw new Error('No database')
  const put = (name: string, data: unknown, at = NOW) => database.put('kept', { data, at }, name)
  const [near, recent, old, far] = ['2026-10-19', '2026-08-31', '2026-08-24', '2026-06-01'].map((monday) => keptName(weekOf(ann, monday)))
  await put('0 ["classes"]', 'an earlier shape')
  await put(near ?? '', 'within four weeks', 0)
  await put(recent ?? '', 'visited lately')
  await put(old ?? '', 'visited in August', Date.parse('2026-08-24'))
  await put(far ?? '', 'x'.repeat(8_000_000))
  await prune(database, ann)
  expect((await entries()).sort()).toEqual([keptName(SESSION_KEY), near, recent].sort())
})
