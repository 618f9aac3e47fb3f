import { eq } from 'drizzle-orm'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { subscriptions } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** Creates a teacher with the AI add-on. */
export const aWriter = async (db: Db, parts: Parameters<typeof aTeacher>[1] = {}) => {
  const teacher = await aTeacher(db, parts)
  await db.update(subscriptions).set({ aiFeatureFlag: true }).where(eq(subscriptions.userId, teacher.userId))
  return teacher
}
