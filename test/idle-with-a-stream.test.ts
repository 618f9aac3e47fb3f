/** Tests when a session expires while its page stays open, unused, with a live stream. */

import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { DAY_MS } from '#shared/dates.ts'
import { app, call, clock, db, pool, setClock } from './app.ts'

const HOUR_MS = 3_600_000

const passes = (ms: number): void => setClock(new Date(clock().getTime() + ms).toISOString())

/** Reopens the live stream, as the page does after each disconnect, and closes it again. Returns the status. */
const reconnect = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.inject({ method: 'GET', url: '/api/live', headers, payloadAsStream: true })
  reply.stream().destroy()
  return reply.statusCode
}

/** Moves time forward while the page only reconnects, every three hours. Returns the status of each reconnect. */
const leaveOpenFor = async (days: number, token: string): Promise<number[]> => {
  const statuses: number[] = []
  for (let hour = 0; hour < days * 24; hour += 3) {
    passes(3 * HOUR_MS)
    statuses.push(await reconnect(token))
  }
  return statuses
}

const statusOf = async (token: string): Promise<number> => (await call('GET', '/api/user', { token })).status

test('a page left open for six days stays connected to the stream, and its teacher stays signed in', async () => {
  const { token } = await aTeacher(db, { now: clock() })
  expect(new Set(await leaveOpenFor(6, token))).toEqual(new Set([200]))
  expect(await statusOf(token)).toBe(200)
})

test('a page left open for eight days without activity has signed its teacher out', async () => {
  const { token } = await aTeacher(db, { now: clock() })
  await leaveOpenFor(8, token)
  expect(await statusOf(token)).toBe(401)
})

test("a page that only reconnects doesn't count as activity", async () => {
  const { token } = await aTeacher(db, { now: clock() })
  const began = clock()
  await leaveOpenFor(1, token)
  // Reads the table directly, because an API call would count as activity.
  expect((await pool.query('select last_seen_at from sessions')).rows).toEqual([{ last_seen_at: began }])
})

test('a call every few days keeps the session alive, until 30 days have passed', async () => {
  const { token } = await aTeacher(db, { now: clock() })
  for (let turn = 0; turn < 4; turn++) {
    passes(6 * DAY_MS)
    expect(await statusOf(token)).toBe(200)
  }
  passes(6 * DAY_MS)
  expect(await statusOf(token)).toBe(401)
})

test('an unused session ends after seven days, together with its stream', async () => {
  const { token } = await aTeacher(db, { now: clock() })
  passes(7 * DAY_MS)
  expect([await statusOf(token), await reconnect(token)]).toEqual([401, 401])
})
