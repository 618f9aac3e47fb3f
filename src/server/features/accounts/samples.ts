import { hash } from '@node-rs/argon2'
import type { Db } from '#server/lib/db/client.ts'
import { insertUser } from './queries.ts'
import { startSession } from './sessions/actions.ts'

let count = 0

/** A teacher on the first day of a trial, and a token that signs them in. */
export const aTeacher = async (
  db: Db,
  {
    email = `teacher-${++count}@school.example`,
    displayName = null as string | null,
    password = 'first-bell',
    now = new Date(),
    timezone = 'America/New_York',
  } = {},
) => {
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const userId = await insertUser(db, { email, passwordHash, displayName, timezone, preferences: {}, createdAt: now })
  const token = await startSession(db, { userId, passwordHash, userAgent: undefined, now })
  if (token === undefined) throw new Error('A new teacher could not sign in')
  return { userId, email, password, passwordHash, token }
}
