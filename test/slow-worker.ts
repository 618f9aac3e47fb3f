/** A thread for tests: waits as many milliseconds as its task says, and ends in the middle of a task of -1. */
import { setTimeout } from 'node:timers/promises'
import { doTasks } from '#server/lib/threads/one-at-a-time.ts'

doTasks(async (ms: number) => {
  if (ms < 0) process.exit(1)
  if (ms > 1_000_000) throw new RangeError('too long')
  await setTimeout(ms)
  return ms
})
