/**
 * User management for platform admins.
 *
 * 1. These actions read nothing that users have written except their names.
 * 2. Each action is written to the audit log in the same transaction. Lock order: the user first, then the platform admins.
 * 3. Guests don't have an email address and are treated as not found.
 */
import { type DeletionDeps, deleteAccount } from '#server/features/accounts/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { paidItemsOf } from '#server/features/billing/actions.ts'
import { heldCredits } from '#server/features/billing/referral/queries.ts'
import { requireOtherAdministrator } from '#server/features/people/actions.ts'
import { isAdministrator, lockAdministrators, lockUser } from '#server/features/people/queries.ts'
import { countTeachers, giveAdmin, schoolOf, takeAdmin } from '#server/features/schools/queries.ts'
import { askForLink } from '#server/features/sign-in/reset/actions.ts'
import type { Sessions } from '#server/features/sign-in/sessions/actions.ts'
import { deleteSessionOf, sessionsOf } from '#server/features/sign-in/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import { FOUND_AT_MOST, type ListedUser, type Person, type UserOrder } from '#shared/admin/users/contract.ts'
import { PRICES, statusAt } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import * as query from './queries.ts'

/** `isFree`: everyone has a plan on this installation. */
export type Settings = { isFree: boolean }

/** Returns the current month in a time zone, as `yyyy-MM`. */
const monthIn = (timezone: string, now: Date): string => todayIn(timezone, now.getTime()).slice(0, 7)

/** Returns this month's token usage, keyed by user id. */
const tokensOf = async (db: Db, rows: readonly { id: string; timezone: string }[], now: Date) => {
  const months = new Map(rows.map(({ id, timezone }) => [id, monthIn(timezone, now)]))
  const found = rows.length > 0 ? await query.tokensIn(db, [...months.keys()], [...new Set(months.values())]) : []
  return new Map(found.filter(({ userId, month }) => months.get(userId) === month).map((row) => [row.userId, row]))
}

/** Facts about the listed users from tables of other features. */
const factsOf = async (db: Db, rows: readonly query.ListedRow[], now: Date) => {
  const ids = rows.map(({ id }) => id)
  const [tokens, seen, plans] =
    ids.length === 0
      ? [new Map<string, undefined>(), [], []]
      : [await tokensOf(db, rows, now), await query.lastSeenOf(db, ids), await query.plansOf(db, ids)]
  const lastSeen = new Map(seen.map(({ userId, at }) => [userId, at]))
  return (userId: string) => ({
    tokens: tokens.get(userId),
    lastSeenAt: lastSeen.get(userId) ?? null,
    interval: plans.find((plan) => plan.userId === userId)?.interval ?? null,
  })
}
type Facts = ReturnType<Awaited<ReturnType<typeof factsOf>>>

const listedOf = (
  row: query.ListedRow,
  { tokens, lastSeenAt, interval, isFree, now }: Facts & { isFree: boolean; now: Date },
): ListedUser => {
  const { id, email, displayName, createdAt, status, aiFeatureFlag, aiEndsAt, referralCredits, isAdmin, schoolName } = row
  const plan = {
    subscriptionStatus: status,
    freeTrialStarted: row.freeTrialStarted.toISOString(),
    planEndsAt: row.planEndsAt?.toISOString() ?? null,
  }
  return {
    id,
    email,
    displayName,
    ...plan,
    subscriptionStatus: isFree ? 'PROTEACHERACTIVE' : statusAt(plan, now.getTime()),
    planInterval: interval,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    schoolName,
    referralCredits,
    monthlyTokenUsage: tokens?.used ?? 0,
    tokensAllowance: tokens?.allowance ?? PRICES.aiAddOn.tokens,
    aiFeatureFlag: aiFeatureFlag && (aiEndsAt === null || aiEndsAt > now),
    isAdmin,
  }
}

const listOf = async (db: Db, rows: readonly query.ListedRow[], now: Date, { isFree }: Settings): Promise<ListedUser[]> => {
  const factsAbout = await factsOf(db, rows, now)
  return rows.map((row) => listedOf(row, { ...factsAbout(row.id), isFree, now }))
}

type Page = { page: number; pageSize: number; status?: SubscriptionStatus | undefined; order?: UserOrder | undefined }

/** Returns a page of users, and the total. If the page is past the end, returns no users and skips their query. */
export const listUsers = async (db: Db, { page, pageSize, status, order = 'newest' }: Page, now: Date, settings: Settings) => {
  // On an installation without plans, everyone's status is the same.
  if (settings.isFree && status !== undefined && status !== 'PROTEACHERACTIVE') return { users: [], total: 0 }
  const where = status === undefined || settings.isFree ? undefined : query.hasStatus(status, now)
  const total = await query.countListed(db, where)
  const offset = (page - 1) * pageSize
  const rows = offset < total ? await query.pageOf(db, where, { limit: pageSize, offset, order }) : []
  return { users: await listOf(db, rows, now, settings), total }
}

/**
 * The audit log counts an admin's searches within an hour as one, including the requests sent while they type. Otherwise, searches would
 * push the events that matter off the first page of Recent Events.
 */
const SEARCH_MS = 60 * 60_000

const recordSearch = async (db: Db, actorId: string, now: Date): Promise<void> => {
  const isRecorded = (db: Db) => query.hasSearchedSince(db, actorId, new Date(now.getTime() - SEARCH_MS))
  if (await isRecorded(db)) return
  await db.transaction(async (db) => {
    // Fast typing sends concurrent searches. The lock makes sure only one is logged.
    await lockUser(db, actorId)
    if (!(await isRecorded(db))) await record(db, { at: now, actorId, act: 'users.searched' })
  })
}

/**
 * Returns the most recently created users whose email or name contains the search text. Logs a search at most once an hour for each admin,
 * without the text.
 */
export const searchUsers = async (db: Db, { text, actorId }: { text: string; actorId: string }, now: Date, settings: Settings) => {
  await recordSearch(db, actorId, now)
  return listOf(db, await query.peopleWith(db, text, FOUND_AT_MOST), now, settings)
}

const shownSchoolOf = async (db: Db, userId: string): Promise<Person['school']> => {
  const school = await schoolOf(db, userId)
  if (!school) return null
  const { id, name, isAdministrator } = school
  return { id, name, isAdministrator, ...(await countTeachers(db, id)) }
}

/** Returns a user's details. Throws `not_found`. */
export const personFor = async (db: Db, { sessionId }: Actor, userId: string, now: Date, { isFree }: Settings): Promise<Person> => {
  const row = await query.personOf(db, userId)
  if (!row) throw new Refused('not_found')
  const factsAbout = await factsOf(db, [row], now)
  const devices = await sessionsOf(db, userId, now)
  return {
    ...listedOf(row, { ...factsAbout(userId), isFree, now }),
    isAddressConfirmed: row.isAddressConfirmed,
    hasPassword: row.hasPassword,
    hasGoogle: row.hasGoogle,
    hasOidc: row.hasOidc,
    items: await paidItemsOf(db, userId, now),
    grantedUntil: row.grantedUntil,
    aiGrantedUntil: row.aiGrantedUntil,
    credits: (await heldCredits(db, userId, now)).map(({ amount, expiresAt }) => ({
      amount,
      expiresOn: todayIn(row.timezone, expiresAt.getTime()),
    })),
    school: await shownSchoolOf(db, userId),
    devices: devices.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === sessionId,
    })),
  }
}

/** An action by `actorId` on `userId`. */
type ToPerson = { actorId: string; userId: string }

/** Locks a user until the end of the transaction and returns their email. Throws `not_found`. */
const lockPerson = async (db: Db, userId: string): Promise<string> => {
  const email = (await lockUser(db, userId)) && (await query.addressOf(db, userId))
  if (!email) throw new Refused('not_found')
  return email
}

/**
 * Grants or revokes a user's platform admin role, and emails all platform admins. Re-checks the caller's role after taking the lock,
 * because it may have been revoked in the meantime. Throws `last_administrator`, and `refused_by_rule` for school administrators.
 */
export const setAdmin = (db: Db, { actorId, userId }: ToPerson, isAdmin: boolean, now: Date, mailQueue: MailQueue): Promise<void> =>
  db.transaction(async (db) => {
    await lockPerson(db, userId)
    await lockAdministrators(db)
    if (!(await isAdministrator(db, actorId))) throw new Refused('not_allowed')
    if ((await isAdministrator(db, userId)) === isAdmin) return
    if (!isAdmin) {
      await requireOtherAdministrator(db, userId)
      await takeAdmin(db, userId)
    } else if (!(await giveAdmin(db, userId)))
      throw new Refused('refused_by_rule', 'This person runs a school. Firstbell admins can’t also be school administrators.')
    await record(db, { at: now, actorId, act: isAdmin ? 'role.admin' : 'role.not_admin', subjectId: userId })
    const about = `${userId} ${isAdmin ? 'made' : 'removed'} ${now.toISOString()}`
    const told = new Set([...(await query.administrators(db)), userId])
    await mailQueue.queueToAll(db, { userIds: [...told], kind: 'role-changed', about }, now)
  })

/** Sends a user a password reset link. Throws `not_found`, and `too_many` if the user's address has reached the mail limit. */
export const sendLink = (db: Db, { actorId, userId }: ToPerson, now: Date, by: { keys: KeyRing; mailQueue: MailQueue }): Promise<void> =>
  db.transaction(async (db) => {
    const email = await query.addressOf(db, userId)
    if (email === undefined) throw new Refused('not_found')
    await askForLink(db, by, email, now)
    await record(db, { at: now, actorId, act: 'account.link', subjectId: userId })
  })

/** Signs a user out on one device. Throws `not_found`. */
export const endSession = (db: Db, { actorId, userId }: ToPerson, sessionId: string, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    if (!(await deleteSessionOf(db, userId, sessionId))) throw new Refused('not_found')
    await record(db, { at: now, actorId, act: 'sessions.ended', subjectId: userId })
  })

/** Signs a user out on every device, except the admin's current one. Throws `not_found`. */
export const endSessions = (db: Db, actor: Actor, userId: string, now: Date, sessions: Sessions): Promise<void> =>
  db.transaction(async (db) => {
    await lockPerson(db, userId)
    await sessions.endOthers(userId, actor.sessionId, db)
    await record(db, { at: now, actorId: actor.userId, act: 'sessions.ended', subjectId: userId })
  })

/**
 * Deletes a user. The caller must supply the user's email. Throws `not_found`, `last_administrator`, and `refused_by_rule` if the email
 * doesn't match.
 */
export const deletePerson = (
  db: Db,
  { actorId, userId, email }: ToPerson & { email: string },
  now: Date,
  deps: DeletionDeps,
): Promise<void> =>
  db.transaction(async (db) => {
    const address = await query.addressOf(db, userId)
    if (address === undefined) throw new Refused('not_found')
    if (address !== email) throw new Refused('refused_by_rule', 'That doesn’t match their email.')
    await deleteAccount(db, { userId, precondition: null, now, keepsTrial: true }, deps)
    await record(db, { at: now, actorId, act: 'account.deleted', subjectId: userId })
  })
