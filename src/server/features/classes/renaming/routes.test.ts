import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })
const save = (date: string, more: Partial<TimeBlock> = {}) =>
  aDay(db, { owner: ann.userId, date, now: clock(), blocks: [aBlock({ classId: math, ...more })] })
const DATES = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
const titles = async () =>
  (await asAnn('GET', '/api/calendar?from=2026-11-16&to=2026-11-20')).body.flatMap(({ blocks }: { blocks: TimeBlock[] }) =>
    blocks.map(({ title }) => title),
  )
const names = async () => (await asAnn('GET', '/api/classes')).body.map(({ name }: { name: string }) => name)

beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  math = (await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })).id
  await save(DATES[0])
  await save(DATES[1])
  await save(DATES[2], { title: 'Math: quiz' })
  await save(DATES[3], { classId: null })
})

test('a class is renamed with its lessons of that name from a day on, in one operation with one Undo', async () => {
  const operationId = randomUUID()
  const body = { name: 'Algebra', lessonsFrom: '2026-11-18', operationId }
  const renamed = await asAnn('PATCH', `/api/classes/${math}`, body)
  expect(renamed).toMatchObject({ status: 200, body: { id: math, name: 'Algebra' } })
  expect(await titles()).toEqual(['Math', 'Algebra', 'Math: quiz', 'Math'])
  expect((await asAnn('PATCH', `/api/classes/${math}`, body)).body).toEqual(renamed.body)
  expect((await asAnn('POST', `/api/calendar/operations/${operationId}/undo`)).status).toBe(200)
  expect([await names(), await titles()]).toEqual([['Math'], ['Math', 'Math', 'Math: quiz', 'Math']])
})

test('without a new name, and with one that another class has, no lesson changes', async () => {
  await aClass(db, { owner: ann.userId, name: 'Algebra', now: clock() })
  const path = `/api/classes/${math}`
  expect((await asAnn('PATCH', path, { room: 'Room 9', lessonsFrom: '2026-11-16' })).status).toBe(200)
  expect((await asAnn('PATCH', path, { name: 'Algebra', lessonsFrom: '2026-11-16' })).status).toBe(409)
  expect(await titles()).toEqual(['Math', 'Math', 'Math: quiz', 'Math'])
})
