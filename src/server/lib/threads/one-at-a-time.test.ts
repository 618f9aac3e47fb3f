import { expect, test } from 'vitest'
import { makeThread } from './one-at-a-time.ts'

const HERE = new URL('../../../../test/slow-worker.ts', import.meta.url).href
const HOUR = 3_600_000
const slowThread = () => makeThread<number, number>({ url: HERE, name: 'slow-worker', resources: {}, idleMs: 1000, mostMs: HOUR })

test('a task that takes too long ends its thread, one behind it waits too long, and a new thread does the next one', async () => {
  const perform = slowThread()
  await perform(1)
  const stuck = perform(HOUR / 4, 300)
  const waiting = perform(1, 100)
  await expect(stuck).rejects.toMatchObject({ isItsFault: false, message: 'The task took too long' })
  await expect(waiting).rejects.toMatchObject({ isItsFault: false, message: 'The task waited too long' })
  expect(await perform(2)).toBe(2)
}, 60_000)

test('a thread that ends or fails in a task is at fault, and the next task is done', async () => {
  const perform = slowThread()
  await expect(perform(-1)).rejects.toMatchObject({ isItsFault: true, message: 'The thread ended' })
  expect(await perform(3)).toBe(3)
  await expect(perform(2_000_000)).rejects.toMatchObject({ isItsFault: true, message: 'The task failed: RangeError' })
  expect(await perform(4)).toBe(4)
}, 60_000)

test('tasks that are wanted at once are done one after the other', async () => {
  const perform = slowThread()
  const order: number[] = []
  await Promise.all([30, 5, 1].map((ms) => perform(ms).then((done) => order.push(done))))
  expect(order).toEqual([30, 5, 1])
}, 60_000)
