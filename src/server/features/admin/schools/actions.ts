/** What whoever looks after the platform does with schools: under the same locks and rules as a school's own administrators. */
import { CannotBeDone, openEmptySchool } from '#server/features/admin/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { type ByAdministrator, type Standing, underLock } from '#server/features/schools/actions.ts'
import { invitationsOf } from '#server/features/schools/invitations/queries.ts'
import { lockSchoolNames, schoolsCalled, teachersOf } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import * as query from './queries.ts'

/** They administer no school, and need not. */
export const asPlatform: Standing = (db, { schoolId }, work) => underLock(db, schoolId, work)

type NewSchool = { name: string; timezone: string; actorId: string }

/** Opens a school with nobody in it: a teacher joins by accepting an invitation alone. Throws `refused_by_rule` with the reason why it cannot be done. */
export const open = async (db: Db, school: NewSchool, now: Date): Promise<string> => {
  try {
    return await openEmptySchool(db, school, now)
  } catch (error) {
    if (error instanceof CannotBeDone) throw new Refused('refused_by_rule', error.message)
    throw error
  }
}

/** Gives a school another name. Throws `not_found`, and `taken` where another has it. */
export const rename = (db: Db, by: ByAdministrator, name: string): Promise<void> =>
  underLock(db, by.schoolId, async (db) => {
    await lockSchoolNames(db)
    const called = await schoolsCalled(db, name)
    if (called.some(({ id }) => id !== by.schoolId)) throw new Refused('taken', `There is a school called ${name} already.`)
    await query.renameSchool(db, by.schoolId, name)
    await record(db, { ...by, act: 'school.renamed' })
  })

/** A school with its people. Throws `not_found`. */
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
