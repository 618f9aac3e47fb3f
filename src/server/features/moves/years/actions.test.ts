// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
let art: string
let lastYear: string
const asAnn = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })

const layDown = async (firstDay: string, lastDay: string): Promise<string> => {
  const laid = await asAnn('POST', '/api/timetables', {
    firstDay,
    lastDay,
    rhythm: { kind: 'weekly' },
    rows: [{ startTime: '09:00', endTime: '09:45' }],
    cells: [1, 2, 3, 4, 5].map((day) => ({ day, row: 0, classId: day === 5 ? art : math })),
    from: firstDay,
    existing: 'keep',
  })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
  return laid.body.id
}

/** Two years of two weeks each, with Math from Monday to Thursday and Art on Friday. */
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
  art = (await asAnn('POST', '/api/classes', { name: 'Art' })).body.id
  lastYear = await layDown('2025-12-01', '2025-12-12')
  await layDown('2026-11-30', '2026-12-11')
})

const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const change = async (date: string, changed: Partial<TimeBlock>) => {
  const { id, blocks } = await dayOn(date)
  expect((await asAnn('PUT', `/api/calendar/${id}`, { blocks: [{ ...blocks[0], ...changed }] })).status).toBe(200)
}
const write = (date: string, words: string) => change(date, { description: `<p>${words}</p>` })
const all = async () => (await asAnn('GET', '/api/calendar?from=2025-12-01&to=2026-12-11')).body
const content = async () => (await all()).map(({ version: _, operationId: __, ...day }: { version: number; operationId: string }) => day)
const plans = async (): Promise<string[]> =>
  (await all()).flatMap(({ date, blocks }: { date: string; blocks: TimeBlock[] }) =>
    blocks.flatMap(({ title, description }) => (description ? [`${date} ${title} ${description.replace(/<.*?>/g, '')}`] : [])),
  )
const unplaced = async () => (await asAnn('GET', '/api/unplaced')).body
const asked = (more: object = {}) => ({
  fromYear: lastYear,
  from: '2026-11-30',
  classes: [{ classId: math, toClassId: math, by: 'schoolDay' }],
  ...more,
})
const copy = (more?: object) => asAnn('POST', '/api/calendar/year-copies', asked(more))

describe('last year’s plans', () => {
  test('come to this year’s lessons, where what is written stays, without alerts, locks and taught marks, and one Undo takes all back', async () => {
    await change('2025-12-01', {
      title: 'Math: fractions',
      description: '<p>See <a href="https://example.com/f.pdf">the file</a></p>',
      hasAlert: true,
      alertMessage: 'Bring strips',
      isLocked: true,
      taught: 'done',
    })
    await write('2025-12-02', 'Decimals')
    await write('2025-12-11', 'Games')
    await write('2026-12-01', 'Mine')
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-10', to: '2026-12-10', isBlocked: true, blockedText: 'Snow day' })
    const before = await content()
    const { id } = (await dayOn('2026-11-30')).blocks[0]
    const preview = await asAnn('POST', '/api/calendar/year-copies/preview', asked())
    expect(preview.body.plans).toMatchObject([
      { title: 'Math: fractions', from: { date: '2025-12-01' }, to: { date: '2026-11-30', startTime: '09:00' }, outcome: 'copied' },
      { words: 'Decimals', to: { date: '2026-12-01' }, outcome: 'kept' },
      // The 9th school day is a Friday this year, because of the snow day.
      { words: 'Games', to: null, outcome: 'unplaced' },
    ])
    expect(await content()).toEqual(before)

    const operationId = randomUUID()
    const done = await copy({ operationId })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const [day] = await asAnn('GET', '/api/calendar?date=2026-11-30').then(({ body }) => body)
    expect(day.blocks).toEqual([
      {
        id,
        title: 'Math: fractions',
        description: expect.stringContaining('https://example.com/f.pdf'),
        startTime: '09:00',
        endTime: '09:45',
        hasAlert: false,
        alertMessage: '',
        order: 0,
        classId: math,
      },
    ])
    expect(done.body.unplaced).toMatchObject([{ classId: math, title: 'Math', description: '<p>Games</p>', date: '2025-12-11' }])
    expect((await plans()).filter((plan) => plan.startsWith('2026'))).toEqual([
      '2026-11-30 Math: fractions See the file',
      '2026-12-01 Math Mine',
    ])
    expect(await unplaced()).toHaveLength(1)
    const after = await content()

    expect((await copy({ operationId })).body.operationId).toBe(operationId)
    expect(await content()).toEqual(after)
    const undone = await asAnn('POST', `/api/calendar/operations/${operationId}/undo`)
    expect(undone.status).toBe(200)
    expect(await content()).toEqual(before)
    expect(await unplaced()).toEqual([])
    await asAnn('POST', `/api/calendar/operations/${undone.body.operationId}/undo`)
    expect(await content()).toEqual(after)
  })

  test('come class by class, to another class too', async () => {
    await write('2025-12-01', 'Decimals')
    await write('2025-12-05', 'Clay')
    await write('2025-12-12', 'Paint')
    const classes = [
      { classId: art, toClassId: math, by: 'week' },
      { classId: math, toClassId: art, by: 'week' },
    ]
    await copy({ classes })
    expect((await plans()).slice(3)).toEqual(['2026-11-30 Math Clay', '2026-12-04 Art Decimals', '2026-12-07 Math Paint'])
  })

  test('become unplaced once, however often they are copied, and a title with an alert isn’t lost', async () => {
    await change('2025-12-11', { title: 'Zoo', hasAlert: true, alertMessage: 'Bus' })
    const [games, cut] = ['<p>Games &amp; <strong>puzzles</strong></p>', `<p>${'<strong>a</strong><em>b</em>'.repeat(40)}</p>`]
    await change('2025-12-10', { description: games })
    await change('2025-12-09', { description: cut })
    await change('2025-12-08', { hasAlert: true })
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-08', to: '2026-12-11', isBlocked: true, blockedText: 'Snow day' })
    const preview = await asAnn('POST', '/api/calendar/year-copies/preview', asked())
    expect(preview.body.plans).toMatchObject([
      { outcome: 'unplaced' },
      { words: 'Games & puzzles', outcome: 'unplaced' },
      { title: 'Zoo', outcome: 'unplaced' },
    ])
    await copy()
    const lost = await unplaced()
    expect(lost).toMatchObject([{ description: cut }, { description: games }, { title: 'Zoo', description: '' }])
    await copy()
    expect(await unplaced()).toEqual(lost)
  })

  test('of somebody else, of a deleted class, or of a year that isn’t over are refused', async () => {
    const bea = await aTeacher(db, { now: clock() })
    const theirs = await call('POST', '/api/calendar/year-copies', { token: bea.token, body: asked() })
    expect(theirs.status).toBe(404)
    expect((await copy({ classes: [{ classId: randomUUID(), toClassId: math, by: 'date' }] })).status).toBe(404)
    const [, { id: thisYear }] = (await asAnn('GET', '/api/timetables')).body.sort((a: { firstDay: string }, b: { firstDay: string }) =>
      a.firstDay < b.firstDay ? -1 : 1,
    )
    expect((await copy({ fromYear: thisYear })).status).toBe(422)
    expect((await copy({ from: '2027-01-04' })).status).toBe(422)
    const twice = [math, math].map((classId, index) => ({ classId, toClassId: index ? art : math, by: 'date' }))
    expect((await copy({ classes: twice })).status).toBe(422)
  })
})
