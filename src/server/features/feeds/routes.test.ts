import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { aTimetable } from '#server/features/timetables/samples.ts'
import { requestLog } from '#server/lib/http/log/request-log.ts'
import { app, call, clock, config, db, keys, pool, setClock } from '#test/app.ts'

const DATE = '2026-11-18'
const SECRETS = ['Amina: inhaler', 'Blue tray', 'East door', 'Keys in drawer']
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock() })
  const notes = {
    emergencyProcedures: '<p>East door</p>',
    studentNotes: '<p>Amina: inhaler</p>',
    substituteInstructions: '<p>Keys in drawer</p>',
  }
  await call('PATCH', '/api/user', { token: ann.token, body: notes })
})

const lesson = (title: string, more: object = {}) => aBlock({ id: title.toLowerCase(), title, ...more })
const save = (date: string, content: object) => aDay(db, { owner: ann.userId, date, now: clock(), ...content })
const make = (body: object = {}, token = ann.token) => call('POST', '/api/feeds', { token, body })
const aFeed = async (body: object = {}) => (await make(body)).body as { id: string; url: string }
const list = async (token = ann.token) => (await call('GET', '/api/feeds', { token })).body
const pathOf = (url: string): string => new URL(url).pathname
const read = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: pathOf(url), headers })

type Event = { date: string; title: string; times?: string; text?: string }
const eventsIn = (text: string): Event[] =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .map(({ summary, description, startDate: start, endDate: end }) => ({
      date: start.toString().slice(0, 10),
      title: summary,
      ...(!start.isDate && { times: `${start.toString().slice(11, 16)}–${end.toString().slice(11, 16)}` }),
      ...(description && { text: description }),
    }))
const eventsOf = async (url: string) => eventsIn((await read(url)).body)
const titlesOf = async (url: string) => (await eventsOf(url)).map(({ title }) => title)
const school = async () => {
  const priya = await aTeacher(db, { displayName: 'Priya', now: clock() })
  const schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: priya.email }, clock())
  await joinSchool(db, ann.userId, { schoolId, at: clock(), isAdministrator: false })
  const close = (date: string, reason: string) =>
    call('POST', '/api/calendar/bulk', {
      token: priya.token,
      body: { schoolId, from: date, to: date, isBlocked: true, blockedText: reason },
    })
  return { priya, schoolId, close }
}

describe('a teacher who shows their planner in another calendar', () => {
  test('gets an address with titles, times and days off, and nothing else', async () => {
    await save(DATE, {
      blocks: [lesson('Fractions', { hasAlert: true, alertMessage: 'Blue tray' })],
      hasNote: true,
      noteText: 'Picture day',
    })
    await save('2026-11-20', { isBlocked: true, blockedText: 'Parent–teacher conferences', blocks: [lesson('Art')] })
    const { url } = await aFeed()
    expect(url).toMatch(/^https?:\/\/[^/]+\/calendar\/[\w-]{22}\.ics$/)
    const { statusCode, headers, body } = await read(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(eventsIn(body)).toEqual([
      { date: DATE, title: 'Fractions', times: '08:00–08:45' },
      { date: '2026-11-20', title: 'Parent–teacher conferences' },
    ])
    expect(body).toContain('X-WR-CALNAME:Ann Lee’s planner\r\n')
    expect(body).toContain('TZID=America/New_York:20261118T080000')
    for (const secret of [...SECRETS, 'number line', 'Picture day', 'Art']) expect(body).not.toContain(secret)
  })

  test('ticks texts and notes, at the same address, and never gets what is secret', async () => {
    const description = '<p>Page 12</p><ul><li>Warm-up</li><li><a href="https://docs.google.com/x">Slides</a></li></ul>'
    const blocks = [lesson('Fractions', { description, hasAlert: true, alertMessage: 'Blue tray' })]
    await save(DATE, { blocks, hasNote: true, noteText: 'Picture day\nBring smiles' })
    const { id, url } = await aFeed()
    const changed = await call('PATCH', `/api/feeds/${id}`, { token: ann.token, body: { include: { text: true } } })
    expect(changed.body).toMatchObject({ id, url, include: { text: true, notes: false } })
    expect(await aFeed({ include: { text: true, notes: true } })).toEqual({ id, url })
    const events = await eventsOf(url)
    expect(events).toEqual([
      { date: DATE, title: 'Picture day', text: 'Picture day\nBring smiles' },
      { date: DATE, title: 'Fractions', times: '08:00–08:45', text: 'Page 12\n• Warm-up\n• Slides' },
    ])
    for (const secret of SECRETS) expect(JSON.stringify(events)).not.toContain(secret)
  })

  test('sees no lessons of closed days, and none that a short day leaves out', async () => {
    const usual = { startTime: '10:00', endTime: '10:45', shortDay: 'Delay' }
    await save(DATE, { blocks: [lesson('Fractions')] })
    await save('2026-11-19', { blocks: [lesson('Art'), lesson('Music')] })
    await pool.query(
      `update calendar_days set blocks = (select json_agg(case when block->>'title' = 'Art' then (block::jsonb || $1::jsonb)::json else block end)
       from json_array_elements(blocks) as block) where date = '2026-11-19'`,
      [JSON.stringify({ usual: { ...usual, isLeftOut: true } })],
    )
    const { url } = await aFeed()
    expect(await titlesOf(url)).toEqual(['Fractions', 'Music'])
    const { close } = await school()
    await close(DATE, 'Snow day')
    expect(await eventsOf(url)).toEqual([
      { date: DATE, title: 'Snow day' },
      { date: '2026-11-19', title: 'Music', times: '08:00–08:45' },
    ])
  })

  test('has one address for each subject, however often they ask at once', { tags: ['engine'] }, async () => {
    const { id: classId } = await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })
    const bodies = [{}, { classId }]
    const made = await Promise.all(Array.from({ length: 12 }, (_, at) => make(bodies[at % 2])))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(new Set(made.map(({ body }) => body.url)).size).toBe(2)
    expect((await list()).map(({ classId }: { classId: string | null }) => classId).sort()).toEqual([classId, null])
  })

  test('can make an address although there are many of classes that are gone', async () => {
    await pool.query(
      `insert into feeds (id, user_id, class_id, token_hash, sealed_token, include, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), n::text, '', '{"text":false,"notes":false}', now() from generate_series(1, $2::int) as n`,
      [ann.userId, 50],
    )
    expect((await make()).status).toBe(200)
    expect((await pool.query('select 1 from feeds')).rows).toHaveLength(1)
  })

  test('finds the token nowhere in the database, but can read the address again', async () => {
    const { id, url } = await aFeed()
    const { rows } = await pool.query('select * from feeds')
    expect(JSON.stringify(rows)).not.toContain(url.slice(-26, -4))
    expect(await list()).toMatchObject([
      { id, url, include: { text: false, notes: false }, classId: null, school: false, lastReadAt: null },
    ])
  })

  test('gets a new address if the key that encrypted the old one is gone', async () => {
    const { id, url } = await aFeed()
    await pool.query(`update feeds set sealed_token = 'gone'`)
    expect(await list()).toMatchObject([{ id, url: null }])
    const renewed = await aFeed()
    expect(renewed.id).toBe(id)
    expect((await read(url)).statusCode).toBe(404)
    expect((await read(renewed.url)).statusCode).toBe(200)
  })

  test('as a guest is asked to sign up', async () => {
    const { body } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect((await make({}, body.token)).body.code).toBe('sign_up_needed')
  })

  test('takes nothing of the address along in an export, and leaves nothing behind when they delete their account', async () => {
    await aFeed()
    await pool.query('delete from users where id = $1', [ann.userId])
    expect((await pool.query('select 1 from feeds')).rows).toEqual([])
  })
})

describe('an address of one class', () => {
  test('holds the lessons of the class, and neither other lessons nor days off', async () => {
    const math = await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })
    await save(DATE, { blocks: [lesson('Fractions', { classId: math.id }), lesson('Art')], hasNote: true, noteText: 'Picture day' })
    await save('2026-11-19', { isBlocked: true, blockedText: 'Snow day', blocks: [lesson('Decimals', { classId: math.id })] })
    const { url } = await aFeed({ classId: math.id, include: { notes: true } })
    expect(await titlesOf(url)).toEqual(['Fractions'])
    expect((await read(url)).body).toContain('X-WR-CALNAME:Math\r\n')
    await call('DELETE', `/api/classes/${math.id}`, { token: ann.token })
    expect((await read(url)).statusCode).toBe(404)
    expect(await list()).toEqual([])
  })

  test('can’t be made of another teacher’s class, or of a class and the school', async () => {
    const bob = await aTeacher(db, { now: clock() })
    const { id: classId } = await aClass(db, { owner: bob.userId, name: 'Math', now: clock() })
    expect((await make({ classId })).status).toBe(404)
    expect((await make({ classId, school: true })).status).toBe(422)
  })
})

describe('an address of the school’s days off', () => {
  test('can be made by any member, and ends when they leave', async () => {
    expect((await make({ school: true })).body).toMatchObject({ code: 'refused_by_rule', message: 'You haven’t joined a school.' })
    const { close, schoolId } = await school()
    await close(DATE, 'Snow day')
    await save('2026-11-19', { blocks: [lesson('Fractions')] })
    const { url } = await aFeed({ school: true })
    expect(await eventsOf(url)).toEqual([{ date: DATE, title: 'Snow day' }])
    expect(await list()).toMatchObject([{ url, school: true }])
    await pool.query('update user_roles set school_id = null, joined_school_at = null where user_id = $1', [ann.userId])
    expect((await read(url)).statusCode).toBe(404)
    expect(await list()).toEqual([])
    const other = await openSchool(db, { name: 'Hill', timezone: 'UTC', email: (await aTeacher(db, { now: clock() })).email }, clock())
    expect(other).not.toBe(schoolId)
    await joinSchool(db, ann.userId, { schoolId: other, at: clock(), isAdministrator: false })
    expect((await read(url)).statusCode).toBe(404)
  })
})

describe('an address that ended', () => {
  test('answers exactly like one that was renewed and one that never existed, after the same query', async () => {
    const [first, { id: classId }] = [await aFeed(), await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })]
    const { body: renewed } = await call('POST', `/api/feeds/${first.id}/renew`, { token: ann.token })
    expect(renewed.id).toBe(first.id)
    expect((await read(renewed.url)).statusCode).toBe(200)
    const off = await aFeed({ classId })
    expect((await call('DELETE', `/api/feeds/${off.id}`, { token: ann.token })).body).toEqual({ success: true })
    const query = vi.spyOn(pool, 'query')
    const madeUp = `/calendar/${randomBytes(16).toString('base64url')}.ics`
    const pages: { statusCode: number; body: string; same: object; queries: number }[] = []
    for (const url of [first.url, off.url, `http://x${madeUp}`, 'http://x/calendar/short.ics']) {
      query.mockClear()
      const { statusCode, body, headers } = await read(url)
      const { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, 'x-request-id': ____, ...same } = headers
      pages.push({ statusCode, body, same, queries: query.mock.calls.length })
    }
    for (const page of pages) expect(page).toEqual(pages[0])
    expect(pages[0]).toMatchObject({ statusCode: 404, queries: 1 })
  })

  test('can’t be renewed, changed or turned off by anyone but its owner', async () => {
    const { id, url } = await aFeed()
    const bob = await aTeacher(db, { now: clock() })
    const statuses = await Promise.all([
      call('POST', `/api/feeds/${id}/renew`, { token: bob.token }),
      call('PATCH', `/api/feeds/${id}`, { token: bob.token, body: { include: { text: true } } }),
      call('DELETE', `/api/feeds/${id}`, { token: bob.token }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await list(bob.token)).toEqual([])
    expect((await read(url)).statusCode).toBe(200)
  })
})

describe('a calendar program', () => {
  test('reads a feed once per change: 304 as long as nothing it holds changes', async () => {
    await save(DATE, { blocks: [lesson('Fractions')] })
    const { id, url } = await aFeed()
    const { headers } = await read(url)
    const etag = String(headers.etag)
    expect(headers['last-modified']).toBe('Wed, 18 Nov 2026 14:00:00 GMT')
    const again = await read(url, { 'if-none-match': `"x", ${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await read(url, { 'if-none-match': etag.slice(2) })).statusCode).toBe(304)
    const isNew = async () => (await read(url, { 'if-none-match': etag })).statusCode === 200
    await save(DATE, { blocks: [lesson('Decimals')] })
    expect(await isNew()).toBe(true)
    const later = String((await read(url)).headers.etag)
    await call('PATCH', `/api/feeds/${id}`, { token: ann.token, body: { include: { text: true } } })
    expect((await read(url, { 'if-none-match': later })).statusCode).toBe(200)
  })

  test('that keeps nothing gets the same file again, and the server looks at no day for it', async () => {
    for (const date of [DATE, '2026-11-19']) await save(date, { blocks: [lesson('Fractions')] })
    const { url } = await aFeed()
    const first = await read(url)
    const query = vi.spyOn(pool, 'query')
    const again = await read(url)
    expect(query.mock.calls.map(([text]) => JSON.stringify(text)).filter((text) => text.includes('from \\"calendar_days'))).toEqual([])
    expect(again.body).toBe(first.body)
    expect(again.headers['last-modified']).toBe(first.headers['last-modified'])
    expect(again.headers.etag).toBe(first.headers.etag)
  })

  test('gets what is in the planner after every change: a day more, a day less, another school day, other parts', async () => {
    for (const date of [DATE, '2026-11-19', '2026-11-20']) await save(date, { blocks: [lesson('Fractions')] })
    const { close, priya, schoolId } = await school()
    const { id, url } = await aFeed()
    const datesOf = async () => (await eventsOf(url)).map(({ date, title }) => `${date.slice(8)} ${title}`)
    const ALL = ['18 Fractions', '19 Fractions', '20 Fractions']
    expect(await datesOf()).toEqual(ALL)
    await close('2026-11-19', 'Snow day')
    expect(await datesOf()).toEqual(['18 Fractions', '19 Snow day', '20 Fractions'])
    // The teacher's own change is the later one when the school opens the day again.
    await save('2026-11-19', { blocks: [lesson('Fractions')] })
    const open = { schoolId, from: '2026-11-19', to: '2026-11-19', isBlocked: false }
    expect((await call('POST', '/api/calendar/bulk', { token: priya.token, body: open })).status).toBe(200)
    expect(await datesOf()).toEqual(ALL)
    await save('2026-11-17', { blocks: [lesson('Art')] })
    await pool.query(`delete from calendar_days where date = '2026-11-20'`)
    expect(await datesOf()).toEqual(['17 Art', '18 Fractions', '19 Fractions'])
    await call('PATCH', `/api/feeds/${id}`, { token: ann.token, body: { include: { text: true } } })
    expect((await eventsOf(url)).map(({ text }) => text)).toEqual(Array(3).fill('Fractions on a number line'))
    await call('PATCH', '/api/user', { token: ann.token, body: { timezone: 'Pacific/Honolulu' } })
    expect((await read(url)).body).toContain('DTSTART;TZID=Pacific/Honolulu:20261117T080000')
  })

  test('gets the same UID and a higher SEQUENCE for a lesson that changed', async () => {
    await save(DATE, { blocks: [lesson('Fractions')] })
    const { url } = await aFeed()
    const eventOf = async () =>
      new ICAL.Event(new ICAL.Component(ICAL.parse((await read(url)).body)).getFirstSubcomponent('vevent') as ICAL.Component)
    const before = await eventOf()
    setClock('2026-11-18T15:00:00Z')
    await save(DATE, { blocks: [lesson('Fractions', { startTime: '09:00', endTime: '09:30' })] })
    const after = await eventOf()
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect(after.component.getFirstPropertyValue('last-modified')?.toString()).toBe('2026-11-18T15:00:00Z')
  })

  test('never gets a lower SEQUENCE, also when the school removes its entry or the teacher leaves the school', async () => {
    await save(DATE, { blocks: [lesson('Fractions')] })
    const { priya, schoolId } = await school()
    const { url } = await aFeed({ include: { notes: true } })
    const seen: Record<string, [sequence: number, changed: string][]> = {}
    const look = async () => {
      for (const component of new ICAL.Component(ICAL.parse((await read(url)).body)).getAllSubcomponents('vevent')) {
        const { uid, sequence } = new ICAL.Event(component)
        seen[uid] = [...(seen[uid] ?? []), [sequence, String(component.getFirstPropertyValue('last-modified'))]]
      }
    }
    const set = (body: object) =>
      call('POST', '/api/calendar/bulk', { token: priya.token, body: { schoolId, from: DATE, to: DATE, ...body } })
    await look()
    for (const [at, body] of [
      { hasNote: true, noteText: 'Assembly' },
      { hasNote: false, noteText: null },
    ].entries()) {
      setClock(`2026-11-18T15:0${at}:00Z`)
      expect((await set(body)).status).toBe(200)
      await look()
    }
    await set({ hasNote: true, noteText: 'Concert' })
    await look()
    await pool.query('update user_roles set school_id = null, joined_school_at = null where user_id = $1', [ann.userId])
    await look()
    expect(
      Object.values(seen)
        .map((stamps) => stamps.length)
        .sort(),
    ).toEqual([2, 5])
    for (const stamps of Object.values(seen)) expect(stamps).toEqual([...stamps].sort(([a], [b]) => a - b))
    for (const stamps of Object.values(seen))
      expect(stamps.map(([, changed]) => changed)).toEqual(stamps.map(([, changed]) => changed).sort())
  })

  test('may ask for gzip, and for the headers alone', async () => {
    for (let day = 10; day < 28; day++) await save(`2026-11-${day}`, { blocks: [lesson('Fractions'), lesson('Art')] })
    const { url } = await aFeed()
    const packed = await read(url, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(3000)
    expect(eventsIn(gunzipSync(packed.rawPayload).toString())).toHaveLength(36)
    const head = await app.inject({ method: 'HEAD', url: pathOf(url) })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', packed.headers.etag])
  })

  test('gets the current school year, else a year back and a year ahead', async () => {
    for (const date of ['2025-11-17', '2025-11-18', '2026-11-15', DATE, '2026-12-19', '2027-11-18', '2027-11-19'])
      await save(date, { blocks: [lesson('Fractions')] })
    const { url } = await aFeed()
    const dates = async () => (await eventsOf(url)).filter(({ title }) => title === 'Fractions').map(({ date }) => date)
    expect(await dates()).toEqual(['2025-11-18', '2026-11-15', DATE, '2026-12-19', '2027-11-18'])
    await aTimetable(db, { owner: ann.userId, now: clock() })
    expect(await dates()).toEqual([DATE])
  })

  test('is counted with its name, at most once in ten minutes', async () => {
    const { url } = await aFeed()
    const google = { 'user-agent': 'Google-Calendar-Importer' }
    await read(url, google)
    expect(await list()).toMatchObject([{ lastReadAt: '2026-11-18T14:00:00.000Z', lastReadBy: 'google' }])
    setClock('2026-11-18T14:09:00Z')
    await read(url, { 'user-agent': 'iOS/18.1 (22B83) dataaccessd/1.0' })
    expect(await list()).toMatchObject([{ lastReadAt: '2026-11-18T14:00:00.000Z', lastReadBy: 'google' }])
    setClock('2026-11-18T14:11:00Z')
    await read(url, { 'user-agent': 'macOS/15.1 (24B83) CalendarAgent/1.0' })
    expect(await list()).toMatchObject([{ lastReadAt: '2026-11-18T14:11:00.000Z', lastReadBy: 'apple' }])
  })

  test('gets the feed also while the server can write nothing', async () => {
    const { url } = await aFeed()
    const query = pool.query.bind(pool)
    vi.spyOn(pool, 'query').mockImplementation(((...given: Parameters<typeof query>) => {
      const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
      return /^update/.test(text) ? Promise.reject(new Error('read-only')) : query(...given)
    }) as typeof pool.query)
    expect((await read(url)).statusCode).toBe(200)
  })

  test('that reads too often is told to wait, for this address only', async () => {
    const [{ url }, bob] = [await aFeed(), await aTeacher(db, { now: clock() })]
    const other = (await make({}, bob.token)).body.url
    for (let turn = 0; turn < 60; turn++) await read(url)
    const refused = await read(url)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 15])
    expect((await read(other)).statusCode).toBe(200)
  })

  test('that reads a feed whose days can’t be read gets no whole file, and the server goes on', async () => {
    await save(DATE, { blocks: [lesson('Fractions')] })
    const { url } = await aFeed()
    const query = pool.query.bind(pool)
    vi.spyOn(pool, 'query').mockImplementation(((...given: Parameters<typeof query>) => {
      const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
      return text.includes('json_to_recordset') ? Promise.reject(new Error('gone')) : query(...given)
    }) as typeof pool.query)
    const broken = await read(url).catch(() => undefined)
    expect(broken?.body ?? '').not.toContain('END:VCALENDAR')
    vi.restoreAllMocks()
    expect((await read(url)).statusCode).toBe(200)
  })
})

test('no log line of a feed contains its token', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logged = await buildApp({ db, keys, clock, config, logger: { ...requestLog('trace'), stream } })
  const { url } = await aFeed()
  const path = pathOf(url)
  for (const address of [path, `${path}?x=1`, `${path}/x`, path.replace('.ics', ''), path.toUpperCase()])
    await logged.inject({ method: 'GET', url: address })
  await logged.inject({ method: 'POST', url: path })
  await logged.close()
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join('').toLowerCase()).not.toContain(path.slice(-26, -4).toLowerCase())
})
