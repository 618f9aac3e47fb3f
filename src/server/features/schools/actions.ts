/**
 * Who belongs to a school, and who administers it.
 *
 * 1. Joining, leaving and administering are changed under the lock of the school's row, one after another: a school keeps an
 *    administrator however many leave at once.
 * 2. An administrator who lost that right while they waited for the lock changes nothing any more.
 * 3. Each change is written down in its transaction.
 */
import { SCHOOL_KEEPS_ONE } from '#server/features/accounts/actions.ts'
import { record, recordSome } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Post } from '#server/lib/mail/post.ts'
import * as query from './queries.ts'

type Member = { userId: string; schoolId: string }
/** An administrator who does something to somebody, or to something, of their school. */
export type ByAdministrator = { actorId: string; schoolId: string; at: Date }

/** Does something to a school whose membership nobody else changes meanwhile. Throws `not_found` for a school that is gone. */
export const underLock = <T>(db: Db, schoolId: string, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (db) => {
    if (!(await query.lockSchool(db, schoolId))) throw new Refused('not_found')
    return work(db)
  })

/** Does something to a school under its lock, if whoever does it may still. */
export type Standing = <T>(db: Db, by: ByAdministrator, work: (db: Db) => Promise<T>) => Promise<T>

/** {@link underLock}, by somebody who is an administrator of the school still. */
export const asAdministrator: Standing = (db, { actorId, schoolId }, work) =>
  underLock(db, schoolId, async (db) => {
    if (!(await query.isAdministratorOf(db, schoolId, actorId))) throw new Refused('not_found')
    return work(db)
  })

const end = async (db: Db, { userId, schoolId }: Member): Promise<void> => {
  if (await query.endMembership(db, schoolId, userId)) return
  const isMember = await query.teacherOf(db, schoolId, userId)
  throw isMember ? new Refused('refused_by_rule', SCHOOL_KEEPS_ONE) : new Refused('not_found')
}

/** Takes the caller out of their school. Throws `refused_by_rule` for its last administrator. */
export const leave = (db: Db, { userId, schoolId }: Member, at: Date): Promise<void> =>
  underLock(db, schoolId, async (db) => {
    await end(db, { userId, schoolId })
    await record(db, { at, actorId: userId, act: 'school.left', subjectId: userId, schoolId })
  })

/** Takes a teacher out of the school. Throws `refused_by_rule` for its last administrator. */
export const remove = (db: Db, { at, ...by }: ByAdministrator, userId: string, as = asAdministrator): Promise<void> =>
  as(db, { at, ...by }, async (db) => {
    await end(db, { userId, schoolId: by.schoolId })
    await record(db, { ...by, at, act: 'school.removed', subjectId: userId })
  })

/** Whom to make an administrator of their school, or no longer. */
type Role = { userId: string; isAdministrator: boolean }

/**
 * Makes a teacher an administrator of their school, or no longer; of a new one all its administrators are told by mail. Returns the
 * teacher. Throws `refused_by_rule` for the last.
 */
export const setAdministrator = (db: Db, by: ByAdministrator, { userId, isAdministrator }: Role, post: Post, as = asAdministrator) =>
  as(db, by, async (db) => {
    const before = await query.teacherOf(db, by.schoolId, userId)
    if (!before) throw new Refused('not_found')
    if (before.isAdministrator === isAdministrator) return before
    if (isAdministrator && !(await query.giveAdministration(db, by.schoolId, userId)))
      throw new Refused('refused_by_rule', 'Whoever looks after Firstbell administers no school.')
    if (!isAdministrator && !(await query.takeAdministration(db, by.schoolId, userId)))
      throw new Refused('refused_by_rule', SCHOOL_KEEPS_ONE)
    const act = isAdministrator ? 'school.administrator' : 'school.not_administrator'
    await record(db, { ...by, act, subjectId: userId })
    const told = isAdministrator ? await query.administratorsOf(db, by.schoolId) : []
    const about = `${by.schoolId} ${userId} ${by.at.toISOString()}`
    for (const { id } of told) await post.queue(db, { userId: id, kind: 'school-administrator', about }, by.at)
    return { ...before, isAdministrator }
  })

/** Says whether the administrators' plans may hold the caller's student notes. Throws `not_found` for who is in no school. */
export const share = (db: Db, userId: string, includesStudentNotes: boolean, at: Date): Promise<void> =>
  db.transaction(async (db) => {
    const schoolId = await query.setStudentNotes(db, userId, includesStudentNotes)
    if (schoolId !== undefined) await recordSome(db, { at, actorId: userId, act: 'school.notes', subjectId: userId, schoolId })
    else if (!(await query.schoolOf(db, userId))) throw new Refused('not_found')
  })
