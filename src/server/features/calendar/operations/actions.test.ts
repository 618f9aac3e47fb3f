// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import type { CalendarOperation } from '#shared/calendar/operations/contract.ts'
import { call, clock, db } from '#test/app.ts'
import { reversals } from './actions.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })
const save = async (date: string, body: object) => (await asAnn('POST', '/api/calendar', { date, ...body })).body
const undo = async (id: string) => (await asAnn('POST', `/api/calendar/operations/${id}/undo`)).body
const list = async (): Promise<CalendarOperation[]> => (await asAnn('GET', '/api/calendar/operations')).body
const shown = async () => (await list()).map(({ kind, does, titles, dates, marked }) => ({ kind, does, titles, dates, marked }))

describe('the list of changes', () => {
  test('says what each did: lessons that were added, changed and deleted, a day that closed and a note', async () => {
    const [math, art] = [aBlock({ id: 'm', title: 'Math' }), aBlock({ id: 'a', title: 'Art' })]
    await save('2026-11-18', { blocks: [math] })
    await save('2026-11-18', {
      blocks: [
        { ...math, description: '<p>Decimals</p>' },
        { ...art, order: 1 },
      ],
    })
    // The remaining lesson gets another place in the order, which isn’t a change.
    await save('2026-11-18', { blocks: [{ ...art, order: 0 }] })
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-11-23', to: '2026-11-24', isBlocked: true, blockedText: 'Break' })
    await save('2026-11-24', { isBlocked: false })
    await save('2026-11-18', { hasNote: true, noteText: 'Picture day' })
    const [day, marked] = [['2026-11-18'], null]
    expect(await shown()).toEqual([
      { kind: 'save', does: 'note', titles: [], dates: day, marked: { from: '2026-11-18', to: '2026-11-18' } },
      { kind: 'save', does: 'unblock', titles: [], dates: ['2026-11-24'], marked: { from: '2026-11-24', to: '2026-11-24' } },
      {
        kind: 'bulk',
        does: 'block',
        titles: [],
        dates: ['2026-11-23', '2026-11-24'],
        marked: { from: '2026-11-23', to: '2026-11-24' },
      },
      { kind: 'save', does: 'delete', titles: ['Math'], dates: day, marked },
      { kind: 'save', does: 'change', titles: ['Math', 'Art'], dates: day, marked },
      { kind: 'save', does: 'add', titles: ['Math'], dates: day, marked },
    ])
  })

  test('shows an undone change as undone, and its undo brings it back', async () => {
    const { operationId } = await save('2026-11-18', { blocks: [aBlock()] })
    expect(await list()).toMatchObject([{ id: operationId, isUndone: false, reversedBy: operationId }])
    const undone = await undo(operationId)
    expect(await list()).toMatchObject([{ id: operationId, isUndone: true, reversedBy: undone.operationId }])
    const redone = await undo(undone.operationId)
    expect(await list()).toMatchObject([{ id: operationId, isUndone: false, reversedBy: redone.operationId }])
  })

  test('has the last 20, newest first, and classes too, but nobody else’s', async () => {
    for (let count = 0; count < 22; count++) await save('2026-11-18', { blocks: [aBlock({ title: `Lesson ${count}` })] })
    await asAnn('POST', '/api/classes', { name: 'Math' })
    const all = await list()
    expect(all).toHaveLength(20)
    expect(all[0]).toMatchObject({ kind: 'class', dates: [], does: null })
    expect(all[1]?.titles).toContain('Lesson 21')
    const { token } = await aTeacher(db, { now: clock() })
    expect((await call('GET', '/api/calendar/operations', { token })).body).toEqual([])
  })

  test('follows an undo that is undone, and an operation that is undone again after that', () => {
    const undos = [
      { id: 'u1', undoes: 'a' },
      { id: 'u2', undoes: 'u1' },
      { id: 'u3', undoes: 'a' },
      { id: 'other', undoes: 'older' },
    ]
    expect(reversals(['a', 'b'], undos)).toEqual(
      new Map([
        ['a', { isUndone: true, reversedBy: 'u3' }],
        ['b', { isUndone: false, reversedBy: 'b' }],
      ]),
    )
  })
})
