/** School management for platform admins, with the same locks and rules as for a school's own administrators. */
import { CannotBeDone, openEmptySchool } from '#server/features/admin/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { type ByAdministrator, type RightsCheck, underLock } from '#server/features/schools/actions.ts'
import { invitationsOf } from '#server/features/schools/invitations/queries.ts'
import { lockSchoolNames, schoolsCalled, teachersOf } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import * as query from './queries.ts'

/** Skips the school-administrator check, which platform admins would fail. */
export const asPlatform: RightsCheck = (db, { schoolId }, work) => underLock(db, schoolId, work)

type NewSchool = { name: string; timezone: string; actorId: string }

/** Creates a school without members. Teachers join only by accepting an invitation. Throws `refused_by_rule` with the reason. */
export const open = async (db: Db, school: NewSchool, now: Date): Promise<string> => {
  try {
    return await openEmptySchool(db, school, now)
  } catch (error) {
    if (error instanceof CannotBeDone) throw new Refused('refused_by_rule', error.message)
    throw error
  }
}

/** Renames a school. Throws `not_found`, or `taken` if another school has that name. */
export const rename = (db: Db, by: ByAdministrator, name: string): Promise<void> =>
  underLock(db, by.schoolId, async (db) => {
    await lockSchoolNames(db)
    const called = await schoolsCalled(db, name)
    if (called.some(({ id }) => id !== by.schoolId)) throw new Refused('taken', `A school named ${name} already exists.`)
    await query.renameSchool(db, by.schoolId, name)
    await record(db, { ...by, act: 'school.renamed' })
  })

/** Returns a school with its members and open invitations. Throws `not_found`. */
export const schoolWithPeople = async (db: Db, schoolId: string) => {
  const school = await query.schoolById(db, schoolId)
  if (!school) throw new Refused('not_found')
  const invitations = await invitationsOf(db, schoolId)
  return {
    ...school,
    members: await teachersOf(db, schoolId),
    invitations: invitations.map((each) => ({ ...each, invitedAt: each.invitedAt.toISOString() })),
  }
}
