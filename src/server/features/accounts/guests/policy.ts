import type { Actor } from '#server/lib/http/serve.ts'

const MEGABYTE = 1024 * 1024

/** Storage limits for guests, in bytes. Enough for three days of planning, but small, because anyone can create guests without limit. */
const OF_GUEST = { lessons: 5 * MEGABYTE, history: 10 * MEGABYTE }

/** Returns the actor's storage limits: `quota`, or less for a guest. */
export const quotaFor = ({ isGuest }: Pick<Actor, 'isGuest'>, quota: typeof OF_GUEST): typeof OF_GUEST =>
  isGuest ? { lessons: Math.min(OF_GUEST.lessons, quota.lessons), history: Math.min(OF_GUEST.history, quota.history) } : quota
