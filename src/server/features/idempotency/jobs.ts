import type { JobCall } from '#server/lib/jobs/run.ts'
import { keptSince } from './policy.ts'
import { deleteKeysUntil } from './queries.ts'

/** Runs hourly. Deletes keys after 24 hours. */
export const forgetIdempotencyKeys = async ({ db, now }: JobCall): Promise<void> => void (await deleteKeysUntil(db, keptSince(now)))
