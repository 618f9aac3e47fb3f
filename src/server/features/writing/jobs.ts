import type { JobCall } from '#server/lib/jobs/run.ts'
import { release } from './queries.ts'

/** Gives back what was reserved for answers whose server has died. */
export const releaseTokens = async ({ db, now }: JobCall): Promise<void> => void (await release(db, now))
