import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { calendarDays, type StoredBlock } from '#server/features/calendar/tables.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { sealNotes } from '#server/features/people/policy.ts'
import { users } from '#server/features/people/tables.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { PRINT_STYLE_HASH } from '#server/lib/html/print-style-hash.ts'
import { app, call, db, keys, setClock } from '#test/app.ts'

const DATE = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: new Date('2026-11-17T12:00:00Z') })
  await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Fractions' })] })
})

const generate = (token: string, body: object) =>
  app.inject({ method: 'POST', url: '/api/sub-plans/generate', headers: { authorization: `Bearer ${token}` }, payload: body })

test('a teacher gets a self-contained page that can’t run or load anything in a browser', async () => {
  const reply = await generate(ann.token, { dates: [DATE] })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  const policy = String(reply.headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox; default-src 'none';/)
  expect(policy).toContain(`style-src '${PRINT_STYLE_HASH}'`)
  expect(reply.body).toMatch(/^<!doctype html>[\s\S]*Ann Lee[\s\S]*Fractions/)
})

describe('a plan with a link', () => {
  const now = new Date('2026-11-17T12:00:00Z')

  test('has its address and its code, and only its maker’s open link does', async () => {
    const link = await aSubLink(db, keys, { madeBy: ann.userId, now, dates: [DATE] })
    const page = await generate(ann.token, { dates: [DATE], linkId: link.id })
    expect(page.body).toMatch(new RegExp(`<svg class="code".*<strong>http://[^<]*/s/${link.token}</strong>`, 's'))
    const other = await aTeacher(db, { now })
    expect((await generate(other.token, { dates: [DATE], linkId: link.id })).statusCode).toBe(404)
    await call('DELETE', `/api/sub-links/${link.id}`, { token: ann.token })
    expect((await generate(ann.token, { dates: [DATE], linkId: link.id })).statusCode).toBe(404)
  })

  test('is the link’s own, whatever else the call says', async () => {
    const description = '<p>Use <a href="https://docs.example/sheet">this sheet</a></p>'
    await aDay(db, { owner: ann.userId, date: '2026-11-19', blocks: [aBlock({ title: 'Decimals', description })] })
    await call('PATCH', '/api/user', { token: ann.token, body: { studentNotes: '<p>Amina: inhaler</p>' } })
    const include = { files: false, studentNotes: false }
    const { id } = await aSubLink(db, keys, { madeBy: ann.userId, now, dates: ['2026-11-19'], include })
    await call('PATCH', `/api/sub-links/${id}`, { token: ann.token, body: { message: 'Thank you!' } })
    const { body } = await generate(ann.token, { dates: [DATE], linkId: id, studentNotes: true, message: 'Another' })
    for (const text of ['Decimals', 'this sheet', 'Thank you!']) expect(body).toContain(text)
    for (const text of ['Fractions', 'docs.example', 'Amina', 'Another']) expect(body).not.toContain(text)
  })

  test('has the lessons of the link’s emergency plan', async () => {
    const plan = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock({ title: 'Read aloud', description: '' })] })
    await call('PUT', `/api/daily-templates/${plan.id}/emergency-plan`, { token: ann.token, body: { isOnFile: true } })
    const { id } = await aSubLink(db, keys, { madeBy: ann.userId, now, dates: [DATE], emergencyPlanId: plan.id })
    const { body } = await generate(ann.token, { dates: [DATE], linkId: id })
    expect(body).toContain('Read aloud')
    expect(body).not.toContain('Fractions')
  })

  test('that a colleague made of these days has what the colleague may see', async () => {
    const bea = await aTeacher(db, { now })
    const { body } = await call('POST', '/api/collaboration/invite', { token: ann.token, body: { collaboratorEmail: bea.email } })
    await call('POST', `/api/collaboration/accept/${body.id}`, { token: bea.token })
    const { id } = await aSubLink(db, keys, { madeBy: bea.userId, teacherId: ann.userId, now, dates: [DATE] })
    expect((await generate(bea.token, { dates: [DATE], linkId: id })).body).toMatch(/Ann Lee[\s\S]*Fractions/)
    expect((await generate(ann.token, { dates: [DATE], linkId: id })).statusCode).toBe(404)
  })
})

test('the notes and the time format come from the teacher’s account', async () => {
  await call('PATCH', '/api/user', {
    token: ann.token,
    body: { emergencyProcedures: '<p>East door</p>', preferences: { timeFormat: '24' } },
  })
  const { body } = await generate(ann.token, { dates: [DATE] })
  expect(body).toContain('<p>East door</p>')
  expect(body).toContain('08:00 – 08:45')
})

test('unsanitized content in the database is sanitized on output', async () => {
  const evil = '<p onclick="x()">Read<script>x()</script></p>'
  await db.update(calendarDays).set({ blocks: [aBlock({ description: evil }) as StoredBlock] })
  await db.update(users).set(sealNotes(keys, ann.userId, { studentNotes: evil }))
  const { body } = await generate(ann.token, { dates: [DATE] })
  expect(body.match(/<p>Read<\/p>/g)).toHaveLength(2)
  expect(body).not.toMatch(/<script|onclick/)
})

test('the days are ordered by date, however they were chosen', async () => {
  const { body } = await generate(ann.token, { dates: ['2026-11-20', DATE] })
  expect(body).toContain('Nov 18, 2026 – Nov 20, 2026')
})

test('a day that was deleted in the meantime is listed as having no lessons', async () => {
  const [day] = (await call('GET', `/api/calendar?date=${DATE}`, { token: ann.token })).body
  await call('DELETE', `/api/calendar/${day.id}`, { token: ann.token })
  const reply = await generate(ann.token, { dates: [DATE] })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('No lessons scheduled')
  expect(reply.body).not.toContain('Fractions')
})

test('a lesson names the room of its class', async () => {
  const math = await aClass(db, { owner: ann.userId, name: 'Math', room: 'Room 12' })
  await aDay(db, { owner: ann.userId, date: '2026-11-19', blocks: [aBlock({ title: 'Fractions', classId: math.id })] })
  expect((await generate(ann.token, { dates: ['2026-11-19'] })).body).toContain('<strong>Fractions</strong><br>Math, Room 12')
})

test('another teacher’s days are never in it', async () => {
  const bob = await aTeacher(db)
  expect((await generate(bob.token, { dates: [DATE] })).body).not.toContain('Fractions')
  expect((await generate(bob.token, { dates: [DATE], userId: ann.userId })).statusCode).toBe(400)
})

test('a teacher whose trial has ended can still print their own plans', async () => {
  const late = await aTeacher(db, { now: new Date('2026-11-24T12:00:00Z') })
  setClock('2026-11-26T12:00:00Z')
  expect((await generate(late.token, { dates: [DATE] })).statusCode).toBe(200)
})

describe('refused, with a sentence that says why', () => {
  test.each([
    ['no date', 422, { dates: [] }, 'Please select at least one date to generate substitute plans'],
    ['a date twice', 422, { dates: [DATE, DATE] }, 'Choose each date only once'],
    [
      '40 dates',
      422,
      { dates: Array.from({ length: 40 }, (_, at) => `2026-${at < 30 ? '11' : '12'}-${String((at % 30) + 1).padStart(2, '0')}`) },
      'A sub plan can cover up to 31 days',
    ],
    ['a date that does not exist', 400, { dates: ['2026-02-30'] }, 'Invalid ISO date'],
  ])('%s', async (_what, status, body, message) => {
    const reply = await generate(ann.token, body)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ message })
    expect(reply.headers['content-type']).toContain('application/json')
  })

  test.each([
    [{}, 400],
    [{ dates: 'today' }, 400],
    [{ dates: [DATE], lessons: 'some' }, 400],
    [{ dates: [DATE], message: 'x'.repeat(2001) }, 413],
  ])('%j', async (body, status) => {
    expect((await generate(ann.token, body)).statusCode).toBe(status)
  })

  test('a stranger', async () => {
    expect((await call('POST', '/api/sub-plans/generate', { body: { dates: [DATE] } })).status).toBe(401)
  })

  test('the eleventh plan in a minute', async () => {
    for (let plan = 0; plan < 10; plan++) expect((await generate(ann.token, { dates: [DATE] })).statusCode).toBe(200)
    expect((await generate(ann.token, { dates: [DATE] })).statusCode).toBe(429)
    expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(200)
  })
})
