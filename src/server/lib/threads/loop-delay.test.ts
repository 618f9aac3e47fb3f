import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { makeLoopDelay } from './loop-delay.ts'

const block = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('a thread that was busy says in the next minute how long others waited', async () => {
  let now = 0
  const { start, stop, read } = makeLoopDelay(() => now)
  expect(read()).toBeNull()
  start()
  await vi.waitFor(
    async () => {
      block(150)
      await pause(1)
      now += 30_000
      const before = read()
      now += 29_999
      expect(read()).toBe(before)
      now += 1
      expect(read()).toBeGreaterThan(100)
    },
    { timeout: 10_000 },
  )
  // It stays until the next whole minute.
  expect(read()).toBeGreaterThan(100)
  stop()
})

test('nothing is measured before it is started', () => {
  let now = 0
  const { read } = makeLoopDelay(() => now)
  now = 120_000
  expect(read()).toBeNull()
})
