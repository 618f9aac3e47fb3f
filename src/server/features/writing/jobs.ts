import type { JobCall } from '#server/lib/jobs/run.ts'
import { release } from './queries.ts'

/** Releases tokens reserved by servers that crashed. */
export const releaseTokens = async ({ db, now }: JobCall): Promise<void> => void (await release(db, now))
