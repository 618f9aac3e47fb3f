import { afterEach, expect, test, vi } from 'vitest'
import { storeDraft, storedDrafts } from '#web/lib/drafts.ts'
import { forgetPerson, forgetSession, storedToken, storedUserId, storeSession } from '#web/lib/stored-session.ts'
import { flag, json, oneOf, slot, text } from './storage.ts'

afterEach(() => {
  forgetPerson('1')
  vi.unstubAllGlobals()
})

const withStored = (values: Record<string, string>) => {
  const map = new Map(Object.entries(values))
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  // In a browser, stored keys are own properties of the storage object.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, { ownKeys: () => [...map.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
  )
  return map
}

test('with storage blocked, a session lasts until the page closes', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  storeSession({ token: 'abc', userId: '1' })
  expect(storedToken()).toBe('abc')
  forgetSession()
  expect(storedToken()).toBeNull()
})

test('signing out removes the user’s data and keeps the theme', () => {
  const map = withStored({ preferences: '{"compactView":true}' })
  storeSession({ token: 'abc', userId: '1' })
  slot('theme', text, 'device').set('dark')
  forgetPerson('1')
  expect([...map]).toEqual([['theme', 'dark']])
  expect(storedUserId()).toBeNull()
})

test('an ended session keeps the user id, so that a sign-in link for someone else asks first', () => {
  withStored({})
  storeSession({ token: 'abc', userId: '1' })
  forgetSession()
  expect([storedToken(), storedUserId()]).toEqual([null, '1'])
})

test('drafts belong to one user: others on the same device don’t see them, and signing out removes them', () => {
  withStored({})
  storeDraft('maya', '2026-11-18:block_1', 'Fractions')
  storeDraft('maya-2', '2026-11-18:block_1', 'Art')
  expect([...storedDrafts('maya')]).toEqual([['2026-11-18:block_1', 'Fractions']])
  forgetSession()
  expect(storedDrafts('maya').size).toBe(1)
  forgetPerson('maya')
  expect(storedDrafts('maya').size).toBe(0)
  expect(storedDrafts('maya-2').size).toBe(1)
})

test('with storage full, a draft lasts until the page closes', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  })
  storeDraft('maya', 'x', 'Fractions')
  expect(storedDrafts('maya').get('x')).toBe('Fractions')
  forgetPerson('maya')
  expect(storedDrafts('maya').size).toBe(0)
})

test('the user id is stored before the token, for other tabs that watch the token', () => {
  const order: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (key: string) => order.push(key), removeItem: () => undefined })
  storeSession({ token: 'abc', userId: '1' })
  expect(order).toEqual(['userId', 'token'])
})

test('a purchase under way ends with the session, even if billing hasn’t loaded', () => {
  withStored({ preferences: '{}', theme: 'dark' })
  const tab = new Map([
    ['checkout', 'yearly'],
    ['paidAt', '1'],
    ['wantedPage', '/search'],
  ])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  })
  forgetSession()
  expect([...tab.keys()]).toEqual(['wantedPage'])
})

test('an entry that an older version wrote in another form counts as none', () => {
  withStored({ print: '{half', rightSidebar: 'open', calendarSidebar: 'yes' })
  expect(slot('print', json(), 'device').get()).toBeNull()
  expect(slot('rightSidebar', oneOf('collapsed', 'expanded'), 'device').get()).toBeNull()
  expect(slot('calendarSidebar', flag('collapsed'), 'device').get()).toBe(false)
})
