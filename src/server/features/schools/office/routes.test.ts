import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'

const server = aMailServer()
const services = { mail: server.mail }
const withMail = await buildApp({ db, keys, clock, logger: false, config, services })
const OFFICE = '/api/admin/school-office'

type Sent = { token?: string; body?: object }
const send = async (method: 'PATCH' | 'POST' | 'GET', url: string, { token, body }: Sent) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await withMail.inject({ method, url, headers, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: reply.json() }
}
/** Sends the queued mail. */
const sendAll = async (): Promise<void> => {
  const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
  for (const { payload } of rows)
    await doJob(sendMailWith(LETTERS), clock(), { services, mailQueue: makeMailQueue(services, keys), payload })
}
const confirm = (token: string) => send('POST', '/api/mail/confirm-office', { body: { token } })

let school: Awaited<ReturnType<typeof aSchoolWith>>
const set = (body: object) => send('PATCH', OFFICE, { token: school.administrator.token, body })
const seenBy = async ({ token }: { token: string }) => {
  const { officeEmail, officePhone, isOfficeConfirmed } = (await send('GET', '/api/school', { token })).body.school
  return [officeEmail, officePhone, isOfficeConfirmed]
}
beforeEach(async () => {
  server.sent.length = 0
  school = await aSchoolWith(db, { name: 'Lincoln', now: clock() })
})

test('an administrator sets the office, a person there confirms it, and all teachers see it', async () => {
  const ann = await aMember(db, school, { now: clock() })
  expect(await set({ officeEmail: ' Office@Lincoln.example ', officePhone: '555-0100' })).toEqual({
    status: 200,
    body: { officeEmail: 'office@lincoln.example', officePhone: '555-0100', isOfficeConfirmed: false },
  })
  await sendAll()
  expect(server.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['office@lincoln.example', 'Confirm your office’s email for Firstbell'],
  ])
  expect((await confirm(server.link('office'))).status).toBe(200)
  expect(await seenBy(ann)).toEqual(['office@lincoln.example', '555-0100', true])
  const { rows } = await pool.query(`select act from audit_log where school_id = $1 order by id`, [school.id])
  expect(rows.map(({ act }) => act)).toEqual(['school.office', 'school.office_confirmed'])
})

describe('a confirmation', () => {
  test('ends with a new address, and the old link confirms nothing', async () => {
    await set({ officeEmail: 'office@lincoln.example' })
    await sendAll()
    const old = server.link('office')
    await confirm(old)
    await set({ officePhone: '555-0101' })
    expect((await seenBy(school.administrator))[2]).toBe(true)
    await set({ officeEmail: 'front@lincoln.example' })
    expect(await confirm(old)).toMatchObject({ status: 404 })
    expect(await seenBy(school.administrator)).toEqual(['front@lincoln.example', '555-0101', false])
    await set({ officeEmail: '' })
    expect(await seenBy(school.administrator)).toEqual([null, '555-0101', false])
  })

  test('needs a link that is whole and at most 30 days old', async () => {
    await set({ officeEmail: 'office@lincoln.example' })
    await sendAll()
    const token = server.link('office')
    expect((await confirm(`${token.slice(0, -2)}xx`)).status).toBe(404)
    setClock('2026-12-30T14:00:00Z')
    expect((await confirm(token)).status).toBe(404)
  })

  test('is mailed again when an administrator asks, up to the limit of the address', async () => {
    const again = () => send('POST', `${OFFICE}/confirm-address`, { token: school.administrator.token })
    expect((await again()).body.message).toBe('Enter the office’s email first.')
    await set({ officeEmail: 'office@lincoln.example' })
    const statuses: number[] = []
    for (let turn = 0; turn < 5; turn++) statuses.push((await again()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    await sendAll()
    expect(server.sent).toHaveLength(5)
  })

  test('isn’t mailed again once it is confirmed', async () => {
    await set({ officeEmail: 'office@lincoln.example' })
    await sendAll()
    await confirm(server.link('office'))
    const { body } = await send('POST', `${OFFICE}/confirm-address`, { token: school.administrator.token })
    expect(body.message).toBe('The office’s email is already confirmed.')
  })

  test('never goes to an address that it wasn’t counted for', async () => {
    await set({ officeEmail: 'one@lincoln.example' })
    await set({ officeEmail: 'two@lincoln.example' })
    await sendAll()
    expect(server.sent.map(({ to }) => to.address)).toEqual(['two@lincoln.example'])
  })
})

test('without a mail server, the office is stored and nothing is queued', async () => {
  const { token } = school.administrator
  const { status } = await call('PATCH', OFFICE, { token, body: { officeEmail: 'office@lincoln.example' } })
  const again = await call('POST', `${OFFICE}/confirm-address`, { token })
  expect([status, again.status, (await pool.query('select 1 from mails')).rows]).toEqual([200, 503, []])
})

test.each([
  [{ officeEmail: 'no address' }, 400, 'Please enter an email address'],
  [{ officePhone: 'call me maybe' }, 400, 'Please enter a phone number'],
  [{ officePhone: '5'.repeat(41) }, 413, 'Use at most 40 characters'],
])('an office isn’t set to %o', async (change, status, message) => {
  const { body, ...reply } = await set(change)
  expect([reply.status, body.message]).toEqual([status, expect.stringContaining(message)])
})
