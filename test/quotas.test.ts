// @module-tag engine
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { forgetOldOperations } from '#server/features/calendar/jobs.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { forgetDeletedTemplates } from '#server/features/templates/jobs.ts'
import { addDays, DAY_MS } from '#shared/dates.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'

const KILOBYTE = 1024
const small = await buildApp({
  db,
  keys,
  clock,
  logger: false,
  config: { ...config, quota: { lessons: 100 * KILOBYTE, history: 60 * KILOBYTE } },
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const as = (token: string) => async (method: Method, url: string, payload?: object) => {
  const reply = await small.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return { status: reply.statusCode, body: String(reply.headers['content-type']).includes('json') ? reply.json() : undefined }
}
const text = (kilobytes: number, letter = 'a') => `<p>${letter.repeat(kilobytes * KILOBYTE)}</p>`
const day = (date: string, kilobytes: number, letter?: string) => ({
  date,
  blocks: [aBlock({ id: 'a', description: text(kilobytes, letter) })],
})

/** Returns a calendar's stored counters alongside the actual values. */
const counts = async () => {
  const { rows } = await pool.query(
    `select lesson_bytes::int as lessons, history_bytes::int as history, u.words::int as words,
       (select coalesce(sum(words), 0)::int from calendar_days where calendar_id = c.id) as words_of_days,
       (select coalesce(sum(cardinality(string_to_array(words, ' '))), 0)::int from calendar_words where calendar_id = c.id) as words_there,
       (select coalesce(sum(bytes), 0)::int from calendar_days where calendar_id = c.id)
         + (select coalesce(sum(bytes), 0)::int from templates where owner_id = user_id and deleted_at is null) as lessons_there,
       (select coalesce(sum(bytes), 0)::int from calendar_day_images where calendar_id = c.id)
         + (select coalesce(sum(bytes), 0)::int from templates where owner_id = user_id and deleted_at is not null) as history_there
     from calendars c join calendar_counters u on u.calendar_id = c.id`,
  )
  return rows[0]
}
const requireTrueCounts = async () => {
  const { lessons, history, words, words_of_days, lessons_there, history_there, words_there } = await counts()
  expect([lessons, history, words, words_of_days]).toEqual([lessons_there, history_there, words_there, words_there])
}

describe('a full planner', () => {
  test('accepts nothing more, says how to free space, and accepts changes once there is space', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const call = as(ann.token)
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18'])
      expect((await call('POST', '/api/calendar', day(date, 30))).status).toBe(201)
    const refused = await call('POST', '/api/calendar', day('2026-11-19', 30))
    expect(refused).toMatchObject({
      status: 422,
      body: {
        message: 'Your planner is full (0.1 MB). To make room, delete old days or templates, or shorten long lessons.',
      },
    })
    for (const [url, body] of [
      ['/api/time-block-templates', { name: 'Long', ...aBlock({ description: text(30) }) }],
      ['/api/daily-templates', { name: 'Long', blocks: day('', 30).blocks }],
      ['/api/calendar/days', { days: [day('2026-11-20', 20), day('2026-11-21', 20)] }],
      ['/api/templates/import', { daily: [{ name: 'Long', blocks: day('', 30).blocks }] }],
    ] as const)
      expect((await call('POST', url, body)).status, url).toBe(422)
    expect((await call('GET', '/api/calendar')).body).toHaveLength(3)
    expect((await call('GET', '/api/user/storage')).body).toEqual({
      lessons: { used: expect.any(Number), limit: 100 * KILOBYTE },
      history: { used: expect.any(Number), limit: 60 * KILOBYTE },
    })

    // Over the quota, an edit still saves if the text doesn't get longer, and shorter text frees up space.
    expect((await call('POST', '/api/calendar', { date: '2026-11-18', isBlocked: true, blockedText: 'Snow' })).status).toBe(200)
    expect((await call('POST', '/api/calendar', day('2026-11-18', 5))).status).toBe(200)
    expect((await call('POST', '/api/calendar', day('2026-11-19', 30))).status).toBe(201)
    await requireTrueCounts()
  })

  test('of distinct words accepts no more of them until there is space', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const call = as(ann.token)
    const list = (from: number) => Array.from({ length: 4000 }, (_, word) => (46_656 + from + word).toString(36)).join(' ')
    const save = (date: string, description: string) => call('POST', '/api/calendar', { date, blocks: [aBlock({ id: 'a', description })] })
    for (const date of ['2026-11-16', '2026-11-17']) expect((await save(date, list(0))).status).toBe(201)
    expect(await save('2026-11-18', list(4000))).toMatchObject({
      status: 422,
      body: {
        message:
          'Your planner has too many different words to search (the limit is 10,240). To make room, delete old days, or shorten long lessons.',
      },
    })
    expect((await save('2026-11-17', 'Fractions')).status).toBe(200)
    expect((await save('2026-11-18', list(4000))).status).toBe(201)
    await requireTrueCounts()
  })

  test('of history says when space frees up, still allows deleting, reading and exporting, and drops nothing recent', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const call = as(ann.token)
    for (const letter of ['a', 'b', 'c'])
      expect((await call('POST', '/api/calendar', day('2026-11-18', 25, letter))).status).toBeLessThan(300)
    const refused = await call('POST', '/api/calendar', day('2026-11-18', 25, 'd'))
    expect(refused.status).toBe(422)
    expect(refused.body.message).toBe(
      'Your change history is full (0.1 MB). We keep every change for 30 days. Space frees up on December 18, 2026, when the oldest changes expire. You can still delete, view, and export.',
    )
    const [{ id }] = (await call('GET', '/api/calendar')).body
    expect((await call('POST', '/api/calendar', { date: '2026-11-19', blocks: [] })).status).toBe(201)
    expect((await call('DELETE', `/api/calendar/${id}`)).status).toBe(200)
    expect((await call('GET', '/api/calendar/history?date=2026-11-18')).body).toHaveLength(4)
    expect((await call('POST', '/api/user/export')).status).toBe(200)
    await requireTrueCounts()

    setClock('2026-12-18T14:00:01Z')
    await doJob(forgetOldOperations)
    expect((await counts()).history).toBe(0)
    expect((await call('POST', '/api/auth/login', { email: ann.email, password: ann.password })).status).toBe(200)
  })

  test('refuses to save the same lessons in another order forever', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const call = as(ann.token)
    const lessons = ['a', 'b'].map((id) => aBlock({ id, description: text(12) }))
    const save = async (blocks: object[]) => (await call('POST', '/api/calendar', { date: '2026-11-18', blocks })).status
    const statuses: number[] = []
    for (let time = 0; time < 400 && statuses.at(-1) !== 422; time++) statuses.push(await save(time % 2 ? lessons : lessons.toReversed()))
    expect(statuses.at(-1)).toBe(422)
    expect(await save(lessons.slice(1))).toBe(200)
    await requireTrueCounts()
  })

  test('allows deleting a template, but restores it only if there is space', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const call = as(ann.token)
    const make = (name: string) => call('POST', '/api/daily-templates', { name, blocks: day('', 40).blocks })
    const first = (await make('First')).body
    expect((await make('Second')).status).toBe(201)
    expect((await make('Third')).status).toBe(422)
    expect((await call('DELETE', `/api/daily-templates/${first.id}`)).status).toBe(200)
    expect((await make('Third')).status).toBe(201)
    expect((await call('POST', `/api/templates/${first.id}/restore`)).status).toBe(422)
    await requireTrueCounts()
    setClock('2026-12-19T14:00:00Z')
    await doJob(forgetDeletedTemplates)
    await requireTrueCounts()
  })

  test('refuses a day that could not be sent back in one call', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const template = await as(ann.token)('POST', '/api/daily-templates', { name: 'Long', blocks: day('', 90).blocks })
    expect(template.status).toBe(201)
    const { rows } = await pool.query('update templates set content = $1 returning id', [
      JSON.stringify({ blocks: Array.from({ length: 50 }, (_, order) => aBlock({ id: `b${order}`, order, description: text(45) })) }),
    ])
    const reply = await as(ann.token)('POST', `/api/daily-templates/${rows[0].id}/apply`, { date: '2026-11-18' })
    expect(reply).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('This day has too much text (the limit is 2 MB)') },
    })
  })
})

test('counters stay correct if two calls change one template, or two servers delete old data, at the same time', async () => {
  const ann = await aTeacher(db, { now: clock() })
  const call = as(ann.token)
  const template = (await call('POST', '/api/daily-templates', { name: 'Day', blocks: day('', 20).blocks })).body
  const shrink = (kilobytes: number) =>
    call('PUT', `/api/daily-templates/${template.id}`, { name: 'Day', blocks: day('', kilobytes).blocks })
  for (let round = 0; round < 5; round++) {
    await Promise.all([shrink(2), shrink(1), shrink(3)])
    await requireTrueCounts()
    await shrink(20)
  }
  for (let number = 0; number < 20; number++) await call('POST', '/api/calendar', { date: addDays('2026-11-16', number), blocks: [] })
  await call('DELETE', `/api/daily-templates/${template.id}`)
  const later = new Date(clock().getTime() + 31 * DAY_MS)
  await Promise.all([
    doJob(forgetOldOperations, later),
    doJob(forgetOldOperations, later),
    doJob(forgetDeletedTemplates, later),
    doJob(forgetDeletedTemplates, later),
  ])
  await requireTrueCounts()
  expect((await counts()).history).toBe(0)
})

test('however a planner is changed, its counters match its content', async () => {
  const ann = await aTeacher(db, { now: clock() })
  const call = as(ann.token)
  const dates = Array.from({ length: 4 }, (_, offset) => addDays('2026-11-16', offset))
  const date = fc.constantFrom(...dates)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('save' as const), date, size: fc.nat(12), count: fc.nat(3) }),
    fc.record({ kind: fc.constant('mark' as const), date, text: fc.constantFrom('Snow', 'é'.repeat(500), '') }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'undo' as const, 'template' as const, 'forget' as const), date }),
  )
  let operation = ''
  let template = ''
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const each of steps) {
        const done = await (async () => {
          if (each.kind === 'save') {
            const blocks = Array.from({ length: each.count }, (_, order) => aBlock({ id: `b${order}`, description: text(each.size) }))
            return call('POST', '/api/calendar', { date: each.date, blocks })
          }
          if (each.kind === 'mark')
            return call('POST', '/api/calendar/bulk', { from: dates[0], to: each.date, hasNote: each.text !== '', noteText: each.text })
          if (each.kind === 'delete') {
            const [found] = (await call('GET', `/api/calendar?date=${each.date}`)).body
            return found && call('DELETE', `/api/calendar/${found.id}`)
          }
          if (each.kind === 'undo') return operation && call('POST', `/api/calendar/operations/${operation}/undo`)
          if (each.kind === 'forget') return void (await doJob(forgetOldOperations, new Date(clock().getTime() + 31 * DAY_MS)))
          if (template === '') {
            template = (await call('POST', '/api/daily-templates', { name: 'Day', blocks: day('', 3).blocks })).body.id ?? ''
            return undefined
          }
          const applied = await call('POST', `/api/daily-templates/${template}/apply`, { date: each.date, mode: 'add' })
          await call('DELETE', `/api/daily-templates/${template}`)
          template = ''
          return applied
        })()
        if (done) expect([200, 201, 404, 409, 422]).toContain(done.status)
        operation = done?.body?.operationId ?? operation
      }
      await requireTrueCounts()
    }),
    { numRuns: 25 },
  )
})
