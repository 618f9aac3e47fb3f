// @module-tag engine
/** Tests moves and closures that meet other changes: at the same time, sent twice, out of order, or after something was deleted. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { type Ask, lineOfDays, mathOn } from '#server/features/moves/samples.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from '#test/app.ts'

const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-07', '2026-12-08', '2026-12-09'] as const
const [MON, TUE, WED, THU, FRI] = DATES
let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn: Ask = (method, path, body) => call(method, path, { token: ann.token, ...(body && { body }) })

/** Math at 9:00 on eight school days. The first five have plans, `A` to `E`. */
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock(), timezone: 'UTC' })
  math = await mathOn(asAnn, DATES, 5)
})

const aBlock = (id: string, more: object) => ({ id, title: 'Math', startTime: '09:00', endTime: '09:45', ...more })
/** Returns the week as a teacher sees it. */
const line = () => lineOfDays(asAnn, { from: MON, to: '2026-12-18' })
const dayOn = async (date: string): Promise<CalendarDay> => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const lessonOn = async (date: string): Promise<TimeBlock> => (await dayOn(date)).blocks[0] as TimeBlock
const unplaced = async (): Promise<string[]> =>
  (await asAnn('GET', '/api/unplaced')).body.map(({ description }: TimeBlock) => description.replace(/<.*?>/g, ''))
const move = async (kind: string, date: string, operationId?: string) =>
  asAnn('POST', '/api/calendar/moves', { kind, date, blockId: (await lessonOn(date)).id, ...(operationId && { operationId }) })
const close = (from: string, more: object = {}) =>
  asAnn('POST', '/api/calendar/closures', {
    from,
    to: from,
    blockedText: 'Snow day',
    choices: [{ classId: math, choice: 'move' }],
    ...more,
  })
const open = (from: string, more: object = {}) => asAnn('POST', '/api/calendar/openings', { from, to: from, plans: 'bringBack', ...more })
const undo = ({ body }: { body: { operationId: string } }) => asAnn('POST', `/api/calendar/operations/${body.operationId}/undo`)
const ANY = 'A B C D E - - -'

describe('a lesson that is open in another tab', () => {
  test('is refused after a bump, with the day as it is now, and saves on top of that', async () => {
    const { id, blocks, version } = await dayOn(TUE)
    await move('bump', MON)
    const typed = blocks.map((block) => ({ ...block, description: '<p>B, page 2</p>' }))
    const stale = await asAnn('PATCH', `/api/calendar/${id}`, { blocks: typed, version })
    expect([stale.status, stale.body.code, stale.body.current.blocks[0].description]).toEqual([409, 'stale', '<p>A</p>'])
    // The lesson that the teacher typed into is on Wednesday now, under the same id.
    const now = await dayOn(WED)
    expect(now.blocks[0]?.id).toBe(blocks[0]?.id)
    const again = now.blocks.map((block) => ({ ...block, description: '<p>B, page 2</p>' }))
    expect((await asAnn('PATCH', `/api/calendar/${now.id}`, { blocks: again, version: now.version })).status).toBe(200)
    expect(await line()).toBe('- A B, page 2 C D E - -')
  })
})

describe('two changes at the same time', () => {
  test('two bumps of one lesson move it once or twice, and lose nothing', async () => {
    const blockId = (await lessonOn(MON)).id
    const body = { kind: 'bump', date: MON, blockId }
    const answers = await Promise.all([asAnn('POST', '/api/calendar/moves', body), asAnn('POST', '/api/calendar/moves', body)])
    // The second one finds that the lesson isn't on Monday anymore.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await line()).toBe('- A B C D E - -')
  })

  test('one operation sent twice at once takes effect once', async () => {
    for (const [path, body] of [
      ['/api/calendar/moves', { kind: 'bump', date: MON, blockId: (await lessonOn(MON)).id }],
      ['/api/calendar/closures', { from: TUE, to: TUE, blockedText: 'Snow', choices: [{ classId: math, choice: 'move' }] }],
      ['/api/calendar/openings', { from: TUE, to: TUE, plans: 'bringBack' }],
    ] as const) {
      const operationId = randomUUID()
      const twice = [operationId, operationId.toUpperCase()].map((operationId) => asAnn('POST', path, { ...body, operationId }))
      const answers = await Promise.all(twice)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers.map(({ body }) => body.operationId.toLowerCase())).toEqual([operationId, operationId])
      expect((await asAnn('POST', path, { ...body, operationId })).body.operationId).toBe(operationId)
    }
    expect(await line()).toBe('- A B C D E - -')
  })

  test('a day that two tabs close at once is closed once, and opens without a trace', async () => {
    const answers = await Promise.all([close(TUE), close(TUE)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await line()).toBe('A (-) B C D E - -')
    expect((await asAnn('GET', `/api/calendar/closures?from=${MON}&to=${FRI}`)).body).toHaveLength(1)
    await open(TUE)
    expect(await line()).toBe(ANY)
  })

  test('a save and a bump of the same day: one wins, and the text is kept', async () => {
    const { id, blocks, version } = await dayOn(MON)
    const typed = blocks.map((block) => ({ ...block, description: '<p>A, page 2</p>' }))
    const [saved, bumped] = await Promise.all([
      asAnn('PATCH', `/api/calendar/${id}`, { blocks: typed, version }),
      asAnn('POST', '/api/calendar/moves', { kind: 'bump', date: MON, blockId: blocks[0]?.id }),
    ])
    expect(bumped.status).toBe(200)
    expect([200, 409]).toContain(saved.status)
    expect(await line()).toBe(saved.status === 200 ? '- A, page 2 B C D E - -' : '- A B C D E - -')
  })
})

describe('closures that meet each other', () => {
  test.each([
    [
      [TUE, WED],
      [TUE, WED],
    ],
    [
      [TUE, WED],
      [WED, TUE],
    ],
    [
      [WED, TUE],
      [TUE, WED],
    ],
    [
      [WED, TUE],
      [WED, TUE],
    ],
  ])('days that close one by one open without a trace: closed %s, opened %s', async (closes, opens) => {
    for (const date of closes) expect((await close(date)).status).toBe(200)
    expect(await line()).toBe('A (-) (-) B C D E -')
    const [first = '', second = ''] = opens
    await open(first)
    expect(await line()).toBe(first === TUE ? 'A B (-) C D E - -' : 'A (-) B C D E - -')
    await open(second)
    expect(await line()).toBe(ANY)
    expect((await asAnn('GET', `/api/calendar/closures?from=${MON}&to=${FRI}`)).body).toEqual([])
  })

  test('one day of a closed range opens, and the plans of the others stay in order', async () => {
    await close(TUE, { to: THU })
    expect(await line()).toBe('A (-) (-) (-) B C D E')
    await open(WED)
    expect(await line()).toBe('A (-) B (-) C D E -')
    await open(TUE, { to: THU })
    expect(await line()).toBe(ANY)
  })

  test('a range that closes over a closed day is one closure', async () => {
    await close(WED)
    await close(TUE, { to: THU })
    const { body } = await asAnn('GET', `/api/calendar/closures?from=${MON}&to=${FRI}`)
    expect(body.map(({ dates }: { dates: string[] }) => dates)).toEqual([[TUE, WED, THU]])
    await open(TUE, { to: THU })
    expect(await line()).toBe(ANY)
  })

  test('a day that was opened another way closes again, and opens to where its plans were then', async () => {
    await close(TUE)
    await asAnn('POST', '/api/calendar/bulk', { from: TUE, to: TUE, isBlocked: false })
    expect(await line()).toBe('A - B C D E - -')
    await close(TUE)
    await open(TUE)
    expect(await line()).toBe('A - B C D E - -')
  })

  test('plans that moved again since return, and Undo of the closing is refused', async () => {
    const closed = await close(TUE)
    await move('bump', WED)
    expect(await line()).toBe('A (-) - B C D E -')
    expect(await undo(closed)).toMatchObject({ status: 409 })
    await open(TUE)
    expect(await line()).toBe(ANY)
  })

  test('a plan that the teacher pulled to an earlier day stays there', async () => {
    await close(TUE)
    await move('pullBack', MON)
    expect(await line()).toBe('B (-) C D E - - -')
    await open(TUE)
    expect(await line()).toBe('B - C D E - - -')
    expect(await unplaced()).toEqual(['A'])
  })
})

describe('what a stranger might try', () => {
  test('a class that was deleted: its plans stay where they are when the day opens, and a choice for it is ignored', async () => {
    await close(TUE)
    expect((await asAnn('DELETE', `/api/classes/${math}`)).status).toBe(200)
    expect((await close(WED)).status).toBe(200)
    expect(await line()).toBe('A (-) (B) C D E - -')
    expect((await open(TUE, { to: WED })).status).toBe(200)
    expect(await line()).toBe('A - B C D E - -')
  })

  test('ids in uppercase name the same class', async () => {
    const closed = await close(TUE, { choices: [{ classId: math.toUpperCase(), choice: 'move' }] })
    expect(closed.status).toBe(200)
    expect(await line()).toBe('A (-) B C D E - -')
    const twice = [math, math.toUpperCase()].map((classId) => ({ classId, choice: 'move' }))
    expect((await close(WED, { choices: twice })).status).toBe(422)
  })

  test('somebody else’s lesson isn’t found, and neither is their class', async () => {
    const bob = await aTeacher(db, { now: clock() })
    const body = { kind: 'bump', date: MON, blockId: (await lessonOn(MON)).id }
    expect((await call('POST', '/api/calendar/moves', { token: bob.token, body })).status).toBe(404)
    const closure = { from: MON, to: MON, blockedText: 'Mine', choices: [{ classId: math, choice: 'move' }] }
    expect((await call('POST', '/api/calendar/closures', { token: bob.token, body: closure })).status).toBe(200)
    expect(await line()).toBe(ANY)
  })

  test('days whose lessons have the same ids lose nothing and mix nothing up', async () => {
    for (const [index, date] of DATES.entries()) {
      const { id, blocks } = await dayOn(date)
      const same = blocks.map((block) => ({ ...block, id: 'b0', title: `${index}` }))
      expect((await asAnn('PATCH', `/api/calendar/${id}`, { blocks: same })).status).toBe(200)
    }
    // With titles of their own, all of these lessons have plans.
    await asAnn('PATCH', `/api/calendar/${(await dayOn('2026-12-09')).id}`, { blocks: [aBlock('b0', { classId: math })] })
    const closed = await close(TUE)
    expect(await line()).toBe('A (-) B C D E - -')
    await open(TUE)
    expect((await line()).split(/\W+/).filter(Boolean).sort()).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(await line()).toBe('A - B C D E - -')
    expect(closed.status).toBe(200)
  })

  test('a class that already has too many unplaced lessons can’t push another one off the year', async () => {
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-07', to: '2026-12-09', isBlocked: true })
    const pushed = await move('bump', FRI)
    expect(pushed.body.unplaced).toMatchObject([{ description: '<p>E</p>', date: FRI }])
    await undo(pushed)
    expect(await unplaced()).toEqual([])
  })
})
