// @module-tag engine
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import type { StoredBlock, StoredContent, StoredDay } from '#server/features/calendar/tables.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { differenceOf, isRemoval, stateBefore } from './actions.ts'

const stored = (block: Parameters<typeof aBlock>[0]) => aBlock(block) as StoredBlock
const WHOSE = { userId: 'ann', date: '2026-11-18' }
const dayOf = (content: StoredContent): StoredDay => ({ id: 'd', ...WHOSE, ...content, version: 7, operationId: 'o' })
const takenFrom = (before: StoredDay | null, after: StoredContent | null) => differenceOf(before && { ...before, words: 9 }, after)

const block = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    title: fc.constantFrom('Math', 'Art'),
    description: fc.constantFrom('', '<p>x</p>', '<p>y</p>') as fc.Arbitrary<LessonHtml>,
    startTime: fc.constantFrom('08:00', '09:00'),
    order: fc.nat(3),
    hasAlert: fc.boolean(),
  })
  .map(stored)
const blocks = fc.uniqueArray(block, { selector: ({ id }) => id, maxLength: 4 })
const text = fc.option(fc.constantFrom('Snow', 'Ice'))
const content: fc.Arbitrary<StoredContent> = fc
  .record({ blockedText: text, noteText: text, blocks })
  .map((day) => ({ ...day, isBlocked: day.blockedText !== null, hasNote: day.noteText !== null }))

describe('the diff of a change', () => {
  test('applied to the day after it gives exactly the day before it', () => {
    fc.assert(
      fc.property(fc.option(content), fc.option(content), (from, after) => {
        const before = from && dayOf(from)
        const kept = JSON.parse(JSON.stringify(takenFrom(before, after)))
        expect(stateBefore(after, kept, WHOSE)).toEqual(before)
      }),
      { numRuns: 2000 },
    )
  })

  test('contains only what changed: a new time doesn’t store the text again, nor a note the lessons', () => {
    const long = 'Fractions '.repeat(10_000) as LessonHtml
    const lessons = ['a', 'b', 'c'].map((id) => stored({ id, description: long }))
    const before = dayOf({ isBlocked: false, blockedText: null, hasNote: false, noteText: null, blocks: lessons })
    const later = lessons.map((lesson) => (lesson.id === 'b' ? { ...lesson, startTime: '10:00' } : lesson))
    const short = lessons.map((lesson) => (lesson.id === 'b' ? { ...lesson, description: '' as LessonHtml } : lesson))
    expect(bytesOf(takenFrom(before, { ...before, blocks: later }))).toBeLessThan(400)
    expect(bytesOf(takenFrom(before, { ...before, hasNote: true, noteText: 'Picture day' }))).toBeLessThan(200)
    const rewritten = bytesOf(takenFrom(before, { ...before, blocks: short }))
    expect(rewritten).toBeGreaterThan(100_000)
    expect(rewritten).toBeLessThan(101_000)
  })

  test.each<[string, Partial<StoredContent>, boolean]>([
    ['a lesson less', { blocks: [stored({ id: 'b', order: 5 })] }, true],
    ['nothing left', { blocks: [], isBlocked: false, blockedText: null }, true],
    ['another text', { blocks: [stored({ id: 'a' }), stored({ id: 'b', description: '<p>new</p>' })] }, false],
    ['a lesson more', { blocks: ['a', 'b', 'c'].map((id) => stored({ id })) }, false],
    ['a note', { hasNote: true, noteText: 'Picture day' }, false],
    ['another reason', { blockedText: 'Ice' }, false],
  ])('%s: whether it only takes something away', (_, after, isLess) => {
    const before = dayOf({
      isBlocked: true,
      blockedText: 'Snow',
      hasNote: false,
      noteText: null,
      blocks: ['a', 'b'].map((id) => stored({ id })),
    })
    expect(isRemoval({ before, after: { ...before, ...after } })).toBe(isLess)
  })
})

describe('the history of a day', () => {
  const save = (token: string, body: object) => call('POST', '/api/calendar', { token, body: { date: '2026-11-18', ...body } })

  test('of long lessons comes in pages of a megabyte, each continuing where the last one ended', async () => {
    const { token, userId } = await aTeacher(db, { now: clock() })
    const description = 'Fractions '.repeat(19_000)
    const of = (count: number) => ({
      blocks: [aBlock({ id: 'long', title: `Lesson ${count}`, description }), aBlock({ id: 'two', description })],
    })
    for (let count = 0; count < 7; count++) expect((await save(token, of(count))).status).toBeLessThan(300)
    const { rows } = await pool.query('select sum(bytes)::int as bytes from calendar_day_images')
    expect(rows[0].bytes).toBeLessThan(3000)

    const titles: (string | undefined)[] = []
    const sizes: number[] = []
    let before = ''
    for (;;) {
      const { body } = await call('GET', `/api/calendar/history?date=2026-11-18${before}`, { token })
      if (body.length === 0) break
      sizes.push(bytesOf(body))
      titles.push(...body.map((change: { before: StoredDay | null }) => change.before?.blocks[0]?.title))
      before = `&before=${body.at(-1).operationId}`
    }
    expect(titles).toEqual(['Lesson 5', 'Lesson 4', 'Lesson 3', 'Lesson 2', 'Lesson 1', 'Lesson 0', undefined])
    expect(sizes.length).toBeGreaterThan(2)
    for (const size of sizes) expect(size).toBeLessThan(1_500_000)
    expect((await aDay(db, { owner: userId, date: '2026-11-20' })).blocks).toEqual([])
  })

  test('goes back through a deletion and a block-out, and each can be undone, newest first', async () => {
    const { token } = await aTeacher(db, { now: clock() })
    const read = async () => (await call('GET', '/api/calendar?date=2026-11-18', { token })).body[0]
    const undo = (operationId: string) => call('POST', `/api/calendar/operations/${operationId}/undo`, { token })
    const first = (await save(token, { blocks: [aBlock({ id: 'a', title: 'Math' })] })).body
    const marked = await call('POST', '/api/calendar/bulk', {
      token,
      body: { from: '2026-11-18', to: '2026-11-18', isBlocked: true, blockedText: 'Snow' },
    })
    const deleted = (await call('DELETE', `/api/calendar/${first.id}`, { token })).body
    expect(await read()).toBeUndefined()
    const history = (await call('GET', '/api/calendar/history?date=2026-11-18', { token })).body
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['delete', 'bulk', 'save'])
    expect(history[0].before).toEqual(marked.body.entries[0])
    expect(history[1].before).toEqual(first)
    expect(history[2].before).toBeNull()
    const back = await undo(deleted.operationId)
    expect(back.body.entries[0]).toMatchObject({ id: first.id, isBlocked: true, blockedText: 'Snow', blocks: first.blocks })
    // Undoing the deletion makes the block-out the latest change again, so the earlier save can't be undone yet.
    expect(await undo(first.operationId)).toMatchObject({ status: 409, body: { code: 'stale', current: back.body.entries[0] } })
    const open = await undo(marked.body.operationId)
    expect(open.body.entries[0]).toMatchObject({ id: first.id, isBlocked: false, blocks: first.blocks })
    expect((await undo(first.operationId)).body.removed).toEqual(['2026-11-18'])
  })
})
