// @module-tag engine
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, config, db, keys, pool } from '#test/app.ts'

const withMail = await buildApp({ db, keys, clock, logger: false, config, services: { mail: aMailServer().mail } })
type Person = { token: string }

const post = async ({ token }: Person, path: string, payload?: object) => {
  const reply = await withMail.inject({
    method: 'POST',
    url: `/api/admin/school-invitations/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const inviteAll = (by: Person, emails: string[]) => post(by, 'bulk', { emails })
const pending = async ({ token }: Person) => (await call('GET', '/api/admin/school-invitations', { token })).body
const mailsQueued = async () => (await pool.query(`select 1 from mails where kind = 'school-invited'`)).rows.length
const school = () => aSchoolWith(db, { now: clock() })

test('an administrator invites many teachers at once, and each gets one email', async () => {
  const lincoln = await school()
  const ann = await aMember(db, lincoln, { now: clock() })
  const ben = await aTeacher(db, { now: clock() })
  const { administrator } = lincoln
  await inviteAll(administrator, ['cleo@school.example'])
  const before = await mailsQueued()

  const { status, body } = await inviteAll(administrator, [
    '  DAN@school.example ',
    'dan@school.example',
    ben.email,
    ann.email,
    'cleo@school.example',
  ])
  expect(status).toBe(200)
  expect(body.invited.map(({ email }: { email: string }) => email).sort()).toEqual([ben.email, 'dan@school.example'].sort())
  expect(body.skipped).toEqual(
    [
      { email: 'cleo@school.example', reason: 'invited' },
      { email: ann.email, reason: 'joined' },
    ].sort((a, b) => (a.email < b.email ? -1 : 1)),
  )
  expect(await pending(administrator)).toHaveLength(3)
  expect(await mailsQueued()).toBe(before + 2)
  const { rows } = await pool.query(`select 1 from audit_log where act = 'school.invited' and school_id = $1`, [lincoln.id])
  expect(rows).toHaveLength(3)
})

test('a list with a bad address, an empty list, or one with more than 100 invites nobody', async () => {
  const { administrator } = await school()
  const many = Array.from({ length: 101 }, (_, at) => `t${at}@school.example`)
  for (const emails of [['ann@school.example', 'ann'], [], many])
    expect((await inviteAll(administrator, emails)).status).toBeGreaterThanOrEqual(400)
  expect(await pending(administrator)).toEqual([])
})

test('a school that invites 400 teachers has to wait before it invites more, and other schools do not', async () => {
  const { administrator } = await school()
  const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => `teacher-${from + at}@school.example`)
  for (const from of [0, 100, 200, 300]) expect((await inviteAll(administrator, hundred(from))).status).toBe(200)
  expect(await inviteAll(administrator, ['one-more@school.example'])).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect((await inviteAll((await school()).administrator, ['one-more@school.example'])).status).toBe(200)
})

test('an invitation is emailed again, pending even if it was declined, until the address has had enough', async () => {
  const { administrator } = await school()
  const ben = await aTeacher(db, { now: clock() })
  const [first] = (await inviteAll(administrator, [ben.email])).body.invited
  await call('POST', `/api/school/invitations/${first.id}/decline`, { token: ben.token })
  const before = await mailsQueued()
  const again = await post(administrator, `${first.id}/resend`)
  expect(again).toMatchObject({ status: 200, body: { email: ben.email, status: 'waiting' } })
  expect(again.body.id).not.toBe(first.id)
  expect(await mailsQueued()).toBe(before + 1)
  expect((await post(administrator, `${first.id}/resend`)).status).toBe(404)

  let { id } = again.body
  let sent = 2
  for (;;) {
    const reply = await post(administrator, `${id}/resend`)
    if (reply.status !== 200) {
      expect(reply).toMatchObject({ status: 429, body: { message: expect.stringContaining('already emailed this person') } })
      break
    }
    id = reply.body.id
    expect(++sent).toBeLessThan(20)
  }
  // The refused call changed nothing, so the invitation that was emailed last still works.
  expect((await pending(administrator))[0].id).toBe(id)
  expect((await call('POST', `/api/school/invitations/${id}/decline`, { token: ben.token })).status).toBe(200)
})
