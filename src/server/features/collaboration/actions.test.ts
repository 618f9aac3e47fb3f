/** Inviting a colleague, answering, ending it, and what each of them sees, without the app. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import * as invites from './actions.ts'
import * as query from './queries.ts'
import { anInvite } from './samples.ts'

const { db, pool, close } = await openTestDatabase()
afterAll(close)

const NOW = new Date('2026-11-18T14:00:00Z')
const LATER = new Date('2026-11-18T15:00:00Z')
const GONE = { code: 'not_found', message: 'This invitation is no longer available.' }

type Person = Awaited<ReturnType<typeof aTeacher>>
let ann: Person
let bob: Person
let cy: Person
let queued: object[]
const mailQueue = {
  isOpen: true,
  queue: async (_: unknown, mail: object, now: Date) => {
    queued.push({ ...mail, now })
    return 0
  },
} as unknown as MailQueue
beforeEach(async () => {
  await emptyDatabase(db)
  queued = []
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: NOW })
  bob = await aTeacher(db, { displayName: 'Bob Ray', now: NOW })
  cy = await aTeacher(db, { now: NOW })
})

const send = async (email = bob.email, { isGuest = false, now = NOW, by = ann } = {}) =>
  invites.sendInvite(db, { userId: by.userId, isGuest }, { email, mailQueue }, now)
const by = (person: Person, id: string, now = LATER) => ({ db, actor: { userId: person.userId }, now, id })
type Answer = Parameters<typeof invites.respondToInvite>[0]
const answer = (name: Answer, person: Person, id: string) => invites.respondToInvite(name, by(person, id))
const withStatus = (status: query.Status, more: object = {}) =>
  anInvite(db, { inviter: ann.userId, invitee: bob.userId, status, now: NOW, ...more })
const rows = async () => (await pool.query('select * from invites order by invited_at')).rows
const acts = async () =>
  (await pool.query('select at, actor_id as by, act, subject_id as of from audit_log order by id')).rows as { act: string }[]

describe('a teacher who invites a colleague', () => {
  test('sees only their address until they accept, and the colleague gets one mail', async () => {
    const sent = await send()
    expect(sent).toEqual({
      ...{ id: sent.id, status: 'waiting', invitedAt: NOW.toISOString(), answeredAt: null },
      ...{ includesStudentNotes: false, isAddressConfirmed: true },
      myCollaborators: { id: bob.userId, displayName: null, email: bob.email },
    })
    expect(queued).toEqual([{ userId: bob.userId, kind: 'invited', about: sent.id, now: NOW }])
    expect(await acts()).toEqual([{ at: NOW, by: ann.userId, act: 'invite.sent', of: bob.userId }])
    const received = {
      ...{ id: sent.id, status: 'waiting', invitedAt: NOW.toISOString(), answeredAt: null, includesStudentNotes: false },
      invitedBy: { id: ann.userId, displayName: 'Ann Lee', email: ann.email },
    }
    expect(await invites.receivedInvites(db, bob.userId)).toEqual([received])
    expect([await invites.receivedInvites(db, ann.userId), await invites.sentInvites(db, bob.userId)]).toEqual([[], []])
    await invites.acceptInvite(by(bob, sent.id), mailQueue)
    expect(await invites.sentInvites(db, ann.userId)).toMatchObject([
      { status: 'accepted', answeredAt: LATER.toISOString(), myCollaborators: { displayName: 'Bob Ray' } },
    ])
  })

  test('must have signed up, and invites another person, who has an account', async () => {
    await expect(send(bob.email, { isGuest: true })).rejects.toMatchObject({ code: 'sign_up_needed' })
    await expect(send('nobody@school.example')).rejects.toMatchObject({
      code: 'not_found',
      message: 'We can’t find a Firstbell account with that email. Ask your colleague to sign up first.',
    })
    await expect(send(ann.email)).rejects.toMatchObject({
      code: 'refused_by_rule',
      message: 'That’s your own email. Enter a colleague’s.',
    })
    expect([await rows(), queued, await acts()]).toEqual([[], [], []])
  })

  test('can’t invite them again while they wait or see the planner', async () => {
    await withStatus('waiting')
    const waits = 'You’ve already invited this teacher. They haven’t replied yet.'
    await expect(send()).rejects.toMatchObject({ code: 'taken', message: waits })
    await pool.query(`update invites set status = 'accepted'`)
    await expect(send()).rejects.toMatchObject({ code: 'taken', message: 'This teacher can already view your schedule.' })
    // The colleague's own invite is another one.
    expect((await send(ann.email, { by: bob })).status).toBe('waiting')
  })

  test.each(['declined', 'revoked', 'deleted'] as const)('can invite them again after an invite was %s', async (status) => {
    const before = await withStatus(status)
    const again = await send(bob.email, { now: LATER })
    expect(again.id).not.toBe(before)
    expect(await rows()).toMatchObject([{ id: again.id, status: 'waiting', invited_at: LATER, answered_at: null }])
  })

  test('has the latest first, without those that ended, which an export has', async () => {
    const first = await withStatus('declined')
    const second = await anInvite(db, { inviter: ann.userId, invitee: cy.userId, status: 'waiting', now: LATER })
    const ids = async () => (await invites.sentInvites(db, ann.userId)).map(({ id }) => id)
    expect(await ids()).toEqual([second, first])
    await pool.query(`update invites set status = 'revoked' where id = $1`, [first])
    await pool.query(`update invites set status = 'deleted' where id = $1`, [second])
    expect([await ids(), await invites.receivedInvites(db, cy.userId), await invites.receivedInvites(db, bob.userId)]).toEqual([[], [], []])
    const { sent, received } = await invites.allInvites(db, ann.userId)
    expect([sent.map(({ id }) => id), received]).toEqual([[second, first], []])
    const theirs = await invites.allInvites(db, bob.userId)
    expect([theirs.sent, theirs.received.map(({ id }) => id)]).toEqual([[], [first]])
  })
})

describe('an answer', () => {
  const STEPS: [Answer, 'ann' | 'bob', query.Status[], query.Status, string][] = [
    ['accept', 'bob', ['waiting'], 'accepted', 'invite.accepted'],
    ['decline', 'bob', ['waiting'], 'declined', 'invite.declined'],
    ['delete', 'ann', ['waiting', 'declined'], 'deleted', 'invite.deleted'],
    ['revokeSent', 'ann', ['accepted'], 'revoked', 'invite.revoked'],
    ['revokeReceived', 'bob', ['accepted'], 'revoked', 'invite.revoked'],
  ]
  const MOVED_ON: Record<query.Status, string> = {
    waiting: 'This invitation hasn’t been accepted yet.',
    accepted: 'This invitation has already been accepted.',
    declined: 'This invitation has already been declined.',
    revoked: 'Sharing has already ended.',
    deleted: 'This invitation was withdrawn.',
  }

  test.each(STEPS)('(%s) is only possible for %s and from %j, and is in the log', async (name, whose, from, to, act) => {
    const [person, other] = whose === 'ann' ? [ann, bob] : [bob, ann]
    for (const status of Object.keys(MOVED_ON) as query.Status[]) {
      await pool.query('delete from invites')
      const id = await withStatus(status)
      for (const stranger of [other, cy]) await expect(answer(name, stranger, id)).rejects.toMatchObject(GONE)
      if (!from.includes(status)) await expect(answer(name, person, id)).rejects.toMatchObject({ code: 'stale', message: MOVED_ON[status] })
      else {
        await answer(name, person, id)
        const answeredAt = name === 'accept' || name === 'decline' ? LATER : (await rows())[0].answered_at
        expect(await rows()).toMatchObject([{ id, status: to, answered_at: answeredAt }])
      }
    }
    await expect(answer(name, person, randomUUID())).rejects.toMatchObject(GONE)
    expect(await acts()).toEqual(from.map(() => ({ at: LATER, by: person.userId, act, of: other.userId })))
  })

  test('is refused, and changes nothing, until the colleague has confirmed their address', async () => {
    const id = await withStatus('waiting')
    await pool.query('update users set email_confirmed_at = null')
    await expect(invites.acceptInvite(by(bob, id), mailQueue)).rejects.toMatchObject({ code: 'address_unconfirmed' })
    expect([await rows(), await acts()]).toMatchObject([[{ status: 'waiting' }], []])
    expect((await invites.sentInvites(db, ann.userId))[0]).toMatchObject({ isAddressConfirmed: false })
    await expect(invites.acceptInvite(by(cy, id), mailQueue)).rejects.toMatchObject(GONE)
  })
})

describe('student notes', () => {
  test('are shared and hidden by the inviter, and only while the colleague sees the planner', async () => {
    const id = await withStatus('accepted')
    const other = await anInvite(db, { inviter: ann.userId, invitee: cy.userId })
    const share = (isShared: boolean, person = ann) => invites.shareNotes(by(person, id), isShared)
    expect(await share(true)).toMatchObject({ id, includesStudentNotes: true })
    expect(await share(true)).toMatchObject({ id, includesStudentNotes: true })
    expect((await acts()).map(({ act }) => act)).toEqual(['invite.notes'])
    expect(await query.includesNotes(db, { id: other, userId: ann.userId, side: 'inviter' })).toBe(false)
    await expect(share(false, bob)).rejects.toMatchObject(GONE)
    expect(await share(false)).toMatchObject({ id, includesStudentNotes: false })
    // Switching it on and off all day doesn't fill the log, and the end of sharing is always in it.
    const log = (act: string, who: Person, whose: Person) =>
      pool.query(`insert into audit_log (at, act, actor_id, subject_id) select $1, $2, $3, $4 from generate_series(1, 20)`, [
        ...[LATER, act, who.userId, whose.userId],
      ])
    await log('invite.notes', ann, bob)
    await log('invite.revoked', bob, ann)
    const logged = (await acts()).length
    await share(true)
    expect(await acts()).toHaveLength(logged)
    await answer('revokeReceived', bob, id)
    expect(await acts()).toHaveLength(logged + 1)
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ status: 'revoked', includes_student_notes: false })
    await expect(share(true)).rejects.toMatchObject({ code: 'stale', message: 'Sharing has already ended.' })
  })
})

describe('a teacher’s planner', () => {
  test('is shown to an accepted colleague, with the school over it, and not to anyone else', async () => {
    const school = await aSchoolWith(db, { now: NOW })
    const dee = await aMember(db, school, { displayName: 'Dee Fox', now: NOW })
    const id = await anInvite(db, { inviter: dee.userId, invitee: bob.userId, includesStudentNotes: true })
    const { rows: calendars } = await pool.query('select id, user_id, school_id from calendars')
    const idOf = (test: (row: { user_id: string; school_id: string }) => boolean) => calendars.find(test)?.id
    expect(await query.calendarShownTo(db, bob.userId, dee.userId)).toEqual({
      calendarId: idOf(({ user_id }) => user_id === dee.userId),
      userId: dee.userId,
      includesStudentNotes: true,
      school: { id: school.id, calendarId: idOf(({ school_id }) => school_id === school.id) },
    })
    expect(await query.teacherShownTo(db, bob.userId, dee.userId)).toMatchObject({ displayName: 'Dee Fox', sharesStudentNotes: true })
    await withStatus('accepted')
    expect(await query.calendarShownTo(db, bob.userId, ann.userId)).toMatchObject({ userId: ann.userId, school: null })
    const isShown = async (viewer: Person, owner: Person) =>
      [await query.calendarShownTo(db, viewer.userId, owner.userId), await query.teacherShownTo(db, viewer.userId, owner.userId)].map(
        (found) => found !== undefined,
      )
    expect([await isShown(dee, bob), await isShown(cy, dee)]).toEqual([
      [false, false],
      [false, false],
    ])
    await answer('revokeSent', dee, id)
    expect(await isShown(bob, dee)).toEqual([false, false])
  })

  test('lets colleagues in both directions be found by their address', async () => {
    await withStatus('accepted')
    await anInvite(db, { inviter: cy.userId, invitee: ann.userId, status: 'waiting' })
    const found = async (email: string, person: Person) => (await query.colleagueAt(db, email, person.userId))?.id
    expect([await found(bob.email, ann), await found(ann.email, bob), await found(ann.email, ann)]).toEqual([
      ...[bob.userId, ann.userId, ann.userId],
    ])
    expect([await found(cy.email, ann), await found(ann.email, cy), await found('x', ann)]).toEqual([undefined, undefined, undefined])
  })

  test('is shown to nobody once its teacher stops sharing', async () => {
    await withStatus('accepted', { includesStudentNotes: true })
    await anInvite(db, { inviter: ann.userId, invitee: cy.userId, status: 'waiting' })
    await anInvite(db, { inviter: bob.userId, invitee: ann.userId, status: 'accepted' })
    const declined = await anInvite(db, { inviter: bob.userId, invitee: cy.userId, status: 'declined' })
    await query.showToNobody(db, ann.userId, LATER)
    const statuses = (await rows()).map(({ inviter_id, invitee_id, status, includes_student_notes: notes }) => [
      inviter_id,
      invitee_id,
      status,
      notes,
    ])
    expect(statuses).toEqual(
      expect.arrayContaining([
        [ann.userId, bob.userId, 'revoked', false],
        [ann.userId, cy.userId, 'deleted', false],
        [bob.userId, ann.userId, 'accepted', false],
        [bob.userId, cy.userId, 'declined', false],
      ]),
    )
    await query.showToNobody(db, bob.userId, LATER)
    expect((await rows()).find(({ id }) => id === declined)?.status).toBe('declined')
  })

  test('is named in the mail of a pending invite only', async () => {
    const id = await withStatus('waiting')
    expect(await query.inviterOf(db, bob.userId, id)).toEqual({ name: 'Ann Lee', email: ann.email })
    expect(await query.inviterOf(db, cy.userId, id)).toBeUndefined()
    await answer('delete', ann, id)
    expect(await query.inviterOf(db, bob.userId, id)).toBeUndefined()
  })
})
