/**
 * Accounts that somebody at the console makes from a list (docs/decisions/0042).
 *
 * 1. The whole list is checked before anything is made. Then 200 people at a time are made, each page in a transaction: where the
 *    command dies, the same list goes on from there.
 * 2. An address that has an account is left alone. With `newLinks`, one that nobody could sign in to yet gets another link, and its
 *    older ones end.
 * 3. Nobody can sign in until a link was used. Where mail is set up it is mailed; else it is handed back to be printed.
 */
import { insertUser } from '#server/features/accounts/queries.ts'
import { makeLink, queueLink } from '#server/features/accounts/reset/actions.ts'
import { endResets } from '#server/features/accounts/reset/queries.ts'
import type { Trials } from '#server/features/accounts/trials/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { deleteInvitationTo } from '#server/features/schools/invitations/queries.ts'
import { joinSchool, lockSchool, schoolsCalled } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Post } from '#server/lib/mail/post.ts'
import { BadList, type Listed, peopleIn } from './policy.ts'
import { waysInOf } from './queries.ts'

const AT_ONCE = 200

type School = { id: string; timezone: string }
type Means = {
  keys: KeyRing
  post: Post
  trials: Trials
  /** IANA zone of a person who is in no school. */
  timezone: string
  newLinks: boolean
}

/** What became of some people of the list. */
export type Page = {
  made: number
  /** They had an account. */
  left: number
  /** Paths of links to be printed; none where mail is set up. */
  links: { email: string; link: string }[]
  /** Addresses that too much mail has gone to: no link was sent. */
  unsent: string[]
}

/** Returns the schools that a list names, by the name there. Throws {@link BadList}. */
const schoolsIn = async (db: Db, people: readonly Listed[]): Promise<Map<string, School>> => {
  const found = new Map<string, School>()
  const problems = new Map<string, string>()
  for (const name of new Set(people.flatMap(({ school }) => school ?? []))) {
    const [school, another] = await schoolsCalled(db, name)
    if (!school) problems.set(name, `There is no school called ${name}.`)
    else if (another) problems.set(name, `Several schools are called ${name}. Write the id of one.`)
    else found.set(name, school)
  }
  const lines = people.flatMap(({ line, school }) =>
    school !== null && problems.has(school) ? [`line ${line}: ${problems.get(school)}`] : [],
  )
  if (lines.length > 0) throw new BadList(lines)
  return found
}

/** Makes the account of a person, a teacher of the school where there is one. Returns who they are. */
const make = async (db: Db, { email, displayName }: Listed, school: School | undefined, means: Means, now: Date): Promise<string> => {
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

const addPage = (db: Db, people: readonly Listed[], schools: ReadonlyMap<string, School>, means: Means, now: Date): Promise<Page> =>
  db.transaction(async (db) => {
    const page: Page = { made: 0, left: 0, links: [], unsent: [] }
    const known = await waysInOf(
      db,
      people.map(({ email }) => email),
    )
    const newcomers = people.filter(({ email }) => !known.has(email))
    const joined = newcomers.flatMap(({ school }) => schools.get(school ?? '')?.id ?? [])
    // In one order, so that two such commands don't wait for each other.
    for (const id of [...new Set(joined)].sort()) await lockSchool(db, id)
    for (const person of people) {
      const { email, school } = person
      const found = known.get(email)
      if (found) page.left++
      else page.made++
      if (found && !(means.newLinks && found.hasNone)) continue
      const userId = found?.userId ?? (await make(db, person, schools.get(school ?? ''), means, now))
      if (found) await endResets(db, userId, now)
      if (!means.post.isOpen) page.links.push({ email, link: await makeLink(db, { userId, cause: 'added' }, now) })
      else if ((await queueLink(db, means, { email, cause: 'added' }, now)) > 0) page.unsent.push(email)
    }
    return page
  })

/**
 * Makes an account for each person of a list in CSV who has none, and a link by which they set the password within seven days. Yields
 * what was done after each page. Throws {@link BadList}, and has changed nothing then.
 */
export async function* addAccounts(db: Db, list: Uint8Array, means: Means, now: Date): AsyncGenerator<Page> {
  const people = peopleIn(list)
  const schools = await schoolsIn(db, people)
  for (let start = 0; start < people.length; start += AT_ONCE) {
    const add = () => addPage(db, people.slice(start, start + AT_ONCE), schools, means, now)
    yield await add().catch((error: unknown) => {
      // Somebody of the page signed up at the same moment: the second try finds them.
      if (uniqueViolationOf(error) !== 'users_email_unique') throw error
      return add()
    })
  }
}
