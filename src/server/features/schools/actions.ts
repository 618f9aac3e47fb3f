/**
 * Membership and administration of schools.
 *
 * 1. Joining, leaving, and role changes are serialized by a lock on the school's row. A school therefore always keeps an administrator,
 *    even if several leave at the same time.
 * 2. Actions by an administrator re-check the administrator's role after taking the lock, because it may have been revoked in the meantime.
 * 3. Each change is audited in the same transaction.
 */
import { record, recordSome } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { updateSharedDevices } from './office/queries.ts'
import * as query from './queries.ts'

const SCHOOL_KEEPS_ONE = 'A school needs at least one administrator. Make another teacher an administrator first.'

type Member = { userId: string; schoolId: string }
/** Identifies the administrator who acts on a teacher or an invitation of their school. */
export type ByAdministrator = { actorId: string; schoolId: string; at: Date }

/** Runs `work` in a transaction that locks the school. Throws `not_found` if the school was deleted. */
export const underLock = <T>(db: Db, schoolId: string, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (db) => {
    if (!(await query.lockSchool(db, schoolId))) throw new Refused('not_found')
    return work(db)
  })

/** Runs `work` under the school's lock if the actor is still authorized. */
export type RightsCheck = <T>(db: Db, by: ByAdministrator, work: (db: Db) => Promise<T>) => Promise<T>

/** Runs {@link underLock} if the actor still administers the school. Throws `not_found` otherwise. */
export const asAdministrator: RightsCheck = (db, { actorId, schoolId }, work) =>
  underLock(db, schoolId, async (db) => {
    if (!(await query.isAdministratorOf(db, schoolId, actorId))) throw new Refused('not_found')
    return work(db)
  })

const end = async (db: Db, { userId, schoolId }: Member): Promise<void> => {
  if (await query.endMembership(db, schoolId, userId)) return
  const isMember = await query.teacherOf(db, schoolId, userId)
  throw isMember ? new Refused('refused_by_rule', SCHOOL_KEEPS_ONE) : new Refused('not_found')
}

/** Removes the caller from their school. Throws `refused_by_rule` for its last administrator. */
export const leave = (db: Db, { userId, schoolId }: Member, at: Date): Promise<void> =>
  underLock(db, schoolId, async (db) => {
    await end(db, { userId, schoolId })
    await record(db, { at, actorId: userId, act: 'school.left', subjectId: userId, schoolId })
  })

/** Removes a teacher from the school. Throws `refused_by_rule` for its last administrator. */
export const remove = (db: Db, { at, ...by }: ByAdministrator, userId: string, as = asAdministrator): Promise<void> =>
  as(db, { at, ...by }, async (db) => {
    await end(db, { userId, schoolId: by.schoolId })
    await record(db, { ...by, at, act: 'school.removed', subjectId: userId })
  })

/** Sets whether the devices of the school's teachers keep nothing until the teacher says that a device is their own. */
export const setSharedDevices = (db: Db, by: ByAdministrator, usesSharedDevices: boolean): Promise<void> =>
  asAdministrator(db, by, async (db) => {
    if (await updateSharedDevices(db, by.schoolId, usesSharedDevices))
      await record(db, { ...by, act: usesSharedDevices ? 'school.shared_devices' : 'school.own_devices', subjectId: null })
  })

/** The teacher whose administrator role changes, and the new value. */
type Role = { userId: string; isAdministrator: boolean }

/**
 * Adds or removes a teacher's administrator role and returns the teacher. All administrators are emailed about a new administrator. Throws
 * `refused_by_rule` for the last administrator and for platform admins.
 */
export const setAdministrator = (
  db: Db,
  by: ByAdministrator,
  { userId, isAdministrator }: Role,
  mailQueue: MailQueue,
  as = asAdministrator,
) =>
  as(db, by, async (db) => {
    const before = await query.teacherOf(db, by.schoolId, userId)
    if (!before) throw new Refused('not_found')
    if (before.isAdministrator === isAdministrator) return before
    if (isAdministrator && !(await query.giveAdministration(db, by.schoolId, userId)))
      throw new Refused('refused_by_rule', 'Firstbell admins can’t also be school administrators.')
    if (!isAdministrator && !(await query.takeAdministration(db, by.schoolId, userId)))
      throw new Refused('refused_by_rule', SCHOOL_KEEPS_ONE)
    const act = isAdministrator ? 'school.administrator' : 'school.not_administrator'
    await record(db, { ...by, act, subjectId: userId })
    const told = isAdministrator ? await query.administratorsOf(db, by.schoolId) : []
    const about = `${by.schoolId} ${userId} ${by.at.toISOString()}`
    for (const { id } of told) await mailQueue.queue(db, { userId: id, kind: 'school-administrator', about }, by.at)
    return { ...before, isAdministrator }
  })

/** Throws `too_many` if an email wasn't queued because its address has to wait this many seconds. */
export const requireQueued = (retryAfter: number): void => {
  if (retryAfter > 0)
    throw new Refused('too_many', 'We’ve already emailed this person several times today. Try again later.', { retryAfter })
}

/**
 * Emails a teacher the link for confirming their address. Throws `not_found`, `refused_by_rule` if the address is already confirmed,
 * `not_configured`, and `too_many` if the address can't receive another email yet.
 */
export const remindToConfirm = (db: Db, by: ByAdministrator, userId: string, mailQueue: MailQueue): Promise<void> =>
  asAdministrator(db, by, async (db) => {
    const teacher = await query.teacherOf(db, by.schoolId, userId)
    if (!teacher) throw new Refused('not_found')
    if (teacher.isAddressConfirmed) throw new Refused('refused_by_rule', 'This teacher’s email is already confirmed.')
    if (!mailQueue.isOpen) throw new Refused('not_configured', 'Email isn’t set up here.')
    await record(db, { ...by, act: 'school.reminded', subjectId: userId })
    // Administrators can send this email again, so each has its own `about`.
    requireQueued(await mailQueue.queue(db, { userId, kind: 'confirm-address', about: by.at.toISOString() }, by.at))
  })

/**
 * Sets whether sub plans created by administrators can include the caller's student notes. Throws `not_found` if the caller isn't in a
 * school.
 */
export const share = (db: Db, userId: string, includesStudentNotes: boolean, at: Date): Promise<void> =>
  db.transaction(async (db) => {
    const schoolId = await query.setStudentNotes(db, userId, includesStudentNotes)
    if (schoolId !== undefined) await recordSome(db, { at, actorId: userId, act: 'school.notes', subjectId: userId, schoolId })
    else if (!(await query.schoolOf(db, userId))) throw new Refused('not_found')
  })

/** Throws `refused_by_rule` if the school would still have other teachers but no administrator. */
export const requireOtherSchoolAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.lockAdministeredSchool(db, userId))) return
  if (await query.leavesTeachersAlone(db, userId)) throw new Refused('refused_by_rule', SCHOOL_KEEPS_ONE)
}
