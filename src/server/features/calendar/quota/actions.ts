/**
 * What one calendar may hold, and what is kept of its changes. Each has a limit of its own, set by the operator.
 *
 * 1. What takes something away always works, also when the history is full: what it takes goes there, once.
 * 2. No change younger than 30 days is dropped to make room.
 */
import { oldestChange } from '#server/features/calendar/history/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { formatDay, todayIn } from '#shared/dates.ts'

/** In bytes. */
export type Quota = { lessons: number; history: number }

export const HISTORY_DAYS = 30
const DAY_MS = 86_400_000
const MEGABYTE = 1024 * 1024

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

type Wish = {
  /** What is there. */
  used: { lessonBytes: number; historyBytes: number }
  /** What would be added; negative where something goes. */
  lessons: number
  history: number
  /** Nothing is added or rewritten. */
  isRemoval: boolean
}

/** Refuses what would go beyond the limits, and says what frees space. */
export const requireRoom = async (
  db: Db,
  calendar: CalendarRef,
  quota: Quota,
  { used, lessons, history, isRemoval }: Wish,
): Promise<void> => {
  if (isRemoval) return
  if (lessons > 0 && used.lessonBytes + lessons > quota.lessons)
    throw new Refused(
      'refused_by_rule',
      `Your planner is full: it may hold ${megabytes(quota.lessons)} of lessons and templates. Delete old days or templates, or shorten long lessons, to make room.`,
    )
  if (history <= 0 || used.historyBytes + history <= quota.history) return
  const oldest = await oldestChange(db, calendar)
  const freed = oldest && new Date(oldest.getTime() + HISTORY_DAYS * DAY_MS)
  const when = freed ? ` The oldest are forgotten on ${formatDay(todayIn('UTC', freed.getTime()), 'long')}, which makes room.` : ''
  throw new Refused(
    'refused_by_rule',
    `The history of your changes is full: it may hold ${megabytes(quota.history)}, and keeps every change for ${HISTORY_DAYS} days.${when} You can still delete, read and export.`,
  )
}
