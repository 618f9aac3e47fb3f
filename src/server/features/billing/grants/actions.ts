/**
 * Grants plans and the add-on through a given day.
 *
 * 1. Processes 200 users at a time, so that other requests aren't blocked, and in order of id, so that two bulk updates can't deadlock.
 * 2. If a grant or its withdrawal starts or ends a plan, only the grant or withdrawal is logged.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { auditLog } from '#server/features/audit/tables.ts'
import { entitlementAt } from '#server/features/billing/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { todayIn } from '#shared/dates.ts'
import * as query from './queries.ts'

/** The last days of the plan and of the add-on. Null withdraws a grant. Undefined leaves it unchanged. */
type Grant = { userId: string; until: string | null | undefined; aiUntil: string | null | undefined }

/** The grants before the change. */
type Granted = { grantedUntil: string | null; aiGrantedUntil: string | null }

/** Returns the audit entries for a grant. A withdrawal is logged only if the user had a grant. */
const actsOf = ({ userId, until, aiUntil }: Grant, before: Granted | undefined, at: Date, actorId: string) => {
  const acts: (typeof auditLog.$inferInsert)[] = []
  const entry = { at, actorId, subjectId: userId }
  if (until) acts.push({ ...entry, act: 'plan.granted' })
  else if (until === null && before?.grantedUntil) acts.push({ ...entry, act: 'plan.withdrawn' })
  if (aiUntil) acts.push({ ...entry, act: 'addon.granted' })
  else if (aiUntil === null && before?.aiGrantedUntil) acts.push({ ...entry, act: 'addon.withdrawn' })
  return acts
}

/** Users processed per batch. */
const AT_ONCE = 200

const grantSome = async (db: Db, grants: readonly Grant[], { actorId, now }: { actorId: string; now: Date }): Promise<void> => {
  const ids = grants.map(({ userId }) => userId)
  const people = new Map((await query.lockPlans(db, ids)).map((person) => [person.userId, person]))
  const paid = new Map<string, Awaited<ReturnType<typeof query.paidOf>>>()
  for (const row of await query.paidOf(db, ids)) paid.set(row.userId, [...(paid.get(row.userId) ?? []), row])
  const returned = await query.returnedOf(db, ids)
  const plans = grants.map(({ userId, until, aiUntil }) => {
    const person = people.get(userId)
    if (!person) throw new Refused('not_found')
    const { plan, timezone } = person
    const today = todayIn(timezone, now.getTime())
    if ([until, aiUntil].some((day) => day && day < today))
      throw new Refused('refused_by_rule', 'That date has passed. Choose a later one.')
    const granted = {
      grantedUntil: until === undefined ? plan.grantedUntil : until,
      aiGrantedUntil: aiUntil === undefined ? plan.aiGrantedUntil : aiUntil,
    }
    const { status, freeTrialStarted } = plan
    const entitlement = entitlementAt({ status, freeTrialStarted, ...granted, timezone, paid: paid.get(userId) ?? [], returned }, now)
    return { userId, ...granted, ...entitlement }
  })
  await query.updatePlans(db, plans)
  await query.recordMany(
    db,
    grants.flatMap((grant) => actsOf(grant, people.get(grant.userId)?.plan, now, actorId)),
  )
}

/**
 * Grants a plan, the add-on, or both through a day, all in one transaction. Throws `not_found` if any user doesn't exist or has no email
 * address, and `refused_by_rule` if the day is in the past.
 */
export const grantPlans = (db: Db, grants: readonly Grant[], by: { actorId: string; now: Date }): Promise<void> =>
  db.transaction(async (db) => {
    const inOrder = [...grants].sort((a, b) => (a.userId < b.userId ? -1 : 1))
    for (let done = 0; done < inOrder.length; done += AT_ONCE) {
      await grantSome(db, inOrder.slice(done, done + AT_ONCE), by)
      await turnOfOthers()
    }
  })
