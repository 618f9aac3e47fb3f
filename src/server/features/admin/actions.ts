/** Operator commands for the server's console: create schools, appoint school and platform admins, and issue password links. */

import { record } from '#server/features/audit/queries.ts'
import {
  giveAdmin,
  giveAdministration,
  insertSchool,
  joinSchool,
  lockSchool,
  lockSchoolNames,
  personByEmail,
  schoolsCalled,
} from '#server/features/schools/queries.ts'
import { makeLink } from '#server/features/sign-in/reset/actions.ts'
import { personAt } from '#server/features/sign-in/reset/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { isTimezone } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { requiredText } from '#shared/text.ts'

/** A command that can't be carried out. The message is a full sentence for the operator. */
export class CannotBeDone extends Error {
  override name = 'CannotBeDone'
}

const SchoolName = requiredText(MAX.schoolName, 'Enter the school’s name')

/** Throws if no account uses this address. */
const accountOf = async (db: Db, email: string) => {
  const person = await personByEmail(db, email.trim().toLowerCase())
  if (!person) throw new CannotBeDone(`No account uses ${email}. They need to sign up first.`)
  return person
}

const requireNoAdmin = ({ isAdmin }: { isAdmin: boolean }, email: string): void => {
  if (isAdmin)
    throw new CannotBeDone(`${email} is a Firstbell admin. Admins can't view lessons, so they can't run a school. Use another account.`)
}

/** Without `actorId`, the log entry has no actor, because an operator ran the command at the console. */
type EmptySchool = { name: string; timezone: string; actorId?: string }

/** Creates a school with a calendar and no members. Returns its id. */
export const openEmptySchool = (db: Db, { name, timezone, actorId }: EmptySchool, now: Date): Promise<string> =>
  db.transaction(async (db) => {
    const { data: called, error } = SchoolName.safeParse(name)
    if (called === undefined) throw new CannotBeDone(`School name: ${error?.issues[0]?.message}.`)
    if (!isTimezone(timezone)) throw new CannotBeDone(`${timezone} isn't a time zone. Use one like America/New_York.`)
    await lockSchoolNames(db)
    if ((await schoolsCalled(db, called)).length > 0) throw new CannotBeDone(`A school named ${called} already exists.`)
    const schoolId = await insertSchool(db, { name: called, timezone, createdAt: now })
    await record(db, { at: now, actorId: actorId ?? null, act: 'school.created', schoolId })
    return schoolId
  })

type NewSchool = { name: string; timezone: string; email: string }

/** Creates a school and its first administrator from the console. Returns the school's id. */
export const openSchool = (db: Db, { email, ...school }: NewSchool, now: Date): Promise<string> =>
  db.transaction(async (db) => {
    const schoolId = await openEmptySchool(db, school, now)
    const person = await accountOf(db, email)
    requireNoAdmin(person, email)
    if (!(await joinSchool(db, person.userId, { schoolId, at: now, isAdministrator: true })))
      throw new CannotBeDone(`${email} already belongs to another school. They need to leave it first.`)
    await record(db, { at: now, actorId: null, act: 'school.administrator', subjectId: person.userId, schoolId })
    return schoolId
  })

/**
 * Makes a user the administrator of a school that has lost its last administrator. The user must be a teacher at that school or not belong
 * to any school. Returns the school's name.
 */
export const nameAdministrator = (db: Db, { school: nameOrId, email }: { school: string; email: string }, now: Date): Promise<string> =>
  db.transaction(async (db) => {
    const [found, another] = await schoolsCalled(db, nameOrId.normalize('NFC').trim())
    if (!found) throw new CannotBeDone(`No school is named ${nameOrId}.`)
    if (another) throw new CannotBeDone(`More than one school is named ${nameOrId}. Use the school's ID.`)
    await lockSchool(db, found.id)
    const person = await accountOf(db, email)
    requireNoAdmin(person, email)
    if (person.isAdministrator && person.schoolId === found.id) return found.name
    if (person.schoolId === null) await joinSchool(db, person.userId, { schoolId: found.id, at: now, isAdministrator: true })
    else if (!(await giveAdministration(db, found.id, person.userId)))
      throw new CannotBeDone(`${email} already belongs to another school. They need to leave it first.`)
    await record(db, { at: now, actorId: null, act: 'school.administrator', subjectId: person.userId, schoolId: found.id })
    return found.name
  })

/**
 * Creates a password reset link that is valid for an hour, for installations that don't send mail. Returns the path to append to the
 * installation's base URL. Throws for users who only sign in with Google.
 */
export const makePasswordLink = (db: Db, email: string, now: Date): Promise<string> =>
  db.transaction(async (db) => {
    const { userId } = await accountOf(db, email)
    if (!(await personAt(db, email.trim().toLowerCase()))?.mayReset)
      throw new CannotBeDone(
        `${email} signs in with Google and doesn't have a password. They can set one in Account Management, under Profile.`,
      )
    await record(db, { at: now, actorId: null, act: 'account.link', subjectId: userId })
    return makeLink(db, { userId, cause: 'forgotten' }, now)
  })

/** Makes a user a platform admin. Platform admins can't administer a school at the same time. */
export const makeAdmin = (db: Db, email: string, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    const { userId, isAdmin } = await accountOf(db, email)
    if (isAdmin) return
    if (!(await giveAdmin(db, userId)))
      throw new CannotBeDone(`${email} is a school administrator, and Firstbell admins can't view lessons. Use a separate account.`)
    await record(db, { at: now, actorId: null, act: 'role.admin', subjectId: userId })
  })
