import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeDraft, storedDrafts } from '#web/lib/drafts.ts'
import { clearStores } from '#web/lib/store.ts'
import { forgetPerson, forgetSession, guestSince, storedUserId, storeSession } from '#web/lib/stored-session.ts'
import { cleanUp } from './clean-up.ts'
import { deviceDatabase } from './database.ts'
import { forgetDatabase, undeletedPeople } from './forget-kept.ts'
import { setSharedComputer } from './shared-computer.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-18T12:00:00Z')
const daysAgo = (days: number) => NOW - days * DAY_MS

const areaOf = (map: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    },
    { ownKeys: () => [...map.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  )
beforeEach(async () => {
  vi.stubGlobal('localStorage', areaOf(new Map()))
  vi.stubGlobal('sessionStorage', areaOf(new Map()))
  for (const id of ['maya', 'theo']) await forgetDatabase(id)
})

const signIn = (userId: string) => storeSession({ token: `token of ${userId}`, userId })
/** Stores what a person leaves: something to read, and an edit and a draft of these ages in days. */
const work = async (userId: string, ages: readonly number[]): Promise<void> => {
  signIn(userId)
  const database = await deviceDatabase()
  await database?.put('kept', { data: 'Fractions', at: NOW }, 'week')
  for (const age of ages) {
    await database?.add('edits', { id: `${age} days`, edit: { at: daysAgo(age) } })
    storeDraft(userId, `${age} days`, JSON.stringify({ at: daysAgo(age) }))
  }
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
/** Returns the names of what the device has for a person who signs in again. */
const leftFor = async (userId: string) => {
  signIn(userId)
  const database = await deviceDatabase()
  const edits = (await database?.getAll('edits'))?.map(({ id }) => id)
  return { edits, drafts: [...storedDrafts(userId).keys()], kept: await database?.count('kept') }
}

test('unsent edits and drafts of an ended session wait 30 days for the same person', async () => {
  await work('maya', [31, 29])
  forgetSession()
  await cleanUp(NOW)
  expect(await leftFor('maya')).toEqual({ edits: ['29 days'], drafts: ['29 days'], kept: 0 })
})

test('so do those of a person after whom somebody else signed in', async () => {
  await work('maya', [31, 29])
  signIn('theo')
  await cleanUp(NOW)
  expect(await leftFor('maya')).toEqual({ edits: ['29 days'], drafts: ['29 days'], kept: 0 })
})

test('a database is deleted once nothing in it waits to be sent', async () => {
  await work('maya', [31])
  forgetSession()
  await cleanUp(NOW)
  expect(await databases()).toEqual([])
})

test('the signed-in person’s unsent edits stay, whatever their age, and so does what they read', async () => {
  await work('maya', [40])
  await cleanUp(NOW)
  expect(await leftFor('maya')).toEqual({ edits: ['40 days'], drafts: [], kept: 1 })
})

test.each([
  [2.9, { edits: ['1 days'], drafts: ['1 days'], userId: 'maya' }],
  [3.1, { edits: [], drafts: [], userId: null }],
])('a guest whose session ended %d days after they came can leave text only as long as they can return', async (days, left) => {
  await work('maya', [1])
  guestSince.set(new Date(daysAgo(days)).toISOString())
  forgetSession()
  await cleanUp(NOW)
  expect(storedUserId()).toBe(left.userId)
  expect(await leftFor('maya')).toEqual({ edits: left.edits, drafts: left.drafts, kept: 0 })
})

/** Signs out in a page that is left before the browser carries out these requests. */
const signOutInHaste = async (...requests: ('open' | 'deleteDatabase')[]): Promise<void> => {
  const lost = requests.map((request) => vi.spyOn(indexedDB, request).mockReturnValue({} as IDBOpenDBRequest))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const forgotten = forgetDatabase('maya')
  await vi.advanceTimersByTimeAsync(5000)
  await forgotten
  vi.useRealTimers()
  for (const one of lost) one.mockRestore()
  forgetPerson('maya')
  clearStores()
}

test('a database that a sign-out couldn’t delete is deleted by a later page, whoever signs in there', async () => {
  await work('maya', [1])
  await signOutInHaste('open', 'deleteDatabase')
  expect([await databases(), undeletedPeople()]).toEqual([['firstbell:maya'], ['maya']])
  signIn('theo')
  await cleanUp(NOW)
  expect([await databases(), undeletedPeople()]).toEqual([[], []])
})

test('a database that a frozen tab keeps open is empty, and deleted once that tab is awake', async () => {
  await work('maya', [1])
  const frozen = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('firstbell:maya')
    request.onsuccess = () => resolve(request.result)
  })
  await signOutInHaste()
  const left = await new Promise((resolve) => {
    const reading = frozen.transaction('edits').objectStore('edits').count()
    reading.onsuccess = () => resolve(reading.result)
  })
  expect([left, undeletedPeople()]).toEqual([0, ['maya']])
  frozen.close()
  await vi.waitFor(async () => expect([await databases(), undeletedPeople()]).toEqual([[], []]))
})

test('a person who signs in again finds nothing that their sign-out couldn’t delete, and keeps what they write then', async () => {
  await work('maya', [1])
  await signOutInHaste('open', 'deleteDatabase')
  expect(await leftFor('maya')).toEqual({ edits: [], drafts: [], kept: 0 })
  await work('maya', [0])
  signIn('theo')
  await cleanUp(NOW)
  expect(await leftFor('maya')).toMatchObject({ edits: ['0 days'] })
})

test('a tab of a shared computer deletes nobody’s text, because it doesn’t know who is signed in elsewhere', async () => {
  await work('maya', [31])
  setSharedComputer(true)
  signIn('theo')
  await cleanUp(NOW)
  forgetPerson('theo')
  setSharedComputer(false)
  expect(await leftFor('maya')).toEqual({ edits: ['31 days'], drafts: ['31 days'], kept: 1 })
})
