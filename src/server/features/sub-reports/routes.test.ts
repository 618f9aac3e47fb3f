import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { requestLog } from '#server/lib/http/log/request-log.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { blockedBy } from '#test/cpu.ts'
import { forgetSubReports } from './jobs.ts'
import { aReportInput, aReportingLink, aSubReport } from './samples.ts'
import { subReports } from './tables.ts'

const DATE = '2026-11-18'
const SCIENCE = { date: DATE, blockId: 'science', outcome: 'not', note: 'Fire drill at 12:20' } as const
const REPORT = aReportInput({
  lessons: [SCIENCE],
  absent: ['Amina K. canary'],
  incidents: 'Leo canary fell',
  note: 'A kind class',
})

let ann: Awaited<ReturnType<typeof aTeacher>>
let link: Awaited<ReturnType<typeof aReportingLink>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ id: 'science', title: 'Science', startTime: '12:15' })], now: clock() })
  link = await aReportingLink(db, { owner: ann.userId, now: clock(), endsAt: new Date('2026-11-19T05:00:00Z') })
})

const send = (body: object = REPORT, { token = link.token, key = randomUUID() as string } = {}) =>
  call('POST', `/s/${token}/report`, { body, headers: { 'idempotency-key': key } })
const correct = (id: string, body: object, token = link.token) => call('PUT', `/s/${token}/report/${id}`, { body })
const reportsFor = async ({ token } = ann): Promise<SubReport[]> => (await call('GET', '/api/sub-reports', { token })).body
const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'We can’t find that. It may have been moved or deleted.' } }

describe('a substitute who sends a report', () => {
  test('gets an id and two days to correct it, and the teacher gets everything', async () => {
    const reply = await send()
    expect(reply).toMatchObject({ status: 201, body: { id: expect.any(String), correctUntil: '2026-11-21T05:00:00.000Z' } })
    expect(await reportsFor()).toEqual([
      {
        ...{ id: reply.body.id, linkId: link.id, dates: [DATE], name: 'Carla Jennings' },
        lessons: [{ ...SCIENCE, title: 'Science', startTime: '12:15' }],
        ...{ absent: ['Amina K. canary'], incidents: 'Leo canary fell', note: 'A kind class' },
        ...{ receivedAt: clock().toISOString(), correctedAt: null, isRead: false, isKept: false, sharedAt: null, deletedOn: '2026-12-18' },
      },
    ])
  })

  test('and loses the reply sends it again, and it is stored once', async () => {
    const key = 'key-of-a-phone'
    const first = await send(REPORT, { key })
    expect(await send(REPORT, { key })).toMatchObject({ status: 200, body: first.body })
    expect(await send(REPORT, { key, token: link.reportToken })).toMatchObject({ status: 200, body: first.body })
    expect(await reportsFor()).toHaveLength(1)
  })

  test('twice at once stores it once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(REPORT, { key: 'key-of-a-phone' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  })

  test('must send a key', async () => {
    expect(await call('POST', `/s/${link.token}/report`, { body: REPORT })).toMatchObject({ status: 400, body: { code: 'malformed' } })
    for (const key of ['short', 'with a space', 'a'.repeat(101)]) expect((await send(REPORT, { key })).status).toBe(400)
  })

  test('stores at most 20 reports of a link, of 1,000', { tags: ['full'] }, async () => {
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < 1000; sent++) {
      const { status } = await send()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 20, 422: 980 })
    expect(await reportsFor()).toHaveLength(20)
  })

  test('whose day the teacher has removed from the link loses only the lessons of that day', async () => {
    const other = { ...REPORT, lessons: [SCIENCE, { ...SCIENCE, date: '2026-11-19' }] }
    expect((await send(other)).status).toBe(201)
    expect(await reportsFor()).toMatchObject([{ lessons: [{ ...SCIENCE, title: 'Science' }], note: 'A kind class' }])
  })

  test('keeps its answer about a lesson that is no longer in the plan, without a title', async () => {
    await send({ ...REPORT, lessons: [{ ...SCIENCE, blockId: 'gone' }] })
    expect(await reportsFor()).toMatchObject([{ lessons: [{ blockId: 'gone', title: null, startTime: null }] }])
  })

  test('of an emergency plan gets the titles of that plan', async () => {
    const plan = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock({ title: 'Read aloud', startTime: '09:00' })] })
    const [{ id: blockId = '' } = {}] = plan.content.blocks
    const made = await aReportingLink(db, { owner: ann.userId, now: clock(), emergencyPlanId: plan.id })
    await send({ ...REPORT, lessons: [{ ...SCIENCE, blockId }] }, { token: made.token })
    expect(await reportsFor()).toMatchObject([{ lessons: [{ title: 'Read aloud', startTime: '09:00' }] }])
  })

  test('keeps scripts as plain text', async () => {
    const script = '<script>alert(1)</script>'
    await send({ ...REPORT, name: script, note: script })
    expect(await reportsFor()).toMatchObject([{ name: script, note: script }])
  })

  test('may send 10 kB texts and 200 names, and no more', async () => {
    const most = { ...REPORT, incidents: 'i'.repeat(10_000), note: 'n'.repeat(10_000), absent: Array(200).fill('Amina') }
    expect((await send(most)).status).toBe(201)
    expect((await send({ ...most, note: 'n'.repeat(10_001) })).status).toBe(413)
    expect((await send({ ...most, absent: Array(201).fill('Amina') })).status).toBe(422)
  })
})

describe('a link', () => {
  test('takes reports by its own token until it ends, and by its report token for two more days', async () => {
    const statuses = async () => [(await send()).status, (await send(REPORT, { token: link.reportToken })).status]
    setClock('2026-11-19T04:59:59Z')
    expect(await statuses()).toEqual([201, 201])
    setClock('2026-11-19T05:00:00Z')
    expect(await statuses()).toEqual([404, 201])
    setClock('2026-11-21T04:59:59Z')
    expect(await statuses()).toEqual([404, 201])
    setClock('2026-11-21T05:00:00Z')
    expect(await statuses()).toEqual([404, 404])
  })

  test('that was turned off takes reports by its report token for two days from then', async () => {
    await pool.query(`update sub_links set revoked_at = '2026-11-18T13:00:00Z'`)
    expect(await send()).toMatchObject(NOT_FOUND)
    const late = await send(REPORT, { token: link.reportToken })
    expect(late).toMatchObject({ status: 201, body: { correctUntil: '2026-11-20T13:00:00.000Z' } })
    setClock('2026-11-20T13:00:00Z')
    expect(await send(REPORT, { token: link.reportToken })).toMatchObject(NOT_FOUND)
    expect(await correct(late.body.id, REPORT, link.reportToken)).toMatchObject(NOT_FOUND)
  })

  test('that doesn’t ask for a report refuses it like a wrong one', async () => {
    const silent = await aReportingLink(db, { owner: ann.userId, now: clock(), asksForReport: false })
    expect(await send(REPORT, { token: silent.token })).toMatchObject(NOT_FOUND)
    expect(await send(REPORT, { token: 'A'.repeat(22) })).toMatchObject(NOT_FOUND)
    expect(await send({ ...REPORT, lessons: [{ ...SCIENCE, date: '2026-11-19' }] }, { token: 'A'.repeat(22) })).toMatchObject(NOT_FOUND)
  })
})

describe('a substitute who corrects a report', () => {
  test('replaces it, and the teacher’s badge comes back', async () => {
    const { body } = await send()
    await call('PATCH', `/api/sub-reports/${body.id}`, { token: ann.token, body: { isRead: true } })
    setClock('2026-11-18T20:00:00Z')
    expect(await correct(body.id, { ...REPORT, note: 'Better' })).toMatchObject({ status: 200, body })
    expect(await reportsFor()).toMatchObject([
      { note: 'Better', isRead: false, receivedAt: '2026-11-18T14:00:00.000Z', correctedAt: '2026-11-18T20:00:00.000Z' },
    ])
  })

  test('keeps the titles of lessons that the teacher has removed since', async () => {
    const { body } = await send()
    await pool.query(`update calendar_days set blocks = '[]'`)
    await correct(body.id, { ...REPORT, lessons: [{ ...SCIENCE, outcome: 'done' }] })
    expect(await reportsFor()).toMatchObject([{ lessons: [{ title: 'Science', outcome: 'done' }] }])
  })

  test('keeps the lessons of a day that the teacher has removed from the link since', async () => {
    const { body } = await send()
    await pool.query(`update sub_links set dates = '["2026-11-19"]'`)
    expect((await correct(body.id, { ...REPORT, lessons: [{ ...SCIENCE, outcome: 'done' }] })).status).toBe(200)
    expect(await reportsFor()).toMatchObject([{ dates: [DATE], lessons: [{ date: DATE, title: 'Science', outcome: 'done' }] }])
  })

  test('can’t correct one that was sent through another link', async () => {
    const { body } = await send()
    const other = await aReportingLink(db, { owner: ann.userId, now: clock() })
    expect(await correct(body.id, REPORT, other.token)).toMatchObject(NOT_FOUND)
    expect(await correct(randomUUID(), REPORT)).toMatchObject(NOT_FOUND)
  })
})

describe('a teacher', () => {
  test('reads her own reports only, latest first', async () => {
    const ben = await aTeacher(db, { now: clock() })
    const { id } = await aSubReport(db, keys, { owner: ann.userId, now: clock() })
    await aSubReport(db, keys, { owner: ben.userId, now: clock() })
    await aSubReport(db, keys, { owner: ann.userId, now: new Date('2026-11-18T15:00:00Z'), name: 'Dan' })
    expect((await reportsFor()).map(({ name }) => name)).toEqual(['Dan', 'Carla Jennings'])
    expect(await call('PATCH', `/api/sub-reports/${id}`, { token: ben.token, body: { isKept: true } })).toMatchObject(NOT_FOUND)
    expect((await reportsFor())[1]).toMatchObject({ isKept: false })
  })

  test('reads at most her latest 100 reports, and first those that are new', async () => {
    const at = (minute: number) => new Date(clock().getTime() + minute * 60_000)
    const ids: string[] = []
    for (let minute = 0; minute < 102; minute++) ids.push((await aSubReport(db, keys, { owner: ann.userId, now: at(minute) })).id)
    const [unread = '', ...read] = ids
    await pool.query('update sub_reports set read_at = $1 where id = any($2)', [clock(), read])
    expect((await reportsFor()).map(({ id }) => id)).toEqual([...ids.slice(3).reverse(), unread])
  })

  test('with 100 reports of the longest texts doesn’t hold up others who use the server', async () => {
    const lessons = Array.from({ length: 80 }, (_, place) => ({ ...SCIENCE, blockId: `lesson-${place}`, note: 'n'.repeat(400) }))
    const longest = aReportInput({ ...REPORT, lessons, incidents: 'i'.repeat(10_000), note: 'n'.repeat(10_000) })
    await aSubReport(db, keys, { owner: ann.userId, now: clock(), token: link.token, ...longest })
    const { rows } = await pool.query('select * from sub_reports')
    const text = keys.open('sub-reports', rows[0].id, rows[0].sealed) ?? ''
    const more = Array.from({ length: 99 }, () => {
      const id = randomUUID()
      return { id, userId: ann.userId, key: id, dates: [DATE], sealed: keys.seal('sub-reports', id, text), receivedAt: clock() }
    })
    await db.insert(subReports).values(more)
    await reportsFor()
    const { result, blockedMs } = await blockedBy(() => reportsFor())
    expect(result.length).toBeGreaterThan(20)
    expect(blockedMs).toBeLessThan(100)
  })

  test('marks a report as read and keeps it, each without changing the other', async () => {
    const { id } = await aSubReport(db, keys, { owner: ann.userId, now: clock() })
    const change = async (body: object) => (await call('PATCH', `/api/sub-reports/${id}`, { token: ann.token, body })).body
    expect(await change({ isRead: true })).toMatchObject({ isRead: true, isKept: false, deletedOn: '2026-12-18' })
    expect(await change({ isKept: true })).toMatchObject({ isRead: true, isKept: true, deletedOn: null })
    expect(await change({})).toMatchObject({ isRead: true, isKept: true })
    expect(await change({ isRead: false, isKept: false })).toMatchObject({ isRead: false, isKept: false })
  })

  test('loses a report after 30 days unless she keeps it', async () => {
    const { id } = await aSubReport(db, keys, { owner: ann.userId, now: clock() })
    await aSubReport(db, keys, { owner: ann.userId, now: clock() })
    await call('PATCH', `/api/sub-reports/${id}`, { token: ann.token, body: { isKept: true } })
    await doJob(forgetSubReports, new Date('2026-12-18T14:00:00Z'))
    expect(await reportsFor()).toHaveLength(2)
    await doJob(forgetSubReports, new Date('2026-12-18T14:00:01Z'))
    expect(await reportsFor()).toMatchObject([{ id, isKept: true }])
  })

  test('loses all reports with her account', async () => {
    await aSubReport(db, keys, { owner: ann.userId, now: clock() })
    await call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })
    expect((await pool.query('select id from sub_reports')).rows).toEqual([])
  })
})

test('the database contains nothing that a substitute wrote', async () => {
  const { body } = await send(REPORT, { key: 'canary-of-a-key' })
  await correct(body.id, REPORT)
  const stored = JSON.stringify((await pool.query('select * from sub_reports')).rows)
  for (const text of ['canary', 'Carla', 'Fire drill', 'kind class', 'Science', link.token]) expect(stored).not.toContain(text)
})

test('a report that no key opens is listed without its texts, and the others are readable', async () => {
  await aSubReport(db, makeKeyRing(newKey()), { owner: ann.userId, now: clock(), name: 'Lost' })
  await aSubReport(db, keys, { owner: ann.userId, now: clock() })
  expect((await reportsFor()).map(({ name }) => name).sort()).toEqual(['', 'Carla Jennings'])
  expect((await reportsFor()).find(({ name }) => name === '')?.note).toMatch(/^This report can’t be read/)
})

test('no token is in a log line', async () => {
  const lines: string[] = []
  const logger = { ...requestLog('trace'), stream: { write: (line: string) => void lines.push(line) } }
  const server = await buildApp({ db, keys, clock, config, logger })
  const headers = { 'idempotency-key': 'key-of-a-phone' }
  for (const token of [link.token, 'A'.repeat(22)])
    await server.inject({ method: 'POST', url: `/s/${token}/report`, payload: REPORT, headers })
  await server.close()
  const log = lines.join('')
  for (const secret of [link.token, 'AAAAAAAAAA', 'canary', 'Carla']) expect(log).not.toContain(secret)
})

describe('with mail', () => {
  const server = aMailServer()
  const services = { mail: server.mail }
  const mailing = { services, mailQueue: makeMailQueue(services, keys) }
  let mailed: FastifyInstance
  beforeAll(async () => {
    mailed = await buildApp({ db, keys, clock, config, logger: false, services })
  })
  afterAll(() => mailed.close())
  beforeEach(() => void server.sent.splice(0))

  const post = (url: string, payload: object, headers: Record<string, string>) => mailed.inject({ method: 'POST', url, payload, headers })
  const sendAll = async (): Promise<void> => {
    const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
    for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { ...mailing, payload })
  }
  const receive = async () => (await post(`/s/${link.token}/report`, REPORT, { 'idempotency-key': randomUUID() })).json().id as string
  const share = (id: string, token = ann.token) => post(`/api/sub-reports/${id}/share`, {}, { authorization: `Bearer ${token}` })
  const change = (body: object) => call('PATCH', '/api/user', { token: ann.token, body })

  test('the teacher learns that a report came in, without anything from it', async () => {
    await receive()
    await sendAll()
    expect(server.sent).toMatchObject([{ to: { address: ann.email }, subject: 'Your substitute’s report came in' }])
    for (const text of ['canary', 'Carla', 'Science', 'Fire drill']) expect(JSON.stringify(server.sent)).not.toContain(text)
  })

  test('a teacher who turned that off gets no mail', async () => {
    await change({ preferences: { reportMails: false } })
    await receive()
    await sendAll()
    expect(server.sent).toEqual([])
  })

  test('one press shares all of it with the office, and no name is in the subject', async () => {
    await change({ displayName: 'Ann Lee', classroom: { officeEmail: 'office@lincoln.example' }, preferences: { reportMails: false } })
    const id = await receive()
    expect((await share(id)).json()).toMatchObject({ id, sharedAt: clock().toISOString() })
    await sendAll()
    const [mail] = server.sent
    expect([mail?.to.address, mail?.subject]).toEqual(['office@lincoln.example', 'Substitute’s report for Wednesday, November 18'])
    for (const text of ['Ann Lee', 'Science', 'Not done: Fire drill at 12:20', 'Amina K. canary', 'Leo canary fell', 'A kind class'])
      expect(mail?.text).toContain(text)
  })

  test('and many reports at once bring three mails, and leave the mail about the account alone', async () => {
    for (let turn = 0; turn < 5; turn++) await receive()
    const { rows } = await pool.query('select kind from mails')
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ kind: 'report-arrived' })))
    expect((await pool.query(`select 1 from limits where key like 'mail account %'`)).rows).toEqual([])
  })

  test('only its teacher can share a report, and needs the office’s address', async () => {
    const id = await receive()
    const ben = await aTeacher(db, { now: clock() })
    expect((await share(id, ben.token)).statusCode).toBe(404)
    const refused = await share(id)
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Enter the office’s email first.'])
    expect(await reportsFor()).toMatchObject([{ sharedAt: null }])
  })
})
