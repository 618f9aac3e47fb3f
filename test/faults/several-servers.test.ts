// @module-tag full
import { expect, test } from 'vitest'
import { soakServers } from '#test/soak/servers/soak.ts'
import { makeTally } from '#test/soak/servers/tally.ts'

test('sixty teachers on two servers lose no confirmed save, whatever restarts, dies or is promoted (npm run soak -- --servers 3 is the long version)', async () => {
  const size = { servers: 2, teachers: 60, bellSeconds: 10, isSynchronous: true }
  const { phases, missing, unfinished } = await soakServers({ ...size, say: () => undefined })
  expect(phases.map(({ failedSaves, lost }) => ({ failedSaves, lost }))).toEqual(phases.map(() => ({ failedSaves: 0, lost: 0 })))
  expect([missing, unfinished]).toEqual([0, 0])
  const saved = Object.fromEntries(phases.map(({ name, confirmed }) => [name, confirmed]))
  expect(saved['first bell: save']).toBe(60)
  // Each of these phases has at least ten seconds of load, with a save a second.
  expect(saved['rolling restart']).toBeGreaterThan(5)
  expect(saved['promotion']).toBeGreaterThan(5)
}, 900_000)

test('a save that the database doesn’t have counts as lost in the phase that confirmed it', async () => {
  const tally = makeTally()
  const processorTime = () => ({ servers: 0, postgres: 0 })
  await tally.during('first', processorTime, async () => tally.confirm('a'))
  await tally.during('second', processorTime, async () => tally.confirm('b'))
  tally.lose(new Set(['b']))
  expect(tally.phases.map(({ name, lost }) => [name, lost])).toEqual([
    ['first', 1],
    ['second', 0],
  ])
})
