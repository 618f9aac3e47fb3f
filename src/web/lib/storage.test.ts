import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession, storedPreferences, storedToken, storedUserId, storeSession, storeTheme } from './storage.ts'

afterEach(() => {
  forgetSession()
  vi.unstubAllGlobals()
})

const withStored = (values: Record<string, string>) => {
  const map = new Map(Object.entries(values))
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  return map
}

test('a browser that forbids storage still signs in, for as long as the page lives', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  storeSession({ token: 'abc', userId: '1' })
  expect(storedToken()).toBe('abc')
  forgetSession()
  expect(storedToken()).toBeNull()
})

test('signing out forgets the person and keeps the theme of the screen', () => {
  const map = withStored({ preferences: '{"compactView":true}' })
  storeSession({ token: 'abc', userId: '1' })
  storeTheme('dark')
  forgetSession()
  expect([...map]).toEqual([['theme', 'dark']])
  expect(storedUserId()).toBeNull()
})

test('another tab that hears of a new token finds whose it is already there', () => {
  const order: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (key: string) => order.push(key), removeItem: () => undefined })
  storeSession({ token: 'abc', userId: '1' })
  expect(order).toEqual(['userId', 'token'])
})

test.each([['not json'], ['[1]'], ['"text"'], ['null']])('a spoiled copy of the preferences (%s) counts as none', (copy) => {
  withStored({ preferences: copy })
  expect(storedPreferences()).toBeNull()
})
