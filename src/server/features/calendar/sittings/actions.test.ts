// @module-tag engine
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'

const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17']
let ann: Awaited<ReturnType<typeof aTeacher>>
let sitting: string
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  sitting = randomUUID()
})
const as = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token, ...(body && { body }) })
const save = (body: object, token = ann.token) => as(token, 'POST', '/api/calendar', { date: MONDAY, sitting, ...body })
const writes = (description: string, more: object = {}) => save({ blocks: [aBlock({ id: 'math', title: 'Math', description })], ...more })
const dayOn = async (date = MONDAY) => (await as(ann.token, 'GET', `/api/calendar?date=${date}`)).body[0]
const undo = (id: string) => as(ann.token, 'POST', `/api/calendar/operations/${id}/undo`)
const changes = async () => (await as(ann.token, 'GET', '/api/calendar/operations')).body
const history = async (date = MONDAY) => (await as(ann.token, 'GET', `/api/calendar/history?date=${date}`)).body
const countsOf = async () =>
  (
    await pool.query(
      `select history_bytes = (select coalesce(sum(bytes), 0) from calendar_day_images where calendar_id = c.id) as history,
        lesson_bytes = (select coalesce(sum(bytes), 0) from calendar_days where calendar_id = c.id) as lessons,
        words = (select coalesce(sum(words), 0) from calendar_days where calendar_id = c.id) as words
        from calendars c join calendar_counters u on u.calendar_id = c.id where user_id = $1`,
      [ann.userId],
    )
  ).rows[0]
const EXACT = { history: true, lessons: true, words: true }

describe('a lesson that saves itself while its teacher types', () => {
  test('is one change: one entry in the list and in the day’s history, and one Undo', async () => {
    const first = (await writes('<p>Old plan</p>', { sitting: undefined })).body
    const one = (await writes('<p>Frac</p>', { version: first.version })).body
    const two = (await writes('<p>Fractions</p>', { version: one.version })).body
    const three = (await writes('<p>Fractions with cards</p>', { version: two.version })).body
    expect(three.version).toBeGreaterThan(two.version)
    expect(three.operationId).toBe(one.operationId)
    expect(await changes()).toMatchObject([
      { id: one.operationId, does: 'change', titles: ['Math'], dates: [MONDAY] },
      { id: first.operationId, does: 'add' },
    ])
    expect((await history()).map(({ before }: { before: object | null }) => before)).toEqual([first, null])
    expect((await undo(three.operationId)).body.entries).toMatchObject([{ id: first.id, blocks: first.blocks }])
    expect(await countsOf()).toEqual(EXACT)
  })

  test('can be undone by the ID of any of its saves, and redone', async () => {
    const first = (await writes('<p>Old plan</p>', { sitting: undefined })).body
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const operationId of ids) await writes(`<p>${operationId}</p>`, { operationId })
    const undone = await undo(ids[2] ?? '')
    expect(undone.body.entries).toMatchObject([{ blocks: first.blocks }])
    expect(await changes()).toMatchObject([{ id: ids[0], isUndone: true, reversedBy: undone.body.operationId }, {}])
    expect((await undo(undone.body.operationId)).body.entries[0].blocks[0].description).toBe(`<p>${ids[2]}</p>`)
    expect((await undo(ids[1] ?? '')).body.entries).toMatchObject([{ blocks: first.blocks }])
    // The change before the sitting can be undone then.
    expect((await undo(first.operationId)).body.removed).toEqual([MONDAY])
  })

  test('leaves no empty day behind when the sitting that added it is undone', async () => {
    await writes('<p>A</p>')
    const { operationId } = (await writes('<p>B</p>')).body
    expect((await undo(operationId)).body).toMatchObject({ entries: [], removed: [MONDAY] })
    expect(await dayOn()).toBeUndefined()
  })

  test('that moves to another day stays one change of both days', async () => {
    const first = (await writes('<p>Old plan</p>', { sitting: undefined })).body
    await writes('<p>Ma</p>')
    const moved = [
      { date: TUESDAY, blocks: [aBlock({ id: 'math', title: 'Mathematics', description: '<p>Ma</p>' })] },
      { date: MONDAY, blocks: [] },
    ]
    await as(ann.token, 'POST', '/api/calendar/days', { days: moved, sitting })
    const last = (await writes('<p>Maps</p>', { date: TUESDAY })).body
    const monday = await dayOn()
    expect(await changes()).toMatchObject([{ does: 'change', dates: [MONDAY, TUESDAY] }, { id: first.operationId }])
    expect(await history(TUESDAY)).toMatchObject([{ operationId: last.operationId, before: null }])
    expect(await history()).toMatchObject([{ operationId: last.operationId, before: first }, { before: null }])
    // The save of Tuesday left Monday’s version as it was.
    expect((await save({ date: MONDAY, hasNote: true, noteText: 'Quiz', version: monday.version })).status).toBe(200)
    expect((await undo(last.operationId)).body).toMatchObject({ entries: [{ date: MONDAY, blocks: first.blocks }], removed: [TUESDAY] })
    expect(await countsOf()).toEqual(EXACT)
  })

  test('begins a new change after another tab, an undo, four hours, or the fifth day', async () => {
    const one = (await writes('<p>One</p>')).body
    const other = (await save({ hasNote: true, noteText: 'Quiz', sitting: undefined })).body
    const two = (await writes('<p>Two</p>')).body
    expect(two.operationId).not.toBe(one.operationId)
    expect((await undo(two.operationId)).body.entries[0]).toMatchObject({ blocks: one.blocks, noteText: 'Quiz' })
    const three = (await writes('<p>Three</p>')).body
    expect(three.operationId).not.toBe(two.operationId)
    expect((await writes('<p>Four</p>')).body.operationId).toBe(three.operationId)
    setClock(new Date(clock().getTime() + 4 * 3_600_000 + 1).toISOString())
    const five = (await writes('<p>Five</p>')).body
    expect(five.operationId).not.toBe(three.operationId)
    for (const date of [17, 18, 19, 20].map((day) => `2026-11-${day}`))
      expect((await writes('<p>Five</p>', { date })).body.operationId).toBe(five.operationId)
    expect((await writes('<p>Six</p>', { date: '2026-11-21' })).body.operationId).not.toBe(five.operationId)
    expect((await undo(other.operationId)).status).toBe(409)
    expect(await countsOf()).toEqual(EXACT)
  })

  test('isn’t joined by a day off, which can move later lessons', async () => {
    const one = (await writes('<p>One</p>')).body
    const off = (await save({ isBlocked: true, blockedText: 'Snow' })).body
    expect(off.operationId).not.toBe(one.operationId)
    expect((await writes('<p>Two</p>')).body.operationId).not.toBe(one.operationId)
  })

  test('of another person or another calendar is never joined', async () => {
    const one = (await writes('<p>One</p>')).body
    const ben = await aTeacher(db, { now: clock() })
    const his = (await writes('<p>His</p>', undefined)).body
    expect(his.operationId).toBe(one.operationId)
    const bens = (await save({ blocks: [] }, ben.token)).body
    expect(bens.operationId).not.toBe(one.operationId)
    expect((await as(ben.token, 'POST', `/api/calendar/operations/${one.operationId}/undo`)).status).toBe(404)
    expect((await as(ben.token, 'GET', '/api/calendar/operations')).body).toMatchObject([{ id: bens.operationId }])
  })

  test('answers a save that is sent again after later ones with the day as it is now, and changes nothing', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await writes('<p>One</p>', { operationId: first, version: 0 })
    const two = (await writes('<p>Two</p>', { operationId: second })).body
    await writes('<p>Two</p>', { date: TUESDAY })
    expect((await writes('<p>One</p>', { operationId: first, version: 0 })).body).toEqual(two)
    expect((await writes('<p>Two</p>', { operationId: second })).body).toEqual(two)
    expect((await writes('<p>Two</p>', { operationId: second, date: '2026-11-19' })).body.code).toBe('taken')
    expect(await history()).toHaveLength(1)
  })

  test('is refused if its day changed since, and leaves the change as it was', async () => {
    const one = (await writes('<p>One</p>')).body
    const two = (await writes('<p>Two</p>')).body
    expect(await writes('<p>Three</p>', { version: one.version })).toMatchObject({ status: 409, body: { current: two } })
    expect(await dayOn()).toEqual(two)
    expect(await countsOf()).toEqual(EXACT)
  })
})

type Act = { what: 'save'; which: 0 | 1 | 2; dates: readonly string[]; text: string } | { what: 'undo'; back: number }
const DATES = [MONDAY, TUESDAY, '2026-11-18']
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('save' as const),
      which: fc.constantFrom(0 as const, 1 as const, 2 as const),
      dates: fc.subarray(DATES, { minLength: 1, maxLength: 2 }),
      text: fc.constantFrom('', '<p>cat</p>', '<p>cat dog</p>', '<p>owl</p>'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('undo' as const), back: fc.nat(2) }) },
)

describe('whatever is saved in two sittings and outside of them', () => {
  test('an undo restores the days before the change, the history leads back to them, and the counters are exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
        ann = await aTeacher(db, { now: clock() })
        const sittings = [undefined, randomUUID(), randomUUID()]
        /** The content of each day after each change, and the change that made it. Saves of one change overwrite its last entry. */
        const past = new Map(DATES.map((date) => [date, [{ by: '', text: 'none' }]]))
        const contentOf = async (date: string) => JSON.stringify((await dayOn(date))?.blocks ?? 'none').replace('"none"', 'none')
        const note = async (by: string, dates: readonly string[]) => {
          for (const date of dates) {
            const list = past.get(date) ?? []
            if (list.at(-1)?.by === by) list.pop()
            list.push({ by, text: await contentOf(date) })
          }
        }
        for (const one of acts) {
          if (one.what === 'save') {
            const days = one.dates.map((date) => ({ date, blocks: one.text ? [aBlock({ id: 'a', description: one.text })] : [] }))
            const { body } = await as(ann.token, 'POST', '/api/calendar/days', { days, sitting: sittings[one.which] })
            await note(body.operationId, one.dates)
          } else {
            const change = (await changes())[one.back]
            if (!change || change.isUndone) continue
            const isLatest = change.dates.every((date: string) => past.get(date)?.at(-1)?.by === change.id)
            const undone = await undo(change.id)
            if (isLatest) expect(undone.status).toBe(200)
            if (undone.status !== 200) continue
            if (isLatest) for (const date of change.dates) expect(await contentOf(date)).toBe(past.get(date)?.at(-2)?.text)
            await note(undone.body.operationId, change.dates)
          }
        }
        for (const date of DATES) {
          const expected = [...(past.get(date) ?? [])].reverse().map(({ text }) => text)
          const back = (await history(date)).map(({ before }: { before: { blocks: object[] } | null }) =>
            before ? JSON.stringify(before.blocks) : 'none',
          )
          expect([await contentOf(date), ...back]).toEqual(expected)
        }
        expect(await countsOf()).toEqual(EXACT)
      }),
      { numRuns: isFullSize ? 60 : 12 },
    )
  })
})
