import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// The unit tests share their workers: starting one for each file took as long as the tests. Each file gets fresh modules.
vi.resetModules()
afterAll(() => void vi.unstubAllGlobals())

/**
 * A `console.error` or `console.warn` fails the test that caused it: what nobody reads hides what somebody should.
 * A test that provokes one gives the method an implementation of its own (`vi.spyOn(console, 'error').mockImplementation`).
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
