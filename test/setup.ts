import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// Gives each test file fresh modules. Unit tests share workers, because starting one per file took as long as running the tests.
vi.resetModules()
afterAll(() => void vi.unstubAllGlobals())

/**
 * Fails a test that causes a `console.error` or `console.warn`, because unread messages would hide important ones. A test that expects a
 * message mocks the method (`vi.spyOn(console, 'error').mockImplementation`).
 */
let said: unknown[][] = []
const spies = () =>
  [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')].map((spy) =>
    spy.mockImplementation((...words: unknown[]) => void said.push(words)),
  )
let watched: ReturnType<typeof spies> = []

beforeEach(() => {
  said = []
  watched = spies()
})

afterEach(() => {
  for (const spy of watched) spy.mockRestore()
  expect(said, 'what was written to the console').toEqual([])
})
