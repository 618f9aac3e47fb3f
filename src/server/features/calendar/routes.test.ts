// @module-tag engine
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { CalendarDay } from '#shared/calendar/contract.ts'
import { HISTORY_PAGE } from '#shared/calendar/history/contract.ts'
import { DayMark } from '#shared/calendar/shown/contract.ts'
import { addDays } from '#shared/dates.ts'
import { call, db, setClock } from '#test/app.ts'
import { aBlock, aDay } from './samples.ts'

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
  put: (url: string, body: unknown) => call('PUT', url, { token, body }),
  patch: (url: string, body: unknown) => call('PATCH', url, { token, body }),
  remove: (url: string) => call('DELETE', url, { token }),
})
const malformed = { status: 400, code: 'malformed' }
const tooLarge = { status: 413, code: 'too_large' }
const againstRule = { status: 422, code: 'refused_by_rule' }
const dayOf = async (token: string, date = DATE) => (await as(token).get(`/api/calendar?date=${date}`)).body[0]

describe('a planner of many megabytes', () => {
  const long = (id: string) => aBlock({ id, description: `<p>${id.repeat(150_000)}</p>` })
  const dates = Array.from({ length: 9 }, (_, offset) => addDays('2026-11-16', offset))

  test('is read whole and in order, though only part of it is in memory at a time', async () => {
    for (const date of dates) await aDay(db, { owner: ann.userId, date, blocks: ['a', 'b', 'c'].map(long) })
    await aDay(db, { owner: bob.userId, date: '2026-11-17', blocks: [aBlock({ title: 'Bobs' })] })
    const all = (await as(ann.token).get('/api/calendar')).body
    expect(all.map((day: { date: string }) => day.date)).toEqual(dates)
    expect(all).toEqual((await as(ann.token).get(`/api/calendar?from=${dates[0]}&to=${dates.at(-1)}`)).body)
    for (const day of all) expect(CalendarDay.parse(day).blocks).toHaveLength(3)
    const moved = await as(ann.token).post('/api/calendar/days', { days: dates.map((date) => ({ date, hasNote: true, noteText: 'Note' })) })
    expect(moved.body.entries.map((day: { date: string; noteText: string }) => [day.date, day.noteText])).toEqual(
      dates.map((date) => [date, 'Note']),
    )
    const undone = await as(ann.token).post(`/api/calendar/operations/${moved.body.operationId}/undo`)
    expect(undone.body.entries.map((day: { hasNote: boolean }) => day.hasNote)).toEqual(dates.map(() => false))
  })

  test('lists all of its templates by name', async () => {
    const names = ['b', 'C', 'a', 'D', 'e', 'a', 'F']
    for (const name of names) await as(ann.token).post('/api/daily-templates', { name, blocks: ['x', 'y', 'z'].map(long) })
    const list = (await as(ann.token).get('/api/daily-templates')).body
    expect(list.map((template: { name: string }) => template.name)).toEqual(['a', 'a', 'b', 'C', 'D', 'e', 'F'])
    expect(new Set(list.map((template: { id: string }) => template.id)).size).toBe(7)
  })
})

describe('reading days', () => {
  test('a teacher reads one date, a range, and everything', async () => {
    for (const date of ['2026-11-16', '2026-11-18', '2027-03-01']) await aDay(db, { owner: ann.userId, date, blocks: [aBlock()] })
    const dates = async (search: string) =>
      (await as(ann.token).get(`/api/calendar${search}`)).body.map((day: { date: string }) => day.date)
    expect(await dates('?date=2026-11-18')).toEqual(['2026-11-18'])
    expect(await dates('?date=2026-11-19')).toEqual([])
    expect(await dates('?from=2026-11-16&to=2026-11-20')).toEqual(['2026-11-16', '2026-11-18'])
    expect(await dates('')).toEqual(['2026-11-16', '2026-11-18', '2027-03-01'])
  })

  test('a teacher never sees another teacher’s days, whatever header or query asks for them', async () => {
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    const reply = await call('GET', `/api/calendar?date=${DATE}&userId=${ann.userId}`, {
      token: bob.token,
      headers: { 'x-user-id': ann.userId },
    })
    expect(reply).toMatchObject({ status: 200, body: [] })
  })

  test('a teacher reads which days are marked, without their lessons', async () => {
    await aDay(db, { owner: ann.userId, date: '2026-11-16', blocks: [aBlock()] })
    await aDay(db, { owner: ann.userId, date: '2026-11-17', blocks: [aBlock({ hasAlert: true, alertMessage: 'Blue tray' })] })
    await as(ann.token).post('/api/calendar', { date: '2026-11-18', isBlocked: true, blockedText: 'FALL BREAK' })
    await as(ann.token).post('/api/calendar', { date: '2027-02-01', hasNote: true, noteText: 'Picture day' })
    await aDay(db, { owner: bob.userId, date: '2026-11-19', blocks: [aBlock({ hasAlert: true })] })
    const marks = async (search: string) => (await as(ann.token).get(`/api/calendar/marks${search}`)).body
    expect(await marks('?from=2026-11-01&to=2026-11-30')).toMatchObject([
      { date: '2026-11-17', hasAlert: true, isBlocked: false },
      { date: '2026-11-18', hasAlert: false, isBlocked: true, blockedText: 'FALL BREAK' },
    ])
    const all = await marks('')
    expect(all).toMatchObject([{ date: '2026-11-18' }, { date: '2027-02-01', noteText: 'Picture day' }])
    expect(DayMark.parse(all[0])).toEqual(all[0])
    expect(all[0]).not.toHaveProperty('blocks')
  })

  test('the reply contains the contract’s fields and nothing else', async () => {
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    const day = await dayOf(ann.token)
    expect(CalendarDay.parse(day)).toEqual(day)
    expect(Object.keys(day).sort()).toEqual(
      ['blockedText', 'blocks', 'date', 'hasNote', 'id', 'isBlocked', 'noteText', 'operationId', 'userId', 'version'].sort(),
    )
  })

  test.each([
    ['an impossible date', malformed, '?date=2026-02-30'],
    ['a word for a date', malformed, '?date=tomorrow'],
    ['half a range', malformed, '?from=2026-11-16'],
    ['a range that ends before it begins', againstRule, '?from=2026-11-18&to=2026-11-16'],
    ['more than 400 days', againstRule, '?from=2026-01-01&to=2027-02-05'],
    ['the year 0', againstRule, '?date=0000-01-01'],
  ])('%s is refused', async (_what, { status, code }, search) => {
    expect(await as(ann.token).get(`/api/calendar${search}`)).toMatchObject({ status, body: { code } })
  })

  test('exactly 400 days are returned', async () => {
    expect((await as(ann.token).get('/api/calendar?from=2026-01-01&to=2027-02-04')).status).toBe(200)
  })
})

describe('saving a day', () => {
  test('the first save of a date creates the day (201), the next changes it (200) and keeps its id', async () => {
    const first = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock({ title: 'Math' })] })
    const second = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock({ title: 'Art' })] })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toMatchObject({ id: first.body.id, blocks: [{ title: 'Art' }] })
    expect(second.body.version).toBeGreaterThan(first.body.version)
  })

  test('a save changes only what it contains: a block-out leaves lessons and note alone, and vice versa', async () => {
    await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock()], hasNote: true, noteText: 'Picture day' })
    const blocked = await as(ann.token).post('/api/calendar', { date: DATE, isBlocked: true, blockedText: '  Snow day ' })
    expect(blocked.body).toMatchObject({
      isBlocked: true,
      blockedText: 'Snow day',
      hasNote: true,
      noteText: 'Picture day',
      blocks: [{ title: 'Math' }],
    })
    const unblocked = await as(ann.token).patch(`/api/calendar/${blocked.body.id}`, { isBlocked: false, blockedText: null })
    expect(unblocked.body).toMatchObject({
      isBlocked: false,
      blockedText: null,
      hasNote: true,
      noteText: 'Picture day',
      blocks: [{ title: 'Math' }],
    })
    const cleared = await as(ann.token).patch(`/api/calendar/${blocked.body.id}`, { hasNote: false, noteText: null })
    expect(cleared.body).toMatchObject({ hasNote: false, noteText: null, blocks: [{ title: 'Math' }] })
  })

  test('a block-out without a reason reads Blocked Out; a note without text is refused', async () => {
    expect((await as(ann.token).post('/api/calendar', { date: DATE, isBlocked: true })).body.blockedText).toBe('Blocked Out')
    expect(await as(ann.token).post('/api/calendar', { date: DATE, hasNote: true, noteText: '  ' })).toMatchObject({
      status: 422,
      body: { message: 'Please enter a description' },
    })
  })

  test('a user id in the body doesn’t change another calendar', async () => {
    const reply = await as(bob.token).post('/api/calendar', { date: DATE, userId: ann.userId, blocks: [aBlock()] })
    expect(reply.body.userId).toBe(bob.userId)
    expect(await dayOf(ann.token)).toBeUndefined()
  })

  test('scripts, handlers, frames, and odd links are removed from a lesson; its formatting stays', async () => {
    const description =
      '<p style="text-align:center;position:fixed">Hi <b onclick="x()">there</b><script>x()</script><iframe src="https://x"></iframe></p>' +
      '<a href="javascript:x()">a</a><a href="//evil.example">b</a><a href="/local">c</a><a href="mailto:a@b.example">d</a><img src=x onerror=x()>'
    const { body } = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock({ description })] })
    const link = 'target="_blank" rel="noopener noreferrer nofollow"'
    expect(body.blocks[0].description).toBe(
      `<p style="text-align:center">Hi <b>there</b></p><a ${link}>a</a><a ${link}>b</a><a ${link}>c</a><a href="mailto:a@b.example" ${link}>d</a>`,
    )
  })

  test.each([
    ['61 time blocks', againstRule, { blocks: Array.from({ length: 61 }, () => aBlock()) }],
    ['two equal ids', againstRule, { blocks: [aBlock({ id: 'block_1' }), aBlock({ id: 'block_1' })] }],
    ['a NUL character', malformed, { blocks: [aBlock({ title: 'a\0b' })] }],
    ['half a surrogate pair', malformed, { blocks: [aBlock({ title: 'a\ud800b' })] }],
    ['a title of blanks', againstRule, { blocks: [aBlock({ title: '  ' })] }],
    ['a title of 201 characters', tooLarge, { blocks: [aBlock({ title: 'x'.repeat(201) })] }],
    ['a description of 200,001 characters', tooLarge, { blocks: [aBlock({ description: 'x'.repeat(200_001) })] }],
    ['an impossible time', malformed, { blocks: [aBlock({ startTime: '24:00' })] }],
    ['an end before the start', againstRule, { blocks: [aBlock({ startTime: '09:00', endTime: '08:00' })] }],
    ['a block of no length', againstRule, { blocks: [aBlock({ startTime: '09:00', endTime: '09:00' })] }],
    ['an id with a slash', malformed, { blocks: [aBlock({ id: 'a/b' })] }],
    ['blocks that are no list', malformed, { blocks: 'all of them' }],
    ['an impossible date', malformed, { date: '2026-02-29', blocks: [] }],
    ['a note that is a number', malformed, { hasNote: true, noteText: 7 }],
  ])('%s is refused and changes nothing', async (_what, { status, code }, body) => {
    const reply = await as(ann.token).post('/api/calendar', { date: DATE, ...body })
    expect(reply).toMatchObject({ status, body: { code, message: expect.any(String), issues: expect.any(Array) } })
    expect(await dayOf(ann.token)).toBeUndefined()
  })

  test('60 time blocks are saved, even if they overlap', async () => {
    const blocks = Array.from({ length: 60 }, () => aBlock())
    expect((await as(ann.token).post('/api/calendar', { date: DATE, blocks })).body.blocks).toHaveLength(60)
  })

  test('half a JSON document, a 3 MB body, and a body that isn’t JSON each get their own refusal', async () => {
    const send = (payload: string, type = 'application/json') =>
      call('POST', '/api/calendar', { token: ann.token, body: payload, headers: { 'content-type': type } })
    expect(await send('{"date": "2026-')).toMatchObject({ status: 400, body: { code: 'malformed' } })
    expect(await send(JSON.stringify({ date: DATE, noteText: 'x'.repeat(3_000_000) }))).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
    expect(await send('date=2026', 'application/xml')).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await send('{"__proto__": {"isAdmin": true}, "date": "2026-11-18"}')).toMatchObject({ status: 400 })
  })
})

describe('changing a day by its id', () => {
  test('a teacher replaces the time blocks', async () => {
    const day = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    const reply = await as(ann.token).put(`/api/calendar/${day.id}`, { blocks: [aBlock({ title: 'Art' })], version: day.version })
    expect(reply).toMatchObject({ status: 200, body: { id: day.id, blocks: [{ title: 'Art' }] } })
  })

  test('another teacher’s day can’t be read, changed, or removed', async () => {
    const day = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    const url = `/api/calendar/${day.id}`
    for (const reply of [
      await as(bob.token).put(url, { blocks: [] }),
      await as(bob.token).patch(url, { isBlocked: true }),
      await as(bob.token).remove(url),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await dayOf(ann.token)).toEqual(day)
  })

  test('every call refuses a stale version and returns the current day', async () => {
    const old = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Mine' })] })
    const current = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Theirs' })] })
    const url = `/api/calendar/${old.id}`
    const { version } = old
    const stale = { status: 409, body: { code: 'stale', current } }
    expect(await as(ann.token).put(url, { blocks: [], version })).toMatchObject(stale)
    expect(await as(ann.token).patch(url, { isBlocked: true, version })).toMatchObject(stale)
    expect(await as(ann.token).post('/api/calendar', { date: DATE, blocks: [], version })).toMatchObject(stale)
    expect(await as(ann.token).remove(`${url}?version=${version}`)).toMatchObject(stale)
    expect(await dayOf(ann.token)).toEqual(current)
  })

  test('version 0 means that the day doesn’t exist yet: the second tab to create it gets a conflict', async () => {
    const first = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock()], version: 0 })
    const second = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock()], version: 0 })
    expect([first.status, second.status]).toEqual([201, 409])
    expect(second.body.current).toEqual(first.body)
  })

  test('a day that was removed and recreated doesn’t accept its old version', async () => {
    const old = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    await as(ann.token).remove(`/api/calendar/${old.id}`)
    const again = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    expect(again.version).toBeGreaterThan(old.version)
    expect((await as(ann.token).patch(`/api/calendar/${old.id}`, { isBlocked: true })).status).toBe(404)
  })

  test.each(['x', '1', '00000000-0000-4000-8000-000000000000'])('the unknown id %s is refused', async (id) => {
    expect([400, 404]).toContain((await as(ann.token).remove(`/api/calendar/${id}`)).status)
  })
})

describe('a range', () => {
  test('every day from start to end is blocked out in one operation; its lessons stay', async () => {
    await aDay(db, { owner: ann.userId, date: '2026-11-25', blocks: [aBlock()] })
    const { status, body } = await as(ann.token).post('/api/calendar/bulk', {
      from: '2026-11-24',
      to: '2026-11-27',
      isBlocked: true,
      blockedText: 'FALL BREAK',
    })
    expect(status).toBe(200)
    expect(body.entries.map((day: { date: string }) => day.date)).toEqual(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
    expect(new Set(body.entries.map((day: { operationId: string }) => day.operationId))).toEqual(new Set([body.operationId]))
    expect(body.entries[1]).toMatchObject({ isBlocked: true, blockedText: 'FALL BREAK', blocks: [{ title: 'Math' }] })
  })

  test('a note is added to some days of a range in one operation, which Undo takes back', async () => {
    const dates = ['2026-11-24', '2026-12-01', '2026-12-08']
    const range = { from: '2026-11-24', to: '2026-12-08', dates, hasNote: true, noteText: 'Library day' }
    const { body } = await as(ann.token).post('/api/calendar/bulk', range)
    expect(body.entries.map((day: { date: string }) => day.date)).toEqual(dates)
    expect(await dayOf(ann.token, '2026-11-25')).toBeUndefined()
    await as(ann.token).post(`/api/calendar/operations/${body.operationId}/undo`, {})
    expect(await dayOf(ann.token, '2026-12-01')).toBeUndefined()
  })

  test.each([
    ['with a date outside it', 422, { from: '2026-11-24', to: '2026-11-27', dates: ['2026-11-28'], isBlocked: true }],
    ['that ends before it begins', 422, { from: '2026-11-27', to: '2026-11-24', isBlocked: true }],
    ['of 367 days', 422, { from: '2026-01-01', to: '2027-01-02', isBlocked: true }],
    ['with nothing to set', 400, { from: '2026-11-24', to: '2026-11-27' }],
  ])('a range %s is refused', async (_what, status, body) => {
    expect((await as(ann.token).post('/api/calendar/bulk', body)).status).toBe(status)
  })

  test('a year of 366 days goes through, all or none', async () => {
    const range = { from: '2028-01-01', to: '2028-12-31' }
    expect((await as(ann.token).post('/api/calendar/bulk', { ...range, isBlocked: true })).body.entries).toHaveLength(366)
    expect((await as(ann.token).post('/api/calendar/bulk', { ...range, hasNote: true })).status).toBe(422)
    expect((await dayOf(ann.token, '2028-06-01')).hasNote).toBe(false)
  })
})

describe('several days at once', () => {
  const THURSDAY = '2026-11-19'
  const save = (days: object[]) => as(ann.token).post('/api/calendar/days', { days })
  const [math, art] = [aBlock({ title: 'Math' }), aBlock({ title: 'Art' })]

  test('a lesson moves to another day in one operation, and the rest of both days stays', async () => {
    const from = await aDay(db, { owner: ann.userId, date: DATE, blocks: [math, art], hasNote: true, noteText: 'Picture day' })
    const { status, body } = await save([
      { date: DATE, blocks: [art], version: from.version },
      { date: THURSDAY, blocks: [math], version: 0 },
    ])
    expect(status).toBe(200)
    expect(body.entries).toMatchObject([
      { date: DATE, noteText: 'Picture day', blocks: [{ title: 'Art' }], operationId: body.operationId },
      { date: THURSDAY, blocks: [{ title: 'Math' }], operationId: body.operationId },
    ])
  })

  test.each([DATE, THURSDAY])('a stale version of %s alone refuses both days, and names the stale one', async (stale) => {
    const from = await aDay(db, { owner: ann.userId, date: DATE, blocks: [math, art] })
    const to = await aDay(db, { owner: ann.userId, date: THURSDAY, blocks: [] })
    const reply = await save([
      { date: DATE, blocks: [art], version: from.version - Number(stale === DATE) },
      { date: THURSDAY, blocks: [math], version: to.version - Number(stale === THURSDAY) },
    ])
    expect(reply).toMatchObject({ status: 409, body: { code: 'stale', date: stale, current: stale === DATE ? from : to } })
    expect([await dayOf(ann.token), await dayOf(ann.token, THURSDAY)]).toEqual([from, to])
  })

  test('a day that would have 61 time blocks refuses both', async () => {
    const from = await aDay(db, { owner: ann.userId, date: DATE, blocks: [math] })
    const reply = await save([
      { date: DATE, blocks: [] },
      { date: THURSDAY, blocks: Array.from({ length: 61 }, () => aBlock()) },
    ])
    expect(reply).toMatchObject({ status: 422, body: { message: 'A day can hold up to 60 lessons' } })
    expect([await dayOf(ann.token), await dayOf(ann.token, THURSDAY)]).toEqual([from, undefined])
  })

  test.each([
    ['no day', 422, []],
    ['a day twice', 422, [{ date: DATE }, { date: DATE }]],
    ['32 days', 422, Array.from({ length: 32 }, (_, index) => ({ date: addDays(DATE, index) }))],
    ['a date that is none', 400, [{ date: '2026-02-30' }]],
  ])('%s is refused', async (_what, status, days) => {
    expect((await save(days)).status).toBe(status)
  })

  test('it changes only the caller’s days, even if others have days on the same dates', async () => {
    const hers = await aDay(db, { owner: bob.userId, date: DATE, blocks: [math] })
    await save([{ date: DATE, blocks: [art] }])
    expect(await dayOf(bob.token)).toEqual(hers)
  })

  test('undo of a move restores both days exactly, whatever they contained', async () => {
    const blocks = fc.array(fc.record({ title: fc.constantFrom('Math', 'Art'), start: fc.integer({ min: 8, max: 15 }) }), { maxLength: 6 })
    const content = fc.option(fc.record({ blocks, note: fc.option(fc.constant('Picture day')), isBlocked: fc.boolean() }))
    const store = async (date: string, day: { blocks: { title: string; start: number }[]; note: string | null; isBlocked: boolean }) =>
      aDay(db, {
        owner: ann.userId,
        date,
        blocks: day.blocks.map(({ title, start }, order) =>
          aBlock({ title, startTime: `${start}`.padStart(2, '0').concat(':00'), endTime: '16:00', order }),
        ),
        hasNote: day.note !== null,
        noteText: day.note,
        isBlocked: day.isBlocked,
        blockedText: day.isBlocked ? 'Snow day' : null,
      })
    const held = ({ version: _version, operationId: _operationId, ...rest }: CalendarDay) => rest
    let week = 0
    await fc.assert(
      fc.asyncProperty(content, content, async (source, target) => {
        const [from, to] = [addDays('2027-01-04', 7 * week), addDays('2027-01-05', 7 * week)]
        week++
        const before = [source && (await store(from, source)), target && (await store(to, target))]
        const [leaving, ...staying] = before[0]?.blocks ?? []
        const { body } = await save([
          { date: from, blocks: staying, version: before[0]?.version ?? 0 },
          { date: to, blocks: [...(before[1]?.blocks ?? []), ...(leaving ? [leaving] : [])], version: before[1]?.version ?? 0 },
        ])
        await as(ann.token).post(`/api/calendar/operations/${body.operationId}/undo`)
        const after = [await dayOf(ann.token, from), await dayOf(ann.token, to)]
        expect(after.map((day) => day && held(day))).toEqual(before.map((day) => (day ? held(day) : undefined)))
      }),
      { numRuns: 15 },
    )
  })
})

describe('undo and history', () => {
  test('undo restores a changed day, a removed day, and a whole range', async () => {
    const day = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    const changed = await as(ann.token).patch(`/api/calendar/${day.id}`, { blocks: [] })
    await as(ann.token).post(`/api/calendar/operations/${changed.body.operationId}/undo`)
    expect((await dayOf(ann.token)).blocks).toEqual(day.blocks)

    const { operationId } = (await as(ann.token).remove(`/api/calendar/${day.id}`)).body
    expect(await dayOf(ann.token)).toBeUndefined()
    const restored = await as(ann.token).post(`/api/calendar/operations/${operationId}/undo`)
    expect(restored.body.entries).toMatchObject([{ id: day.id, blocks: day.blocks }])

    const range = (await as(ann.token).post('/api/calendar/bulk', { from: DATE, to: '2026-11-20', isBlocked: true })).body
    const undone = (await as(ann.token).post(`/api/calendar/operations/${range.operationId}/undo`)).body
    expect(undone).toMatchObject({ entries: [{ date: DATE, isBlocked: false, blocks: day.blocks }], removed: ['2026-11-19', '2026-11-20'] })
  })

  test('an undo can itself be undone', async () => {
    const { body: day } = await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock()] })
    const undone = await as(ann.token).post(`/api/calendar/operations/${day.operationId}/undo`)
    expect(undone.body.removed).toEqual([DATE])
    const redone = await as(ann.token).post(`/api/calendar/operations/${undone.body.operationId}/undo`)
    expect(redone.body.entries).toMatchObject([{ id: day.id, blocks: day.blocks }])
  })

  test('changes of a day are undone one by one, latest first, and redone', async () => {
    const teacher = as(ann.token)
    const texts = ['one', 'two', 'three']
    const operations: string[] = []
    for (const noteText of texts)
      operations.push((await teacher.post('/api/calendar', { date: DATE, hasNote: true, noteText })).body.operationId)
    const undo = async (id: string | undefined) => (await teacher.post(`/api/calendar/operations/${id}/undo`)).body
    const note = async () => (await teacher.get(`/api/calendar?date=${DATE}`)).body[0]?.noteText
    const undone: string[] = []
    for (const [place, left] of ['two', 'one', undefined].entries()) {
      undone.push((await undo(operations.at(-1 - place))).operationId)
      expect(await note()).toBe(left)
    }
    for (const [place, back] of texts.entries()) {
      await undo(undone.at(-1 - place))
      expect(await note()).toBe(back)
    }
    // After a redo, the original operation id undoes the change again.
    await undo(operations[2])
    expect(await note()).toBe('two')
    expect((await undo(operations[0])).code).toBe('stale')
  })

  test('a change isn’t undone if a newer one builds on it', async () => {
    const first = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'First' })] })
    const second = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Second' })] })
    const reply = await as(ann.token).post(`/api/calendar/operations/${first.operationId}/undo`)
    expect(reply).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await dayOf(ann.token)).toEqual(second)
  })

  test('no one can undo another teacher’s change or see its history', async () => {
    const day = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    expect((await as(bob.token).post(`/api/calendar/operations/${day.operationId}/undo`)).status).toBe(404)
    expect((await as(bob.token).get(`/api/calendar/history?date=${DATE}`)).body).toEqual([])
  })

  test('a day with many changes has its history in pages, and another teacher’s operation as a cursor returns nothing', async () => {
    const page = async (token: string, before = '') =>
      (await as(token).get(`/api/calendar/history?date=${DATE}${before && `&before=${before}`}`)).body as { operationId: string }[]
    const made: string[] = []
    for (let change = 1; change <= HISTORY_PAGE + 2; change++)
      made.unshift(
        (await as(ann.token).post('/api/calendar', { date: DATE, blocks: [aBlock({ title: `Lesson ${change}` })] })).body.operationId,
      )
    const first = await page(ann.token)
    expect(first.map(({ operationId }) => operationId)).toEqual(made.slice(0, HISTORY_PAGE))
    const second = await page(ann.token, first.at(-1)?.operationId)
    expect(second.map(({ operationId }) => operationId)).toEqual(made.slice(HISTORY_PAGE))
    await as(bob.token).post('/api/calendar', { date: DATE, blocks: [aBlock()] })
    expect(await page(bob.token, made[0])).toEqual([])
    expect((await as(ann.token).get(`/api/calendar/history?date=${DATE}&before=last`)).status).toBe(400)
  })

  test('history returns each change of a day, newest first, with the day before it', async () => {
    const first = await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock()] })
    setClock('2026-11-18T15:00:00Z')
    const removed = (await as(ann.token).remove(`/api/calendar/${first.id}`)).body
    expect((await as(ann.token).get(`/api/calendar/history?date=${DATE}`)).body).toEqual([
      { operationId: removed.operationId, kind: 'delete', at: '2026-11-18T15:00:00.000Z', before: first },
      { operationId: first.operationId, kind: 'save', at: expect.any(String), before: null },
    ])
  })
})
