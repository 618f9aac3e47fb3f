import { afterEach, expect, test, vi } from 'vitest'
import { lazyModule, lazyPart } from './lazy-part.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failuresIn = async (seconds: number, isOnline: boolean): Promise<number> => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: isOnline })
  let failures = 0
  const part = lazyPart(() => {
    failures++
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  void part.preload()
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return failures
}

test('a part whose file is missing gives up after four more attempts', async () => {
  expect(await failuresIn(60, true)).toBe(5)
})

test('a part that has no network goes on trying, so that it never replaces the page', async () => {
  expect(await failuresIn(63, false)).toBe(11)
})

test('a module that an edit waits for is fetched until it is there, and only once', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  let tries = 0
  const saving = lazyModule(() => {
    tries++
    return tries > 7 ? Promise.resolve('saving') : Promise.reject(new TypeError('Failed to fetch'))
  })
  const both = Promise.all([saving(), saving()])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await both).toEqual(['saving', 'saving'])
  expect(await saving()).toBe('saving')
  expect(tries).toBe(8)
})
