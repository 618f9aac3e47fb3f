/**
 * Accounts that an operator creates from a list at the console (docs/decisions/0042).
 *
 * 1. The entire list is validated before any account is created. Then accounts are created 200 at a time, in one transaction per page, so
 *    the operator can rerun the command with the same list after a crash.
 * 2. An address that already has an account is skipped. With `newLinks`, an account that can't sign in yet gets a new link, and its older
 *    links are revoked.
 * 3. The new account has no password until the user opens the link. The link is emailed if mail is configured. Otherwise it is returned for
 *    printing.
 */

import { record } from '#server/features/audit/queries.ts'
import type { Trials } from '#server/features/billing/trials/actions.ts'
import { insertUser } from '#server/features/people/queries.ts'
import { deleteInvitationTo } from '#server/features/schools/invitations/queries.ts'
import { joinSchool, lockSchool, schoolsCalled } from '#server/features/schools/queries.ts'
import { makeLink, queueLink } from '#server/features/sign-in/reset/actions.ts'
import { endResets } from '#server/features/sign-in/reset/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { BadList, type Listed, peopleIn } from './policy.ts'
import { waysInOf } from './queries.ts'

const AT_ONCE = 200

type School = { id: string; timezone: string }
type AddAccountsDeps = {
  keys: KeyRing
  mailQueue: MailQueue
  trials: Trials
  /** IANA time zone for users who aren't in a school. */
  timezone: string
  newLinks: boolean
}

/** The outcome of one page of the list. */
export type Page = {
  made: number
  /** Number of users who already had an account. */
  left: number
  /** Paths of the links to print. Empty if mail is configured. */
  links: { email: string; link: string }[]
  /** Addresses that didn't get a link because they reached the mail limit. */
  unsent: string[]
}

/** Returns the schools in the list, keyed by the name in the list. Throws {@link BadList}. */
const schoolsIn = async (db: Db, people: readonly Listed[]): Promise<Map<string, School>> => {
  const found = new Map<string, School>()
  const problems = new Map<string, string>()
  for (const name of new Set(people.flatMap(({ school }) => school ?? []))) {
    const [school, another] = await schoolsCalled(db, name)
    if (!school) problems.set(name, `No school is named ${name}.`)
    else if (another) problems.set(name, `More than one school is named ${name}. Use the school's ID.`)
    else found.set(name, school)
  }
  const lines = people.flatMap(({ line, school }) =>
    school !== null && problems.has(school) ? [`line ${line}: ${problems.get(school)}`] : [],
  )
  if (lines.length > 0) throw new BadList(lines)
  return found
}

/** Creates a user's account and adds it to the school, if any. Returns the user id. */
const make = async (
  db: Db,
  { email, displayName }: Listed,
  school: School | undefined,
  means: AddAccountsDeps,
  now: Date,
): Promise<string> => {
  const row = { email, displayName, passwordHash: null, timezone: school?.timezone ?? means.timezone, preferences: {}, createdAt: now }
  const userId = await insertUser(db, row)
  await means.trials.begin(db, { userId, email }, now)
  await record(db, { at: now, actorId: null, act: 'account.added', subjectId: userId })
  if (!school) return userId
  await joinSchool(db, userId, { schoolId: school.id, at: now, isAdministrator: false })
  await deleteInvitationTo(db, school.id, email)
  await record(db, { at: now, actorId: null, act: 'school.joined', subjectId: userId, schoolId: school.id })
  return userId
}

const addPage = (
  db: Db,
  people: readonly Listed[],
  schools: ReadonlyMap<string, School>,
  means: AddAccountsDeps,
  now: Date,
): Promise<Page> =>
  db.transaction(async (db) => {
    const page: Page = { made: 0, left: 0, links: [], unsent: [] }
    const known = await waysInOf(
      db,
      people.map(({ email }) => email),
    )
    const newcomers = people.filter(({ email }) => !known.has(email))
    const joined = newcomers.flatMap(({ school }) => schools.get(school ?? '')?.id ?? [])
    // Locks the schools in a fixed order, so that two concurrent commands can't deadlock.
    for (const id of [...new Set(joined)].sort()) await lockSchool(db, id)
    for (const person of people) {
      const { email, school } = person
      const found = known.get(email)
      if (found) page.left++
      else page.made++
      if (found && !(means.newLinks && found.hasNone)) continue
      const userId = found?.userId ?? (await make(db, person, schools.get(school ?? ''), means, now))
      if (found) await endResets(db, userId, now)
      if (!means.mailQueue.isOpen) page.links.push({ email, link: await makeLink(db, { userId, cause: 'added' }, now) })
      else if ((await queueLink(db, means, { email, cause: 'added' }, now)) > 0) page.unsent.push(email)
    }
    return page
  })

/**
 * For each user in a CSV list who doesn't have an account, creates one with a set-password link that is valid for seven days. Yields the
 * outcome of each page. Throws {@link BadList} before changing anything.
 */
export async function* addAccounts(db: Db, list: Uint8Array, means: AddAccountsDeps, now: Date): AsyncGenerator<Page> {
  const people = peopleIn(list)
  const schools = await schoolsIn(db, people)
  for (let start = 0; start < people.length; start += AT_ONCE) {
    const add = () => addPage(db, people.slice(start, start + AT_ONCE), schools, means, now)
    yield await add().catch((error: unknown) => {
      // A user on this page signed up concurrently. The retry finds their account.
      if (uniqueViolationOf(error) !== 'users_email_unique') throw error
      return add()
    })
  }
}
