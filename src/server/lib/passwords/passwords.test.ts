import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.doUnmock('@node-rs/argon2'))

test('fifty sign-ins at the same moment are checked two at a time', async () => {
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  vi.resetModules()
  vi.doMock('@node-rs/argon2', () => ({
    hash: async () => 'hashed',
    verify: async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
      return true
    },
  }))
  const { makePasswords } = await import('./passwords.ts')
  const { matches } = makePasswords({ memoryKiB: 19_456, passes: 2 })
  const signIns = Array.from({ length: 50 }, (_, number) => matches('hashed', 'first-bell', `network ${number}`))
  for (let ended = 0; ended < 50; ended++) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0))
    ends.shift()?.()
  }
  expect(await Promise.all(signIns)).toEqual(Array(50).fill(true))
  expect(most).toBe(2)
})
