// @module-tag engine
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { type ASchool, aMember, aSchoolWith } from './samples.ts'

const server = aMailServer()
const services = { mail: server.mail }
const withMail = await buildApp({ db, keys, clock, logger: false, config, services })
afterAll(() => withMail.close())

type Person = { userId: string; token: string }
const addressFor = ({ userId }: Person) => `/api/admin/teachers/${userId}/confirm-address`
const sendAgain = async ({ token }: Person, teacher: Person) => {
  const reply = await withMail.inject({ method: 'POST', url: addressFor(teacher), headers: { authorization: `Bearer ${token}` } })
  return { status: reply.statusCode, body: reply.json() }
}
const school = () => aSchoolWith(db, { now: clock() })
const unconfirmed = (at: ASchool) => aMember(db, at, { isConfirmed: false, now: clock() })
const reminders = async () => (await pool.query(`select actor_id, subject_id, school_id from audit_log where act = 'school.reminded'`)).rows
const delivered = async () => {
  const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
  for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { services, payload })
  return server.sent.splice(0)
}

test('an administrator has the confirmation email sent again, and its link confirms the address', async () => {
  const lincoln = await school()
  const ann = await unconfirmed(lincoln)
  expect(await sendAgain(lincoln.administrator, ann)).toEqual({ status: 200, body: { success: true } })
  expect(await reminders()).toEqual([{ actor_id: lincoln.administrator.userId, subject_id: ann.userId, school_id: lincoln.id }])
  const [mail] = await delivered()
  expect(mail?.to.address).toBe(ann.email)
  // Ann didn't ask for this email herself.
  expect(mail?.text).not.toContain('You asked')
  const [, token] = /#confirm=(\S+)/.exec(mail?.text ?? '') ?? []
  expect((await call('POST', '/api/mail/confirm', { body: { token: decodeURIComponent(token ?? '') } })).status).toBe(200)

  expect(await sendAgain(lincoln.administrator, ann)).toMatchObject({
    status: 422,
    body: { code: 'refused_by_rule', message: 'This teacher’s email is already confirmed.' },
  })
  expect([await delivered(), await reminders()]).toEqual([[], [expect.anything()]])
})

test("another school's teacher isn't found, and gets no email", async () => {
  const [lincoln, hill] = [await school(), await school()]
  const ann = await unconfirmed(hill)
  expect((await sendAgain(lincoln.administrator, ann)).status).toBe(404)
  expect([await delivered(), await reminders()]).toEqual([[], []])
})

test('an address that has had enough emails gets no more for a while, and others still do', async () => {
  const lincoln = await school()
  const { administrator } = lincoln
  const [ann, ben] = [await unconfirmed(lincoln), await unconfirmed(lincoln)]
  for (const second of [1, 2, 3]) {
    setClock(`2026-11-18T14:00:0${second}Z`)
    expect((await sendAgain(administrator, ann)).status).toBe(200)
  }
  setClock('2026-11-18T14:00:04Z')
  expect(await sendAgain(administrator, ann)).toMatchObject({
    status: 429,
    body: { code: 'too_many', message: expect.stringContaining('already emailed this person') },
  })
  expect([(await delivered()).length, (await reminders()).length]).toEqual([3, 3])
  expect((await sendAgain(administrator, ben)).status).toBe(200)
})

test('without email, the administrator is told so', async () => {
  const lincoln = await school()
  const ann = await unconfirmed(lincoln)
  const { status, body } = await call('POST', addressFor(ann), { token: lincoln.administrator.token })
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'not_configured' })
})
