/**
 * Guests: users who try Firstbell without an email address (docs/decisions/0020).
 *
 * 1. A guest is a user row without an email address. Their data is stored like everyone else's, under their own ID.
 * 2. Signing up adds an address and a password to the same row. No data moves, so none can be lost.
 * 3. Guests are deleted after three days. If sign-up and deletion race, only one of them succeeds, because both statements require the row
 *    to still be a guest.
 */
import { randomUUID } from 'node:crypto'
import { beginAccount, type SignUpDeps } from '#server/features/accounts/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { addLessons } from '#server/features/classes/actions.ts'
import { calendarRowOf, insertUser } from '#server/features/people/queries.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { deleteSessions } from '#server/features/sign-in/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { guestEnd } from '#shared/accounts/rules.ts'
import { isSchoolDay, mondayOf, stepSchoolDay, todayIn } from '#shared/dates.ts'
import { SAMPLE_CLASSES, sampleWeek } from '#shared/sample-week.ts'
import { type OwnAccount, signUpGuest } from './queries.ts'

type Somebody = { userId: string; timezone: string; now: Date }

/** Adds the sample classes, and their lessons to the week that the user's planner opens to: the current week, or next week on a weekend. */
const addSampleWeek = async (db: Db, { userId, timezone, now }: Somebody, quota: Quota): Promise<void> => {
  const row = await calendarRowOf(db, userId)
  if (!row) throw new Error('This person has no calendar')
  const calendar = ownCalendar({ calendarId: row.id, userId })
  const today = todayIn(timezone, now.getTime())
  const classes = SAMPLE_CLASSES.map((one) => ({ ...one, id: randomUUID() }))
  const days = sampleWeek(mondayOf(isSchoolDay(today) ? today : stepSchoolDay(today, 1)), classes).map(({ date, lessons }) => ({
    date,
    blocks: lessons.map((lesson) => ({ ...lesson, id: `template-${now.getTime()}-${date}-${lesson.order}` })),
  }))
  await addLessons(db, { calendar, actor: userId, kind: 'template', now, quota }, { classes, days })
}

type NewGuest = { timezone: string; userAgent: string | undefined; now: Date }
/** Creates a guest and a planner with sample lessons, in one transaction. Returns the user ID and the session token. */
export const openGuest = (db: Db, { timezone, userAgent, now }: NewGuest, quota: Quota): Promise<{ userId: string; token: string }> =>
  db.transaction(async (db) => {
    const userId = await insertUser(db, { timezone, preferences: {}, createdAt: now })
    await addSampleWeek(db, { userId, timezone, now }, quota)
    const token = await startSession(db, { userId, passwordHash: null, userAgent, now, expiresAt: new Date(guestEnd(now.getTime())) })
    if (token === undefined) throw new Error('A new guest could not be signed in')
    return { userId, token }
  })

/** Throws `taken` if a duplicate email address caused the error. Otherwise rethrows it. */
export const refuseTaken = (error: unknown): never => {
  if (uniqueViolationOf(error) === 'users_email_unique')
    throw new Refused('taken', 'An account with this email already exists. Sign in, or use another email.')
  throw error
}

/**
 * Upgrades a guest to an account, with the same steps as {@link beginAccount} for a new one, and ends all of the guest's sessions. Runs in
 * the caller's transaction. Throws `not_signed_in` if the guest has been deleted. If the email address is taken, throws the database's
 * unique constraint error.
 */
export const ownGuest = async (
  db: Db,
  deps: SignUpDeps,
  { userId, ref, now, ...account }: OwnAccount & { userId: string; ref?: string | null | undefined; now: Date },
): Promise<void> => {
  if (!(await signUpGuest(db, userId, account))) throw new Refused('not_signed_in')
  const hasWayIn = [account.passwordHash, account.googleId, account.oidcId].some((way) => way != null)
  await beginAccount(db, { userId, email: account.email, ref, hasWayIn }, deps, now)
  await deleteSessions(db, userId)
}
