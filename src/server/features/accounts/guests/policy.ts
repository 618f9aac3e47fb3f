import type { Actor } from '#server/lib/http/serve.ts'

const MEGABYTE = 1024 * 1024

/** Bytes that a guest may keep: more than three days of planning fill. Making one costs nothing but a call. */
const OF_GUEST = { lessons: 5 * MEGABYTE, history: 10 * MEGABYTE }

/** Returns how many bytes the actor may keep, where an account may keep `quota`. */
export const quotaFor = ({ isGuest }: Pick<Actor, 'isGuest'>, quota: typeof OF_GUEST): typeof OF_GUEST =>
  isGuest ? { lessons: Math.min(OF_GUEST.lessons, quota.lessons), history: Math.min(OF_GUEST.history, quota.history) } : quota
