import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'
import type { Status } from './queries.ts'
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
/** Returns the audit log, in order. */
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
  test('it is pending in both lists, and the invitee’s name stays hidden until they accept', async () => {
    const { status, body } = await invite(ann, bob.email.toUpperCase())
    expect(status).toBe(201)
    const made = {
      id: expect.any(String),
      status: 'waiting',
      invitedAt: clock().toISOString(),
      answeredAt: null,
      includesStudentNotes: false,
    }
    const sent = { ...made, isAddressConfirmed: true, myCollaborators: { id: bob.userId, displayName: null, email: bob.email } }
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

  test('the latest comes first, and each can invite the other', async () => {
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
    ['waiting', 409, 'taken', 'You’ve already invited this teacher. They haven’t replied yet.'],
    ['accepted', 409, 'taken', 'This teacher can already view your schedule.'],
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
      expect(await TAKE.accept(bob.token, old)).toMatchObject({ status: 404, body: { message: 'This invitation is no longer available.' } })
      expect((await TAKE.accept(bob.token, body.id)).status).toBe(200)
    },
  )

  test('refused: one’s own email, an unknown email, a guest, no email', async () => {
    expect(await invite(ann, ann.email)).toMatchObject({
      status: 422,
      body: { code: 'refused_by_rule', message: expect.stringContaining('own') },
    })
    expect(await invite(ann, 'nobody@school.example')).toMatchObject({
      status: 404,
      body: { message: 'We can’t find a Firstbell account with that email. Ask your colleague to sign up first.' },
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

type InviteResponse = keyof typeof TAKE
const STATES: Status[] = ['waiting', 'accepted', 'declined', 'revoked', 'deleted']
/** For each step: the side that is allowed to take it, the statuses that allow it, and the resulting status. */
const STEPS: Record<InviteResponse, { by: 'inviter' | 'invitee'; from: Status[]; becomes: Status; act: string }> = {
  accept: { by: 'invitee', from: ['waiting'], becomes: 'accepted', act: 'invite.accepted' },
  decline: { by: 'invitee', from: ['waiting'], becomes: 'declined', act: 'invite.declined' },
  delete: { by: 'inviter', from: ['waiting', 'declined'], becomes: 'deleted', act: 'invite.deleted' },
  'revoke as inviter': { by: 'inviter', from: ['accepted'], becomes: 'revoked', act: 'invite.revoked' },
  'revoke as invitee': { by: 'invitee', from: ['accepted'], becomes: 'revoked', act: 'invite.revoked' },
  'share notes': { by: 'inviter', from: ['accepted'], becomes: 'accepted', act: 'invite.notes' },
}
const MESSAGES: Record<Status, string> = {
  waiting: 'This invitation hasn’t been accepted yet.',
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation has already been declined.',
  revoked: 'Sharing has already ended.',
  deleted: 'This invitation was withdrawn.',
}

describe.each(Object.entries(STEPS) as [InviteResponse, (typeof STEPS)[InviteResponse]][])('to %s', (step, { by, from, becomes, act }) => {
  const statusIn = async (id: string) => (await pool.query('select status from invites where id = $1', [id])).rows[0].status

  test.each(STATES)('an invite that is %s', async (status) => {
    const id = await anInvite(db, { inviter: ann.userId, invitee: bob.userId, status })
    const [mine, other] = by === 'inviter' ? [ann, bob] : [bob, ann]
    // Each side has its own endpoint.
    for (const { token } of [other, cleo]) expect(await TAKE[step](token, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await TAKE[step]('', id)).status).toBe(401)
    expect(await statusIn(id)).toBe(status)
    expect(await audit()).toEqual([])
    const reply = await TAKE[step](mine.token, id)
    if (from.includes(status)) {
      expect(reply.status).toBe(200)
      expect(await statusIn(id)).toBe(becomes)
      expect(await audit()).toMatchObject([{ act, actor: mine.userId, subject: other.userId }])
    } else {
      expect(reply).toMatchObject({ status: 409, body: { code: 'stale', message: MESSAGES[status] } })
      expect(await statusIn(id)).toBe(status)
      expect(await audit()).toEqual([])
    }
  })

  test('an unknown invite and an invalid id', async () => {
    expect((await TAKE[step](ann.token, ann.userId)).status).toBe(404)
    expect((await TAKE[step](ann.token, 'x')).status).toBe(400)
  })
})

test('toggling student notes repeatedly logs one row per change, up to twenty an hour', async () => {
  const id = await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
  const share = (includesStudentNotes: boolean) =>
    call('PATCH', `/api/collaboration/outbound-invite/${id}`, { token: ann.token, body: { includesStudentNotes } })
  for (let press = 0; press < 10; press++) expect((await share(true)).body).toMatchObject({ includesStudentNotes: true })
  expect((await audit()).map(({ act }) => act)).toEqual(['invite.notes'])
  for (let press = 0; press < 30; press++)
    expect((await share(press % 2 === 1)).body).toMatchObject({ includesStudentNotes: press % 2 === 1 })
  expect(await audit()).toHaveLength(20)
})

test('lists show pending, accepted, and declined invites', async () => {
  for (const status of STATES) {
    const { userId } = await aTeacher(db)
    await anInvite(db, { inviter: ann.userId, invitee: userId, status })
    await anInvite(db, { inviter: userId, invitee: ann.userId, status })
  }
  const shown = ['accepted', 'declined', 'waiting']
  for (const list of [await sentOf(ann), await receivedOf(ann)])
    expect(list.map((each: { status: Status }) => each.status).sort()).toEqual(shown)
})

test('a teacher whose trial has ended accepts and declines invites, and sends none', async () => {
  const accepted = await anInvite(db, { inviter: bob.userId, invitee: ann.userId })
  const waiting = await anInvite(db, { inviter: cleo.userId, invitee: ann.userId, status: 'waiting' })
  const dora = await aTeacher(db, { now: clock() })
  const another = await anInvite(db, { inviter: dora.userId, invitee: ann.userId, status: 'waiting' })
  const late = '2026-11-26T14:00:00Z'
  await pool.query('update sessions set idle_expires_at = $1', ['2026-12-18'])
  setClock(late)
  expect((await TAKE.accept(ann.token, waiting)).status).toBe(200)
  expect((await TAKE.decline(ann.token, another)).status).toBe(200)
  expect(await invite(ann, cleo.email)).toMatchObject({ status: 402, body: { code: 'subscription_needed' } })
  expect((await TAKE['revoke as invitee'](ann.token, accepted)).status).toBe(200)
})

test('student notes are shared with one colleague until sharing is turned off or the invite ends', async () => {
  const id = await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
  await anInvite(db, { inviter: ann.userId, invitee: cleo.userId })
  expect((await TAKE['share notes'](ann.token, id)).body).toMatchObject({
    id,
    includesStudentNotes: true,
    myCollaborators: { displayName: 'Bob Ray' },
  })
  expect((await sentOf(ann)).map((each: { includesStudentNotes: boolean }) => each.includesStudentNotes).sort()).toEqual([false, true])
  expect((await receivedOf(bob))[0]).toMatchObject({ includesStudentNotes: true })
  const hidden = await call('PATCH', `/api/collaboration/outbound-invite/${id}`, {
    token: ann.token,
    body: { includesStudentNotes: false },
  })
  expect(hidden.body).toMatchObject({ includesStudentNotes: false })
  await TAKE['share notes'](ann.token, id)
  await TAKE['revoke as invitee'](bob.token, id)
  const { body } = await invite(ann, bob.email)
  await TAKE.accept(bob.token, body.id)
  expect(await sentOf(ann)).toContainEqual(expect.objectContaining({ id: body.id, status: 'accepted', includesStudentNotes: false }))
  expect((await call('PATCH', `/api/collaboration/outbound-invite/${id}`, { token: ann.token, body: {} })).status).toBe(400)
})

test('a user’s invites are deleted with their account', async () => {
  await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
  await anInvite(db, { inviter: cleo.userId, invitee: ann.userId })
  await anInvite(db, { inviter: bob.userId, invitee: cleo.userId })
  expect((await call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })).status).toBe(200)
  expect((await receivedOf(bob)).length + (await sentOf(cleo)).length).toBe(0)
  expect(await receivedOf(cleo)).toHaveLength(1)
})

describe('of two concurrent steps, the second sees the result of the first', () => {
  type Race = [name: string, status: Status, one: () => Promise<number>, other: () => Promise<number>, ends: Status[]]
  let id: string
  const take = (step: InviteResponse, who: () => Teacher) => async () => (await TAKE[step](who().token, id)).status
  const races: Race[] = [
    ['accept and delete', 'waiting', take('accept', () => bob), take('delete', () => ann), ['accepted', 'deleted']],
    ['accept twice', 'waiting', take('accept', () => bob), take('accept', () => bob), ['accepted']],
    ['accept and decline', 'waiting', take('accept', () => bob), take('decline', () => bob), ['accepted', 'declined']],
    ['revoke by both', 'accepted', take('revoke as inviter', () => ann), take('revoke as invitee', () => bob), ['revoked']],
    ['share notes and revoke', 'accepted', take('share notes', () => ann), take('revoke as invitee', () => bob), ['revoked']],
  ]
  test.each(races)('%s', { tags: ['engine'] }, async (name, status, one, other, ends) => {
    for (let round = 0; round < 8; round++) {
      await pool.query('delete from invites')
      id = await anInvite(db, { inviter: ann.userId, invitee: bob.userId, status })
      const before = (await audit()).length
      const statuses = await Promise.all(round % 2 ? [one(), other()] : [other(), one()])
      const done = statuses.filter((each) => each === 200).length
      // Sharing notes first doesn't prevent the invite from being revoked immediately afterward.
      expect([...statuses].sort()).toEqual(name.startsWith('share') && done === 2 ? [200, 200] : [200, 409])
      const { rows } = await pool.query('select status, includes_student_notes as notes from invites')
      expect(rows).toEqual([{ status: expect.toSatisfy((each: Status) => ends.includes(each)), notes: false }])
      expect((await audit()).length - before).toBe(done)
    }
  })

  test('invite the same person twice at once, first and again', async () => {
    for (let round = 0; round < 8; round++) {
      await pool.query(round % 2 ? `update invites set status = 'declined'` : 'delete from invites')
      const replies = await Promise.all([invite(ann, bob.email), invite(ann, bob.email)])
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(await sentOf(ann)).toHaveLength(1)
    }
  })

  test('invite each other', async () => {
    for (let round = 0; round < 4; round++) {
      await pool.query('delete from invites')
      const replies = await Promise.all([invite(ann, bob.email), invite(bob, ann.email)])
      expect(replies.map(({ status }) => status)).toEqual([201, 201])
    }
  })

  test('invite a user who deletes their account', async () => {
    for (let round = 0; round < 4; round++) {
      const dora = await aTeacher(db)
      const [sent, gone] = await Promise.all([
        invite(ann, dora.email),
        call('POST', '/api/user/delete', { token: dora.token, body: { confirmation: 'DELETE' } }),
      ])
      expect(gone.status).toBe(200)
      expect([201, 404]).toContain(sent.status)
      expect(await sentOf(ann)).toEqual([])
    }
  })
})
