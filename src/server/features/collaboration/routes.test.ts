import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'
import { anInvite } from './samples.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
let ann: Teacher
let bob: Teacher
let cleo: Teacher
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock() })
  bob = await aTeacher(db, { displayName: 'Bob Ray', now: clock() })
  cleo = await aTeacher(db, { displayName: 'Cleo Fox', now: clock() })
})

const invite = (from: { token: string }, email: string) =>
  call('POST', '/api/collaboration/invite', { token: from.token, body: { collaboratorEmail: email } })
const sentOf = async ({ token }: Teacher) => (await call('GET', '/api/collaboration/outbound-invites', { token })).body
const receivedOf = async ({ token }: Teacher) => (await call('GET', '/api/collaboration/inbound-invites', { token })).body
/** What is written down, in order. */
const audit = async () =>
  (await pool.query('select act, actor_id as actor, subject_id as subject, school_id as school, at from audit_log order by id')).rows

const TAKE = {
  accept: (token: string, id: string) => call('POST', `/api/collaboration/accept/${id}`, { token }),
  decline: (token: string, id: string) => call('POST', `/api/collaboration/decline/${id}`, { token }),
  delete: (token: string, id: string) => call('DELETE', `/api/collaboration/outbound-invite/${id}`, { token }),
  'revoke as inviter': (token: string, id: string) => call('POST', `/api/collaboration/revoke-outbound/${id}`, { token }),
  'revoke as invitee': (token: string, id: string) => call('POST', `/api/collaboration/revoke-inbound/${id}`, { token }),
  'share notes': (token: string, id: string) =>
    call('PATCH', `/api/collaboration/outbound-invite/${id}`, { token, body: { includesStudentNotes: true } }),
}

describe('inviting a teacher', () => {
  test('it waits in both lists, and the name of who was invited is not told before they accept', async () => {
    const { status, body } = await invite(ann, bob.email.toUpperCase())
    expect(status).toBe(201)
    const made = {
      id: expect.any(String),
      status: 'waiting',
      invitedAt: clock().toISOString(),
      answeredAt: null,
      includesStudentNotes: false,
    }
    const sent = { ...made, myCollaborators: { id: bob.userId, displayName: null, email: bob.email } }
    expect(body).toEqual(sent)
    expect(await sentOf(ann)).toEqual([sent])
    expect(await receivedOf(bob)).toEqual([{ ...made, invitedBy: { id: ann.userId, displayName: 'Ann Lee', email: ann.email } }])
    expect(await receivedOf(ann)).toEqual([])
    expect(await sentOf(bob)).toEqual([])
    expect(await sentOf(cleo)).toEqual([])
    await TAKE.accept(bob.token, body.id)
    expect(await sentOf(ann)).toMatchObject([{ status: 'accepted', myCollaborators: { displayName: 'Bob Ray' } }])
    expect(await audit()).toEqual([
      { act: 'invite.sent', actor: ann.userId, subject: bob.userId, school: null, at: clock() },
      { act: 'invite.accepted', actor: bob.userId, subject: ann.userId, school: null, at: clock() },
    ])
  })

  test('the latest comes first, and either may invite the other', async () => {
    await invite(ann, bob.email)
    setClock('2026-11-18T15:00:00Z')
    await invite(ann, cleo.email)
    expect((await invite(bob, ann.email)).status).toBe(201)
    expect((await sentOf(ann)).map((each: { myCollaborators: { id: string } }) => each.myCollaborators.id)).toEqual([
      cleo.userId,
      bob.userId,
    ])
  })

  test.each([
    ['waiting', 409, 'taken', 'You have invited this teacher already. They have not answered yet.'],
    ['accepted', 409, 'taken', 'This teacher already sees your schedule.'],
  ] as const)('again while one is %s is refused with the reason', async (status, answer, code, message) => {
    const id = await anInvite(db, { inviter: ann.userId, invitee: bob.userId, status })
    expect(await invite(ann, bob.email)).toMatchObject({ status: answer, body: { code, message } })
    expect(await sentOf(ann)).toMatchObject([{ id, status }])
  })

  test.each(['declined', 'revoked', 'deleted'] as const)(
    'again after one was %s begins anew, and the old one cannot be answered',
    async (status) => {
      const old = await anInvite(db, { inviter: ann.userId, invitee: bob.userId, status, now: new Date('2026-11-01T12:00:00Z') })
      const { status: answer, body } = await invite(ann, bob.email)
      expect(answer).toBe(201)
      expect(body).toMatchObject({ status: 'waiting', invitedAt: clock().toISOString(), answeredAt: null, includesStudentNotes: false })
      expect(body.id).not.toBe(old)
      expect(await TAKE.accept(bob.token, old)).toMatchObject({ status: 404, body: { message: 'This invite is not there any more.' } })
      expect((await TAKE.accept(bob.token, body.id)).status).toBe(200)
    },
  )

  test('refused: oneself, an address that nobody has, a guest, no address', async () => {
    expect(await invite(ann, ann.email)).toMatchObject({
      status: 422,
      body: { code: 'refused_by_rule', message: expect.stringContaining('own') },
    })
    expect(await invite(ann, 'nobody@school.example')).toMatchObject({
      status: 404,
      body: { message: 'No teacher with this e-mail address uses Firstbell. Ask them to sign up first.' },
    })
    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect(await invite(guest, bob.email)).toMatchObject({ status: 403, body: { code: 'sign_up_needed' } })
    expect((await invite(ann, 'not an address')).status).toBe(400)
    expect((await call('POST', '/api/collaboration/invite', { token: ann.token, body: {} })).status).toBe(400)
    expect((await invite({ token: '' }, bob.email)).status).toBe(401)
    expect(await audit()).toEqual([])
  })

  test('the twenty-first in an hour is refused', async () => {
    for (let turn = 0; turn < 20; turn++) expect((await invite(ann, 'nobody@school.example')).status).toBe(404)
    expect((await invite(ann, bob.email)).status).toBe(429)
    expect((await invite(bob, ann.email)).status).toBe(201)
  })
})
