import { hash } from '@node-rs/argon2'
import { insertUser } from '#server/features/people/queries.ts'
import { calendars, subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'

let count = 0

/** Cached per worker thread across test files. Hashing takes longer than all other steps of creating a sample. */
const thread = globalThis as { passwordHashes?: Map<string, Promise<string>> }

/** Returns the password's hash. Hashes each password only once. */
const hashOf = (password: string): Promise<string> => {
  thread.passwordHashes ??= new Map()
  const made = thread.passwordHashes.get(password) ?? hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  thread.passwordHashes.set(password, made)
  return made
}

/** Skips the cost of password hashing, for tests with many sign-ins. */
export const quickPasswords: Passwords = {
  hash: hashOf,
  matches: async (hashed, password) => hashed === (await hashOf(password)),
  verifyDecoy: async () => false,
}

/** Creates a teacher on the first day of a trial, with a confirmed email address and a session. */
export const aTeacher = async (
  db: Db,
  {
    email = `teacher-${++count}@school.example`,
    displayName = null as string | null,
    password = 'first-bell',
    now = new Date(),
    timezone = 'America/New_York',
    isConfirmed = true,
    userAgent = undefined as string | undefined,
  } = {},
) => {
  const passwordHash = await hashOf(password)
  const emailConfirmedAt = isConfirmed ? now : null
  const userId = await insertUser(db, { email, emailConfirmedAt, passwordHash, displayName, timezone, preferences: {}, createdAt: now })
  const token = await startSession(db, { userId, passwordHash, userAgent, now, isConfirmed: true })
  if (token === undefined) throw new Error('A new teacher could not sign in')
  return { userId, email, password, passwordHash, token }
}

/** Creates many teachers with the same password, because hashing one for each would be slow. */
export const aSchool = async (db: Db, { teachers, now }: { teachers: number; now: Date }) => {
  const { passwordHash, password } = await aTeacher(db, { now })
  const names = Array.from({ length: teachers }, () => `colleague-${++count}@school.example`)
  const people = await db
    .insert(users)
    .values(names.map((email) => ({ email, passwordHash, timezone: 'UTC', preferences: {}, createdAt: now })))
    .returning({ userId: users.id })
  await db.insert(userRoles).values(people)
  await db.insert(calendars).values(people)
  await db.insert(subscriptions).values(people.map((person) => ({ ...person, status: 'TRIAL' as const, freeTrialStarted: now })))
  return { names, people: people.map(({ userId }) => userId), password, passwordHash }
}
