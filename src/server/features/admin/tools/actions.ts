import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { record } from '#server/features/audit/queries.ts'
import { grantPlans } from '#server/features/billing/grants/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { BulkChange } from '#shared/admin/tools/contract.ts'
import { todayIn } from '#shared/dates.ts'
import { type Problem, readBulk } from './policy.ts'
import { type ExportedRow, grantsByEmail, peopleAfter } from './queries.ts'

/** Users to read per query, so that other requests can run in between. */
const PAGE = 1_000

/** Yields all users, one page at a time. */
export async function* allPeople(db: Db): AsyncGenerator<readonly ExportedRow[]> {
  for (let after: string | null = null; ; ) {
    const page: readonly ExportedRow[] = await peopleAfter(db, after, PAGE)
    yield page
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? null
  }
}

/** Users from the file to read per query, so that other requests can run in between. */
const AT_ONCE = 200

type Planned = { change: BulkChange; userId: string }

/** Returns the change from the current grant to the requested one, or undefined if nothing changes. */
const difference = (from: string | null, to: string | null | undefined) => (to === undefined || to === from ? undefined : { from, to })

/** Returns the changes that a CSV would make, and the problems in the CSV. */
export const planBulk = async (db: Db, csv: string, now: Date) => {
  const { wishes, problems } = readBulk(csv)
  const planned: Planned[] = []
  const wrong: Problem[] = [...problems]
  let unchanged = 0
  for (let done = 0; done < wishes.length; done += AT_ONCE) {
    await turnOfOthers()
    const some = wishes.slice(done, done + AT_ONCE)
    const grants = await grantsByEmail(
      db,
      some.map(({ email }) => email),
    )
    for (const { line, email, planUntil, aiUntil } of some) {
      const person = grants.get(email)
      if (!person) {
        wrong.push({ line, message: `No account uses ${email}.` })
        continue
      }
      const plan = difference(person.grantedUntil, planUntil)
      const ai = difference(person.aiGrantedUntil, aiUntil)
      const today = todayIn(person.timezone, now.getTime())
      const past = [plan?.to, ai?.to].find((day) => day && day < today)
      if (past) wrong.push({ line, message: `${past} is in the past.` })
      else if (plan || ai) planned.push({ change: { line, email, ...(plan && { plan }), ...(ai && { ai }) }, userId: person.userId })
      else unchanged++
    }
  }
  return { planned, unchanged, problems: wrong.sort((a, b) => a.line - b.line) }
}

/**
 * Applies the grants in a CSV, all in one transaction. Returns the number of users changed. Throws `refused_by_rule` if the CSV has any
 * problems.
 */
export const applyBulk = (db: Db, { csv, actorId }: { csv: string; actorId: string }, now: Date): Promise<number> =>
  db.transaction(async (db) => {
    const { planned, problems } = await planBulk(db, csv, now)
    const [first] = problems
    if (first) throw new Refused('refused_by_rule', `Line ${first.line}: ${first.message} No changes were made.`)
    const grants = planned.map(({ userId, change }) => ({ userId, until: change.plan?.to, aiUntil: change.ai?.to }))
    await grantPlans(db, grants, { actorId, now })
    if (planned.length > 0) await record(db, { at: now, actorId, act: 'admin.updated' })
    return planned.length
  })
