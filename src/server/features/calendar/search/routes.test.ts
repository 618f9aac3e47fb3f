// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { drizzleOver } from '#server/lib/db/open.ts'
import { type Find, type Found, search } from '#shared/calendar/search/contract.ts'
import { addDays } from '#shared/dates.ts'
import { call, clock, config, db, doJob, keys, pool } from '#test/app.ts'
import { makeLessonsFindable } from './jobs.ts'

const DATE = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
let bob: typeof ann
beforeEach(async () => {
  ann = await aTeacher(db)
  bob = await aTeacher(db)
})

type SearchQuery = { q?: string; title?: string; classId?: string; from?: string; to?: string; order?: string }
const ask = (asked: SearchQuery, token = ann.token) => call('GET', `/api/calendar/search?${new URLSearchParams(asked)}`, { token })
const found = async (asked: SearchQuery | string, token?: string): Promise<Found> =>
  search.find.reply.parse((await ask(typeof asked === 'string' ? { q: asked } : asked, token)).body)
const write = (pieces: readonly string[]) => pieces.map((piece, place) => (place % 2 === 1 ? `[${piece}]` : piece)).join('')
/** Returns search results, one per line: the date, then the title and the excerpt with matches in brackets. */
const lines = async (asked: SearchQuery | string, token?: string) =>
  (await found(asked, token)).days.flatMap(({ date, finds }) =>
    finds.map(({ kind, title, excerpt }: Find) => `${date} ${kind === 'lesson' ? write(title) : kind}: ${write(excerpt)}`),
  )
const save = (body: object, token = ann.token) => call('POST', '/api/calendar', { token, body })
const lesson = (title: string, description = '', more = {}) => aBlock({ title, description, ...more })

describe('a teacher finds', () => {
  test('lessons by words in their title and text, notes, and block-outs, across all years, latest day first', async () => {
    await aDay(db, { owner: ann.userId, date: '2019-09-02', blocks: [lesson('Math', '<p>Fractions of a pizza</p>')] })
    await aDay(db, { owner: ann.userId, date: '2027-03-01', hasNote: true, noteText: 'Bring the fraction strips', blocks: [] })
    await aDay(db, { owner: ann.userId, date: '2025-01-06', isBlocked: true, blockedText: 'Fraction fair', blocks: [] })
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson('Fraction game'), lesson('Reading', '<p>Chapter 3</p>')] })
    expect(await lines('fraction')).toEqual([
      '2027-03-01 note: Bring the [fraction] strips',
      '2026-11-18 [Fraction] game: ',
      '2025-01-06 blockOut: [Fraction] fair',
      '2019-09-02 Math: [Fractions] of a pizza',
    ])
  })

  test.each([
    ['frac', true],
    ['fractions', true],
    ['FRACTION pizza', true],
    ['pizza school', false],
    ['ractions', false],
    ['etude', true],
    ['ÉTUDES', true],
    ['story', true],
    ['reading', true],
    ['writing', true],
    ['unit 3', true],
    ['unit 30', false],
    ['nine', false],
    ['p', false],
    ['bold', true],
    ['br', false],
    ['水循', true],
    ['"fraction" & (pizza)', true],
    ["fraction' | !pizza:*", true],
    ['fraction -- <b>', false],
  ])('or does not, a lesson by %j: %j', async (typed, isFound) => {
    const text = '<p>Fractions of a pizza<br>two études</p><p>short stories, reading/writing, Unit 3. <b>bo</b>ld 水循環</p>'
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson('Math', text)] })
    expect((await lines(typed)).length).toBe(isFound ? 1 : 0)
  })

  test('the hidden lessons of a blocked day, marked as blocked', async () => {
    await aDay(db, { owner: ann.userId, date: DATE, isBlocked: true, blockedText: 'Snow', blocks: [lesson('Fractions')] })
    expect((await found('fractions')).days).toMatchObject([{ date: DATE, isBlocked: true, finds: [{ kind: 'lesson' }] }])
  })

  test('lessons by title, and within a date range', async () => {
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18'])
      await aDay(db, {
        owner: ann.userId,
        date,
        blocks: [lesson('Math', '<p>Science of fractions</p>'), lesson('Science', '<p>Fractions</p>')],
      })
    const range = { from: '2026-11-17', to: '2026-11-17' }
    expect(await lines({ title: 'science', ...range })).toEqual(['2026-11-17 [Science]: Fractions'])
    expect(await lines({ q: 'fraction', title: 'math', ...range })).toEqual(['2026-11-17 [Math]: Science of [fractions]'])
    expect(await lines({ q: 'fraction', from: '2026-11-18' })).toHaveLength(2)
  })

  test('the lessons of a class, also those with other words in their title, until they belong to another class', async () => {
    const [math, art] = [randomUUID(), randomUUID()]
    const blocks = [lesson('Fractions', '<p>Strips</p>', { id: 'a', classId: math }), lesson('Drawing', '', { id: 'b', classId: art })]
    await save({ date: DATE, blocks: [...blocks, lesson('Math')] })
    expect(await lines({ classId: math })).toEqual(['2026-11-18 Fractions: Strips'])
    expect(await lines({ classId: math, q: 'strips' })).toEqual(['2026-11-18 Fractions: [Strips]'])
    expect(await lines({ classId: art, q: 'strips' })).toEqual([])
    await save({ date: DATE, blocks: blocks.map((block) => ({ ...block, classId: art })) })
    expect(await lines({ classId: math })).toEqual([])
    expect(await lines({ classId: art })).toHaveLength(2)
    expect(await lines({ classId: art }, bob.token)).toEqual([])
  })

  test('the best matching part of a long lesson, as plain text', async () => {
    const filler = '<p>So it goes, on and on and on.</p>'.repeat(60)
    const text = `<p>A pizza.</p>${filler}<p>3 &lt; 4: fractions of a pizza.</p>${filler}`
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson('Math', text)] })
    const [line = ''] = await lines('fraction pizza')
    expect(line).toContain('3 < 4: [fractions] of a [pizza]. So it goes')
    expect(line.length).toBeLessThan(260)
  })

  test('everything, a page at a time and only once', async () => {
    const dates = Array.from({ length: 30 }, (_, count) => addDays(DATE, count))
    for (const date of dates) await aDay(db, { owner: ann.userId, date, blocks: [lesson('Math'), lesson('Math club')] })
    const pages: string[][] = []
    for (let to: string | null = '2199-12-31'; to !== null; ) {
      const page = await found({ q: 'math', to })
      pages.push(page.days.map(({ date }) => date))
      expect(page.days.every(({ finds }) => finds.length === 2)).toBe(true)
      to = page.next
    }
    expect(pages.flat()).toEqual(dates.reverse())
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10])
  })

  test('what is next, a page at a time and only once, earliest day first', async () => {
    const years = ['2026-11-17', '2026-11-18', '2027-01-04', '2029-06-01', '2033-02-01', '2040-09-03']
    for (const date of years) await aDay(db, { owner: ann.userId, date, blocks: [lesson('Fractions')] })
    const ahead = { q: 'fractions', from: DATE, order: 'earliest' }
    expect((await found(ahead)).days.map(({ date }) => date)).toEqual(years.slice(1))
    expect((await found({ ...ahead, to: '2029-12-31' })).days.map(({ date }) => date)).toEqual(years.slice(1, 4))

    const dates = Array.from({ length: 30 }, (_, count) => addDays('2027-02-01', count))
    for (const date of dates) await aDay(db, { owner: ann.userId, date, blocks: [lesson('Math'), lesson('Math club')] })
    const pages: string[][] = []
    for (let from: string | null = DATE; from !== null; ) {
      const page: Found = await found({ q: 'math', from, order: 'earliest' })
      pages.push(page.days.map(({ date }) => date))
      from = page.next
    }
    expect(pages.flat()).toEqual(dates)
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10])
  })

  test('matches in all years, with as many words as can be typed', async () => {
    const text = Array.from({ length: 40 }, (_, place) => `word${place}s`).join(' ')
    for (const date of ['1970-01-01', '2020-02-29', '2199-12-31'])
      await aDay(db, { owner: ann.userId, date, blocks: [lesson('Math', `<p>${text}</p>`)] })
    const all = async (order: string) => (await found({ q: text.slice(0, 199), order })).days.map(({ date }) => date)
    expect(await all('latest')).toEqual(['2199-12-31', '2020-02-29', '1970-01-01'])
    expect(await all('earliest')).toEqual(['1970-01-01', '2020-02-29', '2199-12-31'])
  })

  test('nothing that belongs to someone else', async () => {
    await aDay(db, { owner: bob.userId, date: DATE, blocks: [lesson('Fractions')] })
    expect(await lines('fractions')).toEqual([])
    expect(await lines('fractions', bob.token)).toHaveLength(1)
  })
})

describe('search results match the planner', () => {
  test('after a lesson is changed, moved, removed, and each change is undone', async () => {
    const first = (await save({ date: DATE, blocks: [lesson('Fractions', '', { id: 'a' }), lesson('Reading', '', { id: 'b' })] })).body
    const undo = (operationId: string) => call('POST', `/api/calendar/operations/${operationId}/undo`, { token: ann.token })
    const changed = (await save({ date: DATE, blocks: [lesson('Decimals', '', { id: 'a' }), lesson('Reading', '', { id: 'b' })] })).body
    expect([await lines('fractions'), await lines('decimals'), await lines('reading')]).toMatchObject([[], { length: 1 }, { length: 1 }])
    await undo(changed.operationId)
    expect([await lines('fractions'), await lines('decimals')]).toMatchObject([{ length: 1 }, []])
    const days = [
      { date: DATE, blocks: [] },
      { date: '2026-11-20', blocks: [lesson('Fractions', '', { id: 'a' })] },
    ]
    const moved = (await call('POST', '/api/calendar/days', { token: ann.token, body: { days } })).body
    expect(await lines('fractions')).toEqual(['2026-11-20 [Fractions]: '])
    await undo(moved.operationId)
    expect(await lines('fractions')).toEqual(['2026-11-18 [Fractions]: '])
    const { id } = (await call('GET', `/api/calendar?date=${DATE}`, { token: ann.token })).body[0]
    expect(id).toBe(first.id)
    const removed = (await call('DELETE', `/api/calendar/${id}`, { token: ann.token })).body
    expect(await lines('fractions')).toEqual([])
    await undo(removed.operationId)
    expect(await lines('fractions')).toHaveLength(1)
  })

  test('after days are blocked out and noted in bulk, and unblocked', async () => {
    const bulk = (body: object) => call('POST', '/api/calendar/bulk', { token: ann.token, body: { from: DATE, to: '2026-11-20', ...body } })
    await bulk({ isBlocked: true, blockedText: 'Thanksgiving', hasNote: true, noteText: 'Feed the fish' })
    expect([(await lines('thanks')).length, (await lines('fish')).length]).toEqual([3, 3])
    await bulk({ isBlocked: false })
    expect([(await lines('thanks')).length, (await lines('fish')).length]).toEqual([0, 3])
  })

  test('a refused save doesn’t change the results', async () => {
    await save({ date: DATE, blocks: [lesson('Fractions')] })
    expect((await save({ date: DATE, version: 0, blocks: [lesson('Decimals')] })).status).toBe(409)
    expect([(await lines('fractions')).length, (await lines('decimals')).length]).toEqual([1, 0])
  })

  test('a lesson of maximum length with only distinct words is saved and found', async () => {
    const description = `<p>${Array.from({ length: 30_000 }, (_, count) => (count + 1e4).toString(36)).join(' ')}</p>`
    expect((await save({ date: DATE, blocks: [lesson('Dictionary', description)] })).status).toBe(201)
    expect(await lines('dictionary')).toHaveLength(1)
    expect(await lines((1e4).toString(36))).toHaveLength(1)
  })

  test('a very large change is indexed a little later, and until then results are marked as incomplete', async () => {
    const word = (number: number) => (46_656 + number).toString(36)
    const list = (from: number) => `<p>${Array.from({ length: 4000 }, (_, number) => word(from + number)).join(' ')}</p>`
    const days = (from: number) =>
      Array.from({ length: 5 }, (_, count) => ({ date: addDays(DATE, count), blocks: [lesson('Spelling', list(from), { id: 'a' })] }))
    const saveDays = (from: number) => call('POST', '/api/calendar/days', { token: ann.token, body: { days: days(from) } })
    const findable = async () => (await pool.query('select count(*)::int as n from calendar_days where is_findable')).rows[0].n
    const makeFindable = async () => {
      const { rows } = await pool.query("delete from jobs where name = 'make-lessons-findable' returning payload")
      for (const { payload } of rows) await doJob(makeLessonsFindable, undefined, { payload })
    }
    await saveDays(0)
    expect([await findable(), (await found(word(7))).isComplete]).toEqual([2, false])
    await makeFindable()
    expect(await found(word(7))).toMatchObject({ days: { length: 5 }, isComplete: true })

    // Removed words no longer match. A day that is waiting for the job keeps waiting even after a small save.
    const { operationId } = (await saveDays(4000)).body
    expect((await found(word(7))).days).toEqual([])
    await save({ date: addDays(DATE, 4), hasNote: true, noteText: 'Feed the fish' })
    expect([await lines('fish'), (await found(word(4007))).isComplete]).toMatchObject([{ length: 1 }, false])
    await makeFindable()
    expect(await found(word(4007))).toMatchObject({ days: { length: 5 }, isComplete: true })
    await call(
      'DELETE',
      `/api/calendar/${(await call('GET', `/api/calendar?date=${addDays(DATE, 4)}`, { token: ann.token })).body[0].id}`,
      { token: ann.token },
    )
    expect((await call('POST', `/api/calendar/operations/${operationId}/undo`, { token: ann.token })).status).toBe(409)
    expect((await found(word(4007))).days).toHaveLength(4)
  })

  test('days from before search existed are indexed, and until then results are marked as incomplete', async () => {
    await aDay(db, { owner: ann.userId, date: DATE, hasNote: true, noteText: 'Feed the fish', blocks: [lesson('Fractions')] })
    await pool.query('delete from calendar_words; update calendar_days set is_findable = false')
    await save({ date: '2026-11-19', blocks: [lesson('Fractions')] })
    expect(await found('fractions')).toMatchObject({ days: [{ date: '2026-11-19' }], isComplete: false })
    await doJob(makeLessonsFindable)
    expect(await found('fractions')).toMatchObject({ days: [{ date: '2026-11-19' }, { date: DATE }], isComplete: true })
    expect(await lines('fish')).toHaveLength(1)
  })
})

describe('a search', () => {
  const withDatabase = async (of: typeof db) => {
    const usual = await buildApp({ db: of, keys, clock, logger: false, config: { ...config, rateLimitPerMinute: 1200 } })
    const find = async (token: string) =>
      (await usual.inject({ url: '/api/calendar/search?q=fractions', headers: { authorization: `Bearer ${token}` } })).statusCode
    return { find, close: () => usual.close() }
  }

  test('is refused after 240 in a minute', async () => {
    const { find, close } = await withDatabase(db)
    for (let count = 0; count < 240; count++) expect(await find(ann.token)).toBe(200)
    expect([await find(ann.token), await find(bob.token)]).toEqual([429, 200])
    await close()
  })

  test('by one busy user doesn’t hold up the others', async () => {
    const { rows } = await pool.query('select id from calendars where user_id = $1', [ann.userId])
    const started: string[] = []
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const query = async (asked: { text: string }, values: unknown[]) => {
      if (asked.text.includes('"is_findable"')) {
        started.push(values.includes(rows[0].id) ? 'ann' : 'bob')
        await released
      }
      return pool.query(asked, values)
    }
    const waiting = drizzleOver(
      new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) }),
      () => undefined,
    )
    const { find, close } = await withDatabase(waiting)
    const replies: Promise<number>[] = []
    /** Sends one more search than the queue can hold. Once that search is rejected, all the others are running or queued. */
    const fillQueue = async (token: string, size: number): Promise<void> => {
      const sent = Array.from({ length: size + 1 }, () => find(token))
      replies.push(...sent)
      expect(await Promise.race(sent)).toBe(503)
    }
    await fillQueue(ann.token, 2 + 10)
    await fillQueue(bob.token, 10)
    expect(started).toEqual(['ann', 'ann'])
    release()
    await Promise.all(replies)
    expect(started.slice(0, 8)).toEqual(['ann', 'ann', 'ann', 'bob', 'ann', 'bob', 'ann', 'bob'])
    await close()
  })

  test.each([
    [{ q: 'a\0b' }, 400],
    [{ q: 'x'.repeat(10_000) }, 413],
    [{ q: 'x'.repeat(201) }, 413],
    [{ q: 'x', from: 'last year' }, 400],
    [{ q: 'x', order: 'nearest' }, 400],
    [{ q: `e${'\u0301'.repeat(40)}` }, 400],
  ])('that cannot be read is refused: %j', async (asked, status) => {
    expect((await ask(asked)).status).toBe(status)
  })

  test.each(['', '  ', '"', "'", '\\', '& | ! <-> :*', '()', '%', '_', '\u0301', '😀'])('without a word finds nothing: %j', async (q) => {
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson('Math')] })
    expect(await found(q)).toEqual({ days: [], next: null, isComplete: true })
  })

  test.each(['the', 'the and of to in is'])('for words that every lesson contains is answered too: %j', async (q) => {
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [lesson('Math', '<p>The end of the unit is in sight, and so to bed.</p>')] })
    expect(await lines(q)).toHaveLength(1)
  })
})
