// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, db } from '#test/app.ts'
import { aBlock } from './samples.ts'

const DATE = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
let bob: typeof ann
beforeEach(async () => {
  ann = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
  bob = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
})

const as = (token: string) => ({
  get: (url: string) => call('GET', url, { token }),
  post: (url: string, body?: unknown) => call('POST', url, { token, body }),
  remove: (url: string) => call('DELETE', url, { token }),
})
const dayOf = async (token: string) => (await as(token).get(`/api/calendar?date=${DATE}`)).body[0]

describe('a call that is retried because its reply was lost', () => {
  const [A, B] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const operations = async () => (await as(ann.token).get(`/api/calendar/history?date=${DATE}`)).body.length

  test('saves once, and returns what it saved', async () => {
    const body = { date: DATE, blocks: [aBlock({ id: 'a' })], version: 0, operationId: A }
    const first = await as(ann.token).post('/api/calendar', body)
    const again = await as(ann.token).post('/api/calendar', body)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(first.body.operationId).toBe(A)
    expect(await operations()).toBe(1)
  })

  test('returns the day as it is now', async () => {
    const body = { date: DATE, blocks: [aBlock({ id: 'a' })], version: 0, operationId: A }
    const { version } = (await as(ann.token).post('/api/calendar', body)).body
    const newer = (await as(ann.token).post('/api/calendar', { date: DATE, hasNote: true, noteText: 'Newer', version })).body
    expect((await as(ann.token).post('/api/calendar', body)).body).toEqual(newer)
    await as(ann.token).remove(`/api/calendar/${newer.id}`)
    expect(await as(ann.token).post('/api/calendar', body)).toMatchObject({
      status: 409,
      body: { code: 'stale', date: DATE, current: null },
    })
  })

  test('for several days, a range, a deletion, or an undo takes effect once', async () => {
    const send = [
      () => as(ann.token).post('/api/calendar/days', { days: [{ date: DATE, hasNote: true, noteText: 'x' }], operationId: A }),
      () => as(ann.token).post('/api/calendar/bulk', { from: DATE, to: '2026-11-20', isBlocked: true, operationId: B }),
    ]
    for (const call of send) {
      const [first, again] = [await call(), await call()]
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body).toEqual(first.body)
    }
    const id = '33333333-3333-4333-8333-333333333333'
    const undo = () => as(ann.token).post(`/api/calendar/operations/${B}/undo`, { operationId: id })
    const undone = await undo()
    expect(undone.body).toMatchObject({ operationId: id, removed: ['2026-11-19', '2026-11-20'] })
    expect((await undo()).body).toEqual(undone.body)
    const day = await dayOf(ann.token)
    const remove = () => as(ann.token).remove(`/api/calendar/${day.id}?operationId=44444444-4444-4444-8444-444444444444`)
    expect((await remove()).body).toEqual((await remove()).body)
    expect(await operations()).toBe(4)
  })

  test('under an id that another teacher used is refused, and reveals nothing of theirs', async () => {
    await as(bob.token).post('/api/calendar', { date: DATE, blocks: [], operationId: A })
    const reply = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [], operationId: A })
    expect([reply.status, reply.body]).toEqual([409, { code: 'taken', message: expect.any(String) }])
    expect(await dayOf(ann.token)).toBeUndefined()
  })

  test('is not mistaken for another call with the same id', async () => {
    await as(ann.token).post('/api/calendar/bulk', { from: DATE, to: '2026-11-20', isBlocked: true, operationId: A })
    const save = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [], operationId: A })
    const other = await as(ann.token).post('/api/calendar', { date: '2026-12-01', blocks: [], operationId: A })
    expect([save.body.code, other.body.code]).toEqual(['taken', 'taken'])
  })

  test('is refused under the id of a call of another kind, whatever days that changed', async () => {
    const from = { from: DATE, to: DATE }
    const closure = { ...from, blockedText: 'Snow day', operationId: B }
    await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock({ id: 'a' })], operationId: A })
    const reply = await as(ann.token).post('/api/calendar/closures', { ...closure, operationId: A })
    expect([reply.status, reply.body]).toEqual([
      409,
      { code: 'taken', message: 'This operationId belongs to another change. Send a new one.' },
    ])
    expect((await dayOf(ann.token)).isBlocked).toBe(false)
    const [first, again] = [
      await as(ann.token).post('/api/calendar/closures', closure),
      await as(ann.token).post('/api/calendar/closures', closure),
    ]
    expect([again.status, again.body]).toEqual([200, first.body])
    const undone = await as(ann.token).post(`/api/calendar/operations/${A}/undo`, { operationId: B })
    expect(undone.body.code).toBe('taken')
  })

  test('of an undo is refused under the id of the undo of another change', async () => {
    for (const id of [A, B]) await as(ann.token).post('/api/calendar', { date: DATE, hasNote: true, noteText: id, operationId: id })
    const operationId = '33333333-3333-4333-8333-333333333333'
    await as(ann.token).post(`/api/calendar/operations/${B}/undo`, { operationId })
    expect((await as(ann.token).post(`/api/calendar/operations/${A}/undo`, { operationId })).body.code).toBe('taken')
  })

  test('and arrives twice at the same moment saves once', async () => {
    const body = { date: DATE, blocks: [aBlock({ id: 'a' })], operationId: A }
    const replies = await Promise.all([0, 1, 2, 3].map(() => as(ann.token).post('/api/calendar', body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(await operations()).toBe(1)
  })
})
