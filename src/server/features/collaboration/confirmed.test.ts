// @module-tag engine

import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { app, clock, config, db, doJob, keys, pool } from '#test/app.ts'

const server = aMailServer()
const services = { mail: server.mail }
const withMail = await buildApp({ db, keys, clock, logger: false, config, services })

type Person = { token: string; userId: string; email: string }
const send = async (method: 'GET' | 'POST', url: string, { token }: { token?: string }, body?: object, to = withMail) => {
  const reply = await to.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
/** Creates a user who signed up with an email that a school or colleague knows, but who never confirmed it. */
const aSquatter = () => aTeacher(db, { now: clock(), isConfirmed: false })
const inviteOf = async (maya: Person, { email }: Person): Promise<string> =>
  (await send('POST', '/api/collaboration/invite', maya, { collaboratorEmail: email })).body.id
const invitationOf = async (administrator: Person, { email }: Person): Promise<string> =>
  (await send('POST', '/api/admin/school-invitations', administrator, { email })).body.id
/** Sends the confirmation link and opens it. */
const confirmByMail = async (person: Person) => {
  expect((await send('POST', '/api/user/confirm-address', person)).status).toBe(200)
  const { rows } = await pool.query(`select payload from jobs where name = 'send-mail' order by is_urgent, id`)
  for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { services, payload })
  expect((await send('POST', '/api/mail/confirm', {}, { token: server.link('confirm') })).status).toBe(200)
}
const refusal = {
  status: 403,
  body: { code: 'address_unconfirmed', message: expect.stringContaining('Confirm your email first') },
}

describe('a user who has not confirmed their email', () => {
  test('can’t accept a colleague’s invite or see their planner until they use the emailed link', async () => {
    const [maya, squatter] = [await aTeacher(db, { now: clock() }), await aSquatter()]
    const id = await inviteOf(maya, squatter)
    const before = (await pool.query('select * from invites')).rows
    expect(await send('POST', `/api/collaboration/accept/${id}`, squatter)).toMatchObject(refusal)
    expect((await pool.query('select * from invites')).rows).toEqual(before)
    expect((await pool.query(`select 1 from audit_log where act = 'invite.accepted'`)).rows).toEqual([])
    expect((await send('GET', `/api/collaboration/view/${maya.userId}`, squatter)).status).toBe(404)
    expect((await send('GET', '/api/collaboration/outbound-invites', maya)).body).toMatchObject([{ isAddressConfirmed: false }])

    await confirmByMail(squatter)
    expect((await send('POST', `/api/collaboration/accept/${id}`, squatter)).status).toBe(200)
    expect((await send('GET', `/api/collaboration/view/${maya.userId}`, squatter)).status).toBe(200)
    expect((await send('GET', '/api/collaboration/outbound-invites', maya)).body).toMatchObject([{ isAddressConfirmed: true }])
  })

  test('is not confirmed when the email’s owner opens an invitation: the account may belong to someone else', async () => {
    await inviteOf(await aTeacher(db, { now: clock() }), await aSquatter())
    const { rows } = await pool.query(`select payload from jobs where name = 'send-mail'`)
    for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { services, payload })
    expect(server.sent.at(-1)?.subject).toBe('A teacher wants to share lesson plans with you')
    expect(server.link('confirm')).toBe('')
  })

  test('learns nothing of other people’s invites, and can decline their own', async () => {
    const [maya, ben, squatter] = [await aTeacher(db), await aTeacher(db), await aSquatter()]
    const [notTheirs, own] = [await inviteOf(maya, ben), await inviteOf(maya, squatter)]
    expect((await send('POST', `/api/collaboration/accept/${notTheirs}`, squatter)).status).toBe(404)
    expect((await send('POST', `/api/collaboration/decline/${own}`, squatter)).status).toBe(200)
  })

  test('can’t join a school until they use the emailed link', async () => {
    const { administrator } = await aSchoolWith(db, { now: clock() })
    const squatter = await aSquatter()
    const id = await invitationOf(administrator, squatter)
    expect(await send('POST', `/api/school/invitations/${id}/accept`, squatter)).toMatchObject(refusal)
    expect((await send('GET', '/api/school', squatter)).body).toMatchObject({ school: null, invitations: [{ id }] })
    expect((await pool.query(`select 1 from audit_log where act = 'school.joined'`)).rows).toEqual([])

    await confirmByMail(squatter)
    expect((await send('POST', `/api/school/invitations/${id}/accept`, squatter)).status).toBe(200)
  })

  test('is shown as unconfirmed to the administrators of their school and to platform admins', async () => {
    const school = await aSchoolWith(db, { now: clock() })
    const squatter = await aMember(db, school, { now: clock(), isConfirmed: false })
    const { body: teachers } = await send('GET', '/api/admin/teachers', school.administrator)
    const stateOf = (people: { id: string; isAddressConfirmed: boolean }[]) =>
      Object.fromEntries(people.map(({ id, isAddressConfirmed }) => [id, isAddressConfirmed]))
    const states = { [squatter.userId]: false, [school.administrator.userId]: true }
    expect(stateOf(teachers)).toEqual(states)
    const ada = await aTeacher(db, { now: clock() })
    await makeAdmin(db, ada.email, clock())
    expect((await send('GET', `/api/admin/users/${squatter.userId}`, ada)).body).toMatchObject({ isAddressConfirmed: false })
    expect(stateOf((await send('GET', `/api/admin/schools/${school.id}`, ada)).body.members)).toEqual(states)
  })

  test('can accept both if email isn’t set up, because no one can confirm there', async () => {
    const { administrator } = await aSchoolWith(db, { now: clock() })
    const [maya, squatter] = [await aTeacher(db, { now: clock() }), await aSquatter()]
    const [invite, invitation] = [await inviteOf(maya, squatter), await invitationOf(administrator, squatter)]
    expect((await send('POST', `/api/collaboration/accept/${invite}`, squatter, undefined, app)).status).toBe(200)
    expect((await send('POST', `/api/school/invitations/${invitation}/accept`, squatter, undefined, app)).status).toBe(200)
  })
})
