// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { call, clock, db } from '#test/app.ts'

const DATE = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })
const classes = async () => (await asAnn('GET', '/api/classes')).body
const blocksOn = async () => (await asAnn('GET', `/api/calendar?date=${DATE}`)).body[0].blocks

describe('classes', () => {
  test('a teacher creates classes, and no two share a color while one is free', async () => {
    const colors: number[] = []
    for (let index = 0; index < 10; index++) {
      const created = await asAnn('POST', '/api/classes', { name: `Period ${index + 1}` })
      expect(created).toMatchObject({ status: 201, body: { name: `Period ${index + 1}`, room: '', staysOnItsDay: false, order: index } })
      colors.push(created.body.color)
    }
    expect(new Set(colors)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    expect((await classes()).map(({ name }: { name: string }) => name)).toEqual(colors.map((_, index) => `Period ${index + 1}`))
    expect((await asAnn('POST', '/api/classes', { name: 'Period 11' })).body.color).toBe(0)
  })

  test('a class created twice with one id is one class, because a phone sends it again', async () => {
    const body = { id: randomUUID(), name: 'Math', room: ' Room 12 ' }
    const first = (await asAnn('POST', '/api/classes', body)).body
    expect(first).toMatchObject({ id: body.id, room: 'Room 12' })
    expect((await asAnn('POST', '/api/classes', body)).body).toEqual(first)
    expect(await classes()).toEqual([first])
    const bob = await aTeacher(db, { now: clock() })
    expect(await call('POST', '/api/classes', { token: bob.token, body })).toMatchObject({
      status: 201,
      body: { id: body.id, name: 'Math' },
    })
    expect(await classes()).toEqual([first])
  })

  test('two classes with one name are refused, as are 41 classes and an empty name', async () => {
    await asAnn('POST', '/api/classes', { name: 'P.E.' })
    expect(await asAnn('POST', '/api/classes', { name: 'pe' })).toMatchObject({
      status: 409,
      body: { message: 'You already have a class named P.E..' },
    })
    expect(await asAnn('POST', '/api/classes', { name: '  ' })).toMatchObject({
      status: 422,
      body: { message: 'Please enter a class name' },
    })
    for (let index = 1; index < 40; index++) await asAnn('POST', '/api/classes', { name: `Period ${index}` })
    expect(await asAnn('POST', '/api/classes', { name: 'One more' })).toMatchObject({ status: 422, body: { code: 'refused_by_rule' } })
    expect(await classes()).toHaveLength(40)
  })

  test('renaming a class leaves its lessons as they are, and two teachers’ classes are their own', async () => {
    const math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body
    await asAnn('POST', '/api/calendar', { date: DATE, blocks: [aBlock({ id: 'a', title: 'Math', classId: math.id })] })
    expect((await asAnn('PATCH', `/api/classes/${math.id}`, { name: 'Algebra', color: 7 })).body).toEqual({
      ...math,
      name: 'Algebra',
      color: 7,
    })
    expect(await blocksOn()).toMatchObject([{ title: 'Math', classId: math.id }])
    const bob = await aTeacher(db, { now: clock() })
    expect((await call('GET', '/api/classes', { token: bob.token })).body).toEqual([])
    expect((await call('PATCH', `/api/classes/${math.id}`, { token: bob.token, body: { name: 'Mine' } })).status).toBe(404)
  })

  test('a deleted class leaves its lessons with their text, and Undo brings it back', async () => {
    const math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body
    const block = aBlock({ id: 'a', classId: math.id })
    await asAnn('POST', '/api/calendar', { date: DATE, blocks: [block] })
    const { operationId } = (await asAnn('DELETE', `/api/classes/${math.id}`)).body
    expect(await classes()).toEqual([])
    expect(await blocksOn()).toEqual([block])
    expect((await asAnn('POST', `/api/calendar/operations/${operationId}/undo`)).status).toBe(200)
    expect(await classes()).toEqual([math])
    expect((await asAnn('DELETE', `/api/classes/${randomUUID()}`)).status).toBe(404)
  })

  test('an undo is refused when the class was changed since', async () => {
    const math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body
    const { operationId } = (await asAnn('DELETE', `/api/classes/${math.id}`)).body
    await asAnn('POST', '/api/classes', { id: math.id, name: 'Math again' })
    expect(await asAnn('POST', `/api/calendar/operations/${operationId}/undo`)).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await classes()).toMatchObject([{ name: 'Math again' }])
  })
})

describe('a time block’s class and taught mark', () => {
  const math = randomUUID()
  const save = (block: object) => asAnn('POST', '/api/calendar', { date: DATE, blocks: [{ ...aBlock({ id: 'a' }), ...block }] })

  test('stay when a client that doesn’t know them saves the block', async () => {
    await save({ classId: math, taught: 'unfinished' })
    const saved = await save({ title: 'Math, later' })
    expect(saved.body.blocks).toMatchObject([{ title: 'Math, later', classId: math, taught: 'unfinished' }])
    const again = await asAnn('PUT', `/api/calendar/${saved.body.id}`, { blocks: [aBlock({ id: 'a' }), aBlock({ id: 'b' })] })
    expect(again.body.blocks).toMatchObject([{ id: 'a', classId: math, taught: 'unfinished' }, { id: 'b' }])
    expect(again.body.blocks[1]).not.toHaveProperty('classId')
  })

  test('are removed by null, and anything else is refused', async () => {
    await save({ classId: math, taught: 'done' })
    const { body } = await save({ classId: null, taught: null })
    expect(body.blocks[0]).not.toHaveProperty('classId')
    expect(body.blocks[0]).not.toHaveProperty('taught')
    expect((await save({ classId: 'math' })).status).toBe(400)
    expect((await save({ taught: 'yes' })).status).toBe(400)
  })
})

describe('classes with their lessons', () => {
  const aSample = () => {
    const id = randomUUID()
    return {
      classes: [{ id, name: 'Math', color: 7 }],
      days: [{ date: DATE, version: 0, blocks: [aBlock({ id: 'a', title: 'Math', classId: id })] }],
      operationId: randomUUID(),
    }
  }

  test('are added at once, also if a phone sends them again, and one undo removes both', async () => {
    const body = aSample()
    for (const reply of [await asAnn('POST', '/api/classes/lessons', body), await asAnn('POST', '/api/classes/lessons', body)])
      expect(reply).toMatchObject({ status: 200, body: { operationId: body.operationId, entries: [{ date: DATE }] } })
    expect(await classes()).toMatchObject([{ id: body.classes[0]?.id, name: 'Math', color: 7 }])
    expect(await blocksOn()).toMatchObject([{ title: 'Math', classId: body.classes[0]?.id }])
    expect((await asAnn('POST', `/api/calendar/operations/${body.operationId}/undo`)).status).toBe(200)
    expect(await classes()).toEqual([])
    expect((await asAnn('GET', `/api/calendar?date=${DATE}`)).body).toEqual([])
  })

  test('are all refused if one class has a taken name, or a day changed', async () => {
    await asAnn('POST', '/api/classes', { name: 'math' })
    expect(await asAnn('POST', '/api/classes/lessons', aSample())).toMatchObject({ status: 409, body: { code: 'taken' } })
    const other = aSample()
    other.classes[0] = { ...other.classes[0], id: randomUUID(), name: 'Art', color: 1 }
    await asAnn('POST', '/api/calendar', { date: DATE, blocks: [aBlock({ id: 'b', title: 'Duty' })] })
    expect(await asAnn('POST', '/api/classes/lessons', other)).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await classes()).toMatchObject([{ name: 'math' }])
    expect(await blocksOn()).toMatchObject([{ title: 'Duty' }])
  })
})

test('lessons keep their class in a template and in a repeat, but not whether they were taught', async () => {
  const math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
  const block = aBlock({ id: 'a', title: 'Math', classId: math, taught: 'done' })
  const { id } = (await asAnn('POST', '/api/calendar', { date: DATE, blocks: [block] })).body
  const template = (await asAnn('POST', `/api/calendar/${id}/save-as-template`, { templateName: 'A day' })).body
  expect(template.blocks).toMatchObject([{ title: 'Math', classId: math }])
  await asAnn('POST', `/api/daily-templates/${template.id}/apply`, { date: '2026-11-19' })
  const { title, startTime, endTime, classId } = block
  const days = [{ date: '2026-11-20', pattern: 0 }]
  await asAnn('POST', '/api/calendar/repeat', { patterns: [[{ title, startTime, endTime, classId }]], days })
  for (const date of ['2026-11-19', '2026-11-20']) {
    const [{ blocks }] = (await asAnn('GET', `/api/calendar?date=${date}`)).body
    expect(blocks).toMatchObject([{ title: 'Math', classId: math }])
    expect(blocks[0]).not.toHaveProperty('taught')
  }
})
