import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTurns, type Turn } from './turns.ts'

const later = () => {
  let finish = (): void => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { done, finish }
}

/** Queues turns one at a time while the first is running. Resolves to the order in which they finish. */
const queueOf = async (
  asked: (Turn & { name: string })[],
  bounds = { atOnce: 1, waitingOfKey: 10, waiting: 100, whenFull: 'Come back later.' },
) => {
  const inTurn = makeTurns(bounds)
  const busy = later()
  const first = inTurn({ lane: 'first', key: 'busy' }, () => busy.done)
  const order: string[] = []
  const works = asked.map(({ name, ...turn }) =>
    inTurn(turn, async () => void order.push(name)).catch(() => void order.push(`${name} refused`)),
  )
  await nextTurn()
  busy.finish()
  await Promise.all([first, ...works])
  return order
}

test('signing in has priority over signing up', async () => {
  const order = await queueOf([
    ...[1, 2, 3].map((number) => ({ lane: 'second', key: `school ${number}`, name: `sign-up ${number}` }) as const),
    { lane: 'first', key: 'ann', name: 'Ann' },
  ])
  expect(order).toEqual(['Ann', 'sign-up 1', 'sign-up 2', 'sign-up 3'])
})

test('a network with a hundred guesses delays only itself', async () => {
  const guess = (number: number) => ({ lane: 'first', key: 'attacker', name: `guess ${number}` }) as const
  const order = await queueOf([guess(1), guess(2), guess(3), { lane: 'first', key: 'school', name: 'Ann' }])
  expect(order).toEqual(['guess 1', 'Ann', 'guess 2', 'guess 3'])
})

test('work that would wait too long is refused at once, for each key separately', async () => {
  const guess = (number: number) => ({ lane: 'first', key: 'attacker', name: `guess ${number}` }) as const
  const order = await queueOf([guess(1), guess(2), { lane: 'first', key: 'school', name: 'Ann' }], {
    atOnce: 1,
    waitingOfKey: 1,
    waiting: 100,
    whenFull: 'Come back later.',
  })
  expect(order).toEqual(['guess 2 refused', 'guess 1', 'Ann'])
})

test("refused work has the caller's message", async () => {
  const inTurn = makeTurns({ atOnce: 1, waitingOfKey: 0, waiting: 10, whenFull: 'Come back later.' })
  const busy = later()
  const first = inTurn({ lane: 'first', key: 'a' }, () => busy.done)
  await expect(inTurn({ lane: 'first', key: 'a' }, async () => 'done')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Come back later.',
  })
  busy.finish()
  await first
})

test('failed work passes its turn on', async () => {
  const inTurn = makeTurns({ atOnce: 1, waitingOfKey: 10, waiting: 10, whenFull: 'Come back later.' })
  const failed = inTurn({ lane: 'first', key: 'a' }, () => Promise.reject(new Error('no')))
  const next = inTurn({ lane: 'first', key: 'a' }, async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
