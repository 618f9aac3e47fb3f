// @module-tag engine
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { invites } from '#server/features/collaboration/tables.ts'
import { users } from '#server/features/people/tables.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { flushNotices, type Notices } from '#server/lib/db/notices.ts'
import type { LiveEvent } from '#shared/live/contract.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { allHeard, startListening } from '#test/listening.ts'
import { type Live, makeLive } from './actions.ts'

const DATE = '2026-11-18'
const failures: unknown[] = []
let notices: Notices
let live: Live
const open: AbortController[] = []

beforeAll(async () => {
  notices = await startListening()
  live = makeLive(db, notices, (error) => failures.push(error))
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
  expect(failures.splice(0)).toEqual([])
})
afterAll(async () => {
  live.close()
  await notices.close()
})

/** Subscribes to a teacher's stream and collects its new events. Ignores heartbeats. */
const follow = async ({ userId, token }: { userId: string; token: string }) => {
  await allHeard(notices)
  const { body } = await call('GET', '/api/auth/sessions', { token })
  const events: LiveEvent[] = []
  const stream = new AbortController()
  open.push(stream)
  const ended = (async () => {
    for await (const event of live.follow(
      { userId, sessionId: body.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id },
      stream.signal,
    ))
      if (event.kind !== 'beat') events.push(event)
    return true
  })()
  await expect.poll(() => events.length).toBeGreaterThan(0)
  return { events, ended, last: () => events.at(-1) }
}
/** Creates a live service with a stubbed subscription. `tell` passes a notice directly to its listener. */
const hearing = () => {
  let tell: Parameters<Notices['subscribe']>[0] = () => undefined
  const subscribe: Notices['subscribe'] = (listener) => {
    tell = listener
    return () => undefined
  }
  return { live: makeLive(db, { subscribe }, (error) => failures.push(error)), tell: ((notice) => tell(notice)) as typeof tell }
}
const share = async (inviter: string, invitee: string) =>
  db.insert(invites).values({ inviterId: inviter, inviteeId: invitee, status: 'accepted', invitedAt: clock() })

describe('an open page', () => {
  test('is notified which of its days changed, but not of their content', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { events, last } = await follow(ann)
    expect(events).toEqual([{ kind: 'calendars', calendars: [{ owner: ann.userId, version: 0 }] }])
    const day = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Fractions' })] })
    await expect.poll(last).toEqual({
      kind: 'days',
      owner: ann.userId,
      dates: [DATE],
      operationId: day.operationId,
      version: day.version,
      previous: 0,
      hasRecords: false,
    })
    expect(JSON.stringify(events)).not.toContain('Fractions')
  })

  test('is notified of a year that changed at once', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { last } = await follow(ann)
    const body = { from: '2027-01-01', to: '2027-12-31', isBlocked: true, blockedText: 'Sabbatical' }
    expect((await call('POST', '/api/calendar/bulk', { token: ann.token, body })).status).toBe(200)
    await expect.poll(() => (last()?.kind === 'days' ? (last() as { dates: string[] }).dates.length : 0)).toBe(365)
  })

  test('is notified of a colleague who shares, and of no one else', async () => {
    const [ann, bob, eve] = [
      await aTeacher(db, { now: clock() }),
      await aTeacher(db, { now: clock() }),
      await aTeacher(db, { now: clock() }),
    ]
    await share(bob.userId, ann.userId)
    const { events, last } = await follow(ann)
    await aDay(db, { owner: eve.userId, date: DATE })
    const { version } = await aDay(db, { owner: bob.userId, date: DATE })
    await expect.poll(last).toMatchObject({ kind: 'days', owner: bob.userId, dates: [DATE], version })
    expect(JSON.stringify(events)).not.toContain(eve.userId)
  })

  test('that reconnects sees from the versions what it missed', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { version } = await aDay(db, { owner: ann.userId, date: DATE })
    const { events } = await follow(ann)
    const beginning = { kind: 'calendars', calendars: [{ owner: ann.userId, version }] }
    expect(events[0]).toEqual(beginning)
    expect((await call('GET', '/api/live/versions', { token: ann.token })).body).toEqual(beginning)
    expect((await call('GET', '/api/user', { token: ann.token })).body.calendarVersion).toBe(version)
  })
})

describe('a stream', () => {
  test('covers a shared calendar from the moment it is shared until sharing stops', async () => {
    const [ann, bob] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
    const { events, last } = await follow(ann)
    await share(bob.userId, ann.userId)
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['calendars', 'people', 'calendars'])
    expect((last() as Extract<LiveEvent, { kind: 'calendars' }>).calendars.map(({ owner }) => owner).sort()).toEqual(
      [ann.userId, bob.userId].sort(),
    )
    await db.update(invites).set({ status: 'revoked' }).where(eq(invites.inviterId, bob.userId))
    await expect.poll(last).toEqual({ kind: 'calendars', calendars: [{ owner: ann.userId, version: 0 }] })
    const count = events.length
    await aDay(db, { owner: bob.userId, date: DATE })
    const { version } = await aDay(db, { owner: ann.userId, date: DATE })
    await expect.poll(last).toMatchObject({ owner: ann.userId, version })
    expect(events).toHaveLength(count + 1)
  })

  test('ends with its session, and with the account', async () => {
    const [ann, bob] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
    const [of, ofBob] = [await follow(ann), await follow(bob)]
    expect((await call('POST', '/api/auth/logout', { token: ann.token })).status).toBe(200)
    expect(await of.ended).toBe(true)
    await db.delete(users).where(eq(users.id, bob.userId))
    expect(await ofBob.ended).toBe(true)
  })

  test('ends at once when its session ended while it was being opened', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { id: sessionId } = (await call('GET', '/api/auth/sessions', { token: ann.token })).body[0]
    await call('POST', '/api/auth/logout', { token: ann.token })
    const stream = live.follow({ userId: ann.userId, sessionId }, new AbortController().signal)[Symbol.asyncIterator]()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  test('on another device continues', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { events } = await follow(ann)
    const { body } = await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })
    await call('POST', '/api/auth/logout', { token: body.token })
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['calendars', 'people', 'calendars'])
    expect(await db.select().from(sessions).where(eq(sessions.userId, ann.userId))).toHaveLength(1)
  })

  test('ends if too many changes are buffered while it starts, and its page reconnects', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { id: sessionId } = (await call('GET', '/api/auth/sessions', { token: ann.token })).body[0]
    const firstEvent = async (changes: number) => {
      const own = hearing()
      const next = own.live.follow({ userId: ann.userId, sessionId }, new AbortController().signal)[Symbol.asyncIterator]().next()
      for (let version = 1; version <= changes; version++)
        own.tell({
          kind: 'days',
          owner: randomUUID(),
          dates: [DATE],
          operationId: randomUUID(),
          version,
          previous: version - 1,
          hasRecords: false,
        })
      const { value, done } = await next
      own.live.close()
      return done ? 'over' : value.kind
    }
    expect([await firstEvent(1000), await firstEvent(1001)]).toEqual(['calendars', 'over'])
  })

  test('resumes after a lost connection, and three hundred of them take only a few queries', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const bob = await aTeacher(db, { now: clock() })
    const { id: sessionId } = (await call('GET', '/api/auth/sessions', { token: ann.token })).body[0]
    const { id: sessionOfBob } = (await call('GET', '/api/auth/sessions', { token: bob.token })).body[0]
    await share(bob.userId, ann.userId)
    const own = hearing()
    const follow = (actor: { userId: string; sessionId: string }) =>
      own.live.follow(actor, new AbortController().signal)[Symbol.asyncIterator]()
    const streams = Array.from({ length: 299 }, () => follow({ userId: ann.userId, sessionId }))
    const last = follow({ userId: bob.userId, sessionId: sessionOfBob })
    await Promise.all([...streams, last].map((stream) => stream.next()))
    await flushNotices(db)
    const asked = vi.spyOn(pool, 'query')
    own.tell(undefined)
    const told = await Promise.all(
      [...streams, last].map(async (stream) => [(await stream.next()).value.kind, (await stream.next()).value]),
    )
    expect(asked.mock.calls.length).toBeLessThanOrEqual(4)
    asked.mockRestore()
    const ofAnn = ['people', { kind: 'calendars', calendars: expect.toSatisfy((calendars) => calendars.length === 2) }]
    expect(told).toEqual([...Array(299).fill(ofAnn), ['people', { kind: 'calendars', calendars: [{ owner: bob.userId, version: 0 }] }]])
    own.live.close()
  })

  test('reloads once for a user whose permissions change twenty times at once', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { id: sessionId } = (await call('GET', '/api/auth/sessions', { token: ann.token })).body[0]
    const own = hearing()
    const stream = own.live.follow({ userId: ann.userId, sessionId }, new AbortController().signal)[Symbol.asyncIterator]()
    await stream.next()
    await flushNotices(db)
    const asked = vi.spyOn(pool, 'query')
    for (let press = 0; press < 20; press++) own.tell({ kind: 'people', ids: [ann.userId] })
    expect([(await stream.next()).value.kind, (await stream.next()).value.kind]).toEqual(['people', 'calendars'])
    expect(asked).toHaveBeenCalledTimes(2)
    own.live.close()
  })

  test('notifies an administrator who joins the school, but not of a teacher’s student notes switch', async () => {
    const school = await aSchoolWith(db, { now: clock() })
    const { events } = await follow(school.administrator)
    const ann = await aMember(db, school, { now: clock() })
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['calendars', 'people', 'calendars'])
    const { events: ofAnn } = await follow(ann)
    for (const includesStudentNotes of [true, false, true])
      expect((await call('PATCH', '/api/school', { token: ann.token, body: { includesStudentNotes } })).status).toBe(200)
    await expect.poll(() => ofAnn.length).toBeGreaterThan(2)
    expect((await call('POST', '/api/school/leave', { token: ann.token })).status).toBe(200)
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['calendars', 'people', 'calendars', 'people', 'calendars'])
  })

  test('sends nothing for a change that was rolled back', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const { events } = await follow(ann)
    const { body: day } = await call('POST', '/api/calendar', { token: ann.token, body: { date: DATE, hasNote: true, noteText: 'x' } })
    const stale = await call('PATCH', `/api/calendar/${day.id}`, { token: ann.token, body: { version: day.version - 1, hasNote: false } })
    expect(stale.status).toBe(409)
    await expect.poll(() => events).toHaveLength(2)
  })
})
