import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeDraft, storedDrafts } from '#web/lib/drafts.ts'
import {
  forgetPerson,
  forgetSession,
  isOwnDeviceOf,
  onTokenChangedElsewhere,
  storedToken,
  storedUserId,
  storeOwnDevice,
  storeSession,
} from '#web/lib/stored-session.ts'
import { deviceDatabase } from './database.ts'
import { forgetDatabase, forgetKept } from './forget-kept.ts'
import { isSharedComputer, setSharedComputer } from './shared-computer.ts'

const areaOf = (map: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    },
    { ownKeys: () => [...map.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  )
let device: Map<string, string>
let tab: Map<string, string>
beforeEach(() => {
  ;[device, tab] = [new Map(), new Map()]
  vi.stubGlobal('localStorage', areaOf(device))
  vi.stubGlobal('sessionStorage', areaOf(tab))
  // Other test files may have left databases.
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  forgetPerson('maya')
  vi.unstubAllGlobals()
})

const signIn = (userId = 'maya') => storeSession({ token: `token of ${userId}`, userId })

test('a shared computer stores the session and the drafts in the tab alone, and has no database', async () => {
  setSharedComputer(true)
  signIn()
  storeDraft('maya', 'math', 'Fractions')
  expect([storedToken(), storedUserId(), storedDrafts('maya').get('math')]).toEqual(['token of maya', 'maya', 'Fractions'])
  expect(device).toEqual(new Map())
  expect(await deviceDatabase()).toBeNull()
})

test('a session that ends on a shared computer leaves nothing, and the next one is on a shared computer, too', () => {
  setSharedComputer(true)
  signIn()
  storeDraft('maya', 'math', 'Fractions')
  forgetSession()
  expect([...tab.keys()]).toEqual(['sharedComputer'])
  expect(isSharedComputer()).toBe(true)
})

test('a visitor who says so before signing in is still remembered when the page asks who is signed in', () => {
  setSharedComputer(true)
  tab.set('wantedPage', '/search')
  forgetSession()
  expect([...tab.keys()]).toEqual(['sharedComputer', 'wantedPage'])
})

test('signing out on a shared computer leaves the entries of the person whose device it is', () => {
  signIn('theo')
  forgetSession()
  setSharedComputer(true)
  signIn()
  forgetPerson('maya')
  expect(device).toEqual(new Map([['userId', 'theo']]))
})

test('a teacher who says that it is their own device keeps their session and drafts there, until they sign out', () => {
  setSharedComputer(true)
  signIn()
  storeDraft('maya', 'math', 'Fractions')
  storeOwnDevice()
  expect([isSharedComputer(), isOwnDeviceOf('maya'), isOwnDeviceOf('theo'), tab.size]).toEqual([false, true, false, 0])
  expect([storedToken(), storedDrafts('maya').get('math')]).toEqual(['token of maya', 'Fractions'])
  forgetSession()
  expect(isOwnDeviceOf('maya')).toBe(true)
  forgetPerson('maya')
  expect([isOwnDeviceOf('maya'), device.size]).toEqual([false, 0])
})

test('a tab of a shared computer learns that its person signed out in another tab', async () => {
  setSharedComputer(true)
  signIn()
  vi.stubGlobal('window', new EventTarget())
  let unfollow: () => void = () => undefined
  const told = new Promise<void>((resolve) => {
    unfollow = onTokenChangedElsewhere(resolve)
  })
  // The other tab has storage of its own.
  const other = new BroadcastChannel('signed-out')
  other.postMessage('theo')
  other.postMessage('maya')
  other.close()
  await told
  unfollow()
  expect([storedToken(), storedUserId()]).toEqual([null, null])
})

test('an ended session loses what it kept to read, but not its unsent edits, and a sign-out loses both', async () => {
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  await forgetKept('maya')
  expect(await names()).toEqual([])
  signIn()
  const database = await deviceDatabase()
  await database?.put('kept', { data: 'Fractions', at: 1 }, 'week')
  await database?.add('edits', { id: 'one' })
  await forgetKept('maya')
  expect([await database?.count('kept'), await database?.count('edits')]).toEqual([0, 1])
  // The open connection, such as another tab's, closes itself.
  await forgetDatabase('maya')
  expect(await names()).toEqual([])
})
