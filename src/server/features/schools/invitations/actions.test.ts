/** Inviting teachers to a school, and accepting, without the app. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { type ASchool, aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import * as invitations from './actions.ts'
import * as query from './queries.ts'

const { db, pool, close } = await openTestDatabase()
afterAll(close)

const NOW = new Date('2026-11-18T14:00:00Z')
const LATER = new Date('2026-11-18T15:00:00Z')
const GONE = 'This invitation is no longer available.'
const NOT_FOUND = { code: 'not_found' }

type Person = Awaited<ReturnType<typeof aTeacher>>
let lincoln: ASchool
let hill: ASchool
let ben: Person
let queued: object[]
/** Seconds until an address can receive more mail. */
let wait: number
const queue = async (_: unknown, mail: object) => {
  if (wait === 0) queued.push(mail)
  return wait
}
const mailQueue = { isOpen: true, queue, queueToAddress: queue } as unknown as MailQueue
beforeEach(async () => {
  await emptyDatabase(db)
  ;[queued, wait] = [[], 0]
  lincoln = await aSchoolWith(db, { name: 'Lincoln', now: NOW })
  hill = await aSchoolWith(db, { name: 'Hill', now: NOW })
  ben = await aTeacher(db, { now: NOW })
})

const by = (school: ASchool, at = NOW, { userId } = school.administrator) => ({ actorId: userId, schoolId: school.id, at })
const invite = (email = ben.email, school = lincoln, at = NOW) => invitations.invite(db, by(school, at), email, mailQueue)
const accept = (id: string, person = ben) => invitations.accept(db, person.userId, id, LATER, mailQueue)
const decline = (id: string, person = ben) => invitations.decline(db, person.userId, id, LATER)
const rows = async () => (await pool.query('select * from school_invitations order by invited_at, email')).rows
const acts = async () =>
  (await pool.query('select actor_id as by, act, subject_id as of, school_id as school, at from audit_log order by id')).rows
const act = (name: string, of: string | null, at = NOW, { userId } = lincoln.administrator) => ({
  by: userId,
  act: name,
  of,
  school: lincoln.id,
  at,
})

describe('a school’s administrator', () => {
  test('invites teachers with and without an account, and each gets one mail', async () => {
    const [known, unknown] = [await invite(), await invite('dan@school.example')]
    expect(known).toEqual({ id: known.id, email: ben.email, status: 'waiting', invitedAt: NOW })
    expect(queued).toEqual([
      { kind: 'school-invited', about: known.id, userId: ben.userId },
      { kind: 'school-invited', about: unknown.id, email: 'dan@school.example' },
    ])
    expect(await acts()).toEqual([act('school.invited', ben.userId), act('school.invited', null)])
    expect([await query.isInvited(db, 'dan@school.example'), await query.isInvited(db, 'eve@school.example')]).toEqual([true, false])
  })

  test('can’t invite teachers who joined or were invited, but those of other schools, and again those who declined', async () => {
    const ann = await aMember(db, lincoln, { now: NOW })
    await expect(invite(ann.email)).rejects.toMatchObject({ code: 'taken', message: 'This teacher already joined your school.' })
    const first = await invite()
    await expect(invite()).rejects.toMatchObject({ code: 'taken', message: 'This person already has a pending invitation.' })
    expect((await invite(ann.email, hill)).email).toBe(ann.email)
    await decline(first.id)
    const again = await invite(ben.email, lincoln, LATER)
    expect([again.id === first.id, again.status, again.invitedAt]).toEqual([false, 'waiting', LATER])
  })

  test('invites many at once, each once, and sees who was skipped and why', async () => {
    const ann = await aMember(db, lincoln, { email: 'ann@school.example', now: NOW })
    await invite('cleo@school.example')
    const emails = ['dan@school.example', 'cleo@school.example', ann.email, 'dan@school.example', 'bo@school.example']
    const { invited, skipped } = await invitations.inviteAll(db, by(lincoln), emails, mailQueue)
    expect(invited.map(({ email }) => email)).toEqual(['bo@school.example', 'dan@school.example'])
    expect(skipped).toEqual([
      { email: ann.email, reason: 'joined' },
      { email: 'cleo@school.example', reason: 'invited' },
    ])
    expect(queued).toHaveLength(3)
  })

  test('sends an invitation again under a new id, also one that was declined, unless there was too much mail', async () => {
    const resend = (id: string, school = lincoln) => invitations.resend(db, by(school, LATER), id, mailQueue)
    const [first, other] = [await invite(), await invite('dan@school.example')]
    await decline(first.id)
    const again = await resend(first.id)
    expect(again).toEqual({ id: again.id, email: ben.email, status: 'waiting', invitedAt: LATER })
    expect(again.id).not.toBe(first.id)
    const toAddress = await resend(other.id)
    expect(queued.slice(2)).toEqual([
      { kind: 'school-invited', about: again.id, userId: ben.userId },
      { kind: 'school-invited', about: toAddress.id, email: 'dan@school.example' },
    ])
    expect((await acts()).slice(-2)).toEqual([act('school.invited', ben.userId, LATER), act('school.invited', null, LATER)])
    await expect(resend(first.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(resend(again.id, hill)).rejects.toMatchObject(NOT_FOUND)
    wait = 60
    await expect(resend(again.id)).rejects.toMatchObject({ code: 'too_many', retryAfter: 60 })
    expect((await rows()).map(({ id }) => id).sort()).toEqual([again.id, toAddress.id].sort())
  })

  test('withdraws invitations of their school only', async () => {
    const withdraw = (id: string, school = lincoln) => invitations.withdraw(db, by(school), id)
    const [known, unknown, theirs] = [await invite(), await invite('dan@school.example'), await invite(ben.email, hill)]
    await expect(withdraw(known.id, hill)).rejects.toMatchObject(NOT_FOUND)
    await expect(withdraw(randomUUID())).rejects.toMatchObject(NOT_FOUND)
    await withdraw(known.id)
    await withdraw(unknown.id)
    expect((await rows()).map(({ id }) => id)).toEqual([theirs.id])
    expect((await acts()).slice(-2)).toEqual([act('school.withdrawn', ben.userId), act('school.withdrawn', null)])
  })

  test('is the only one who can', async () => {
    const { id } = await invite()
    const ann = await aMember(db, lincoln, { now: NOW })
    for (const other of [ann, hill.administrator]) {
      const asOther = by(lincoln, NOW, other)
      for (const step of [
        () => invitations.invite(db, asOther, 'dan@school.example', mailQueue),
        () => invitations.inviteAll(db, asOther, ['dan@school.example'], mailQueue),
        () => invitations.resend(db, asOther, id, mailQueue),
        () => invitations.withdraw(db, asOther, id),
      ])
        await expect(step()).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await rows()).toMatchObject([{ id, status: 'waiting' }])
  })

  test('has the list of their school’s invitations, latest first, as those who sent them have', async () => {
    const [first, second] = [await invite(), await invite('dan@school.example', lincoln, LATER)]
    const third = await invite('cleo@school.example', lincoln, LATER)
    await invite(ben.email, hill)
    expect(await query.invitationsOf(db, lincoln.id)).toEqual([third, second, first])
    const sent = await query.invitationsBy(db, lincoln.administrator.userId)
    expect([sent.length, sent.at(-1)]).toEqual([3, first])
    expect(await query.pendingInvitation(db, first.id)).toEqual({
      ...{ email: ben.email, school: 'Lincoln', inviter: 'Priya Shah', inviterEmail: lincoln.administrator.email },
    })
    await decline(first.id)
    expect(await query.pendingInvitation(db, first.id)).toBeUndefined()
    await query.deleteInvitationTo(db, lincoln.id, ben.email)
    expect((await rows()).map(({ email, school_id: school }) => [email, school])).toEqual([
      [ben.email, hill.id],
      ['cleo@school.example', lincoln.id],
      ['dan@school.example', lincoln.id],
    ])
  })
})

describe('a teacher who is invited', () => {
  test('sees their invitations, latest first, and joins the school of the one they accept', async () => {
    const [first, second] = [await invite(), await invite(ben.email, hill, LATER)]
    await invite('dan@school.example')
    const seen = { invitedBy: 'Priya Shah' }
    expect(await query.invitationsTo(db, ben.userId)).toEqual([
      { ...seen, id: second.id, schoolName: 'Hill', invitedAt: LATER },
      { ...seen, id: first.id, schoolName: 'Lincoln', invitedAt: NOW },
    ])
    await accept(first.id)
    const { rows: roles } = await pool.query('select * from user_roles where user_id = $1', [ben.userId])
    expect(roles).toMatchObject([{ school_id: lincoln.id, joined_school_at: LATER, school_administration: false }])
    expect((await acts()).at(-1)).toEqual(act('school.joined', ben.userId, LATER, ben))
    expect((await query.invitationsTo(db, ben.userId)).map(({ id }) => id)).toEqual([second.id])
    await expect(accept(first.id)).rejects.toMatchObject({ ...NOT_FOUND, message: GONE })
    await expect(accept(second.id)).rejects.toMatchObject({
      code: 'refused_by_rule',
      message: 'You already belong to a school. Leave it first, then accept.',
    })
    expect((await query.invitationsTo(db, ben.userId)).map(({ id }) => id)).toEqual([second.id])
  })

  test('declines once, after which it can’t be accepted', async () => {
    const { id } = await invite()
    await decline(id)
    expect([await query.invitationsTo(db, ben.userId), await query.isInvited(db, ben.email)]).toEqual([[], false])
    expect((await acts()).at(-1)).toEqual(act('school.declined', ben.userId, LATER, ben))
    for (const step of [accept, decline]) await expect(step(id)).rejects.toMatchObject({ code: 'stale', message: GONE })
  })

  test('must have confirmed their address', async () => {
    const { id } = await invite()
    await pool.query('update users set email_confirmed_at = null')
    await expect(accept(id)).rejects.toMatchObject({ code: 'address_unconfirmed' })
    expect(await rows()).toMatchObject([{ id, status: 'waiting' }])
  })

  test('is the only one who can answer', async () => {
    const { id } = await invite()
    const cy = await aTeacher(db, { now: NOW })
    for (const step of [() => accept(id, cy), () => decline(id, cy), () => accept(randomUUID()), () => decline(randomUUID())])
      await expect(step()).rejects.toMatchObject({ ...NOT_FOUND, message: GONE })
    expect(await query.takeInvitation(db, cy.userId, id)).toBe(false)
    expect(await rows()).toMatchObject([{ id, status: 'waiting' }])
  })

  test('who accepts twice at once joins once', async () => {
    const { id } = await invite()
    const results = await Promise.allSettled([accept(id), accept(id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
