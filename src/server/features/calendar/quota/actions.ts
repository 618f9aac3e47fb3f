/**
 * What one calendar may hold, what is kept of its changes, and what one of them may write. The operator sets the limits
 * of the first two.
 *
 * 1. What takes something away always works, also when the history is full: what it takes goes there, once.
 * 2. No change younger than 30 days is dropped to make room.
 */
import { timezoneOfCalendar } from '#server/features/accounts/queries.ts'
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

/**
 * A calendar may be found by one word for so many bytes of its lessons. Prose has fewer; only lists of different words have more,
 * and each costs the index up to 60 bytes.
 */
const BYTES_A_WORD = 10
/**
 * What one operation moves at most: bytes of the days that it reads and writes, before and after together, so that its
 * undo is no more; and words by which they are found. Room for a year of full lessons (180 days of 8 with 200 words:
 * 3 MB and 290,000 words), and less than a second of the embedded engine.
 */
const MAX_BYTES = 12 * MEGABYTE
const MAX_WORDS = 320_000
const inWords = (count: number): string => count.toLocaleString('en-US')

/** A day holds no more than can be sent back in one call, and than the index takes in half a second. */
const OF_DAY = { bytes: 2_000_000, words: 100_000 }

type Size = { bytes: number; words: number }

/** Throws `refused_by_rule` for a day that would hold more than one may. */
export const requireModestDay = ({ bytes, words }: Size): void => {
  if (bytes > OF_DAY.bytes)
    throw new Refused('refused_by_rule', 'A day holds at most 2 MB of text. Split long lessons, or link to a document.')
  if (words > OF_DAY.words)
    throw new Refused(
      'refused_by_rule',
      `The lessons of a day hold at most ${inWords(OF_DAY.words)} different words. Shorten them, or link to a document.`,
    )
}

/** Throws `refused_by_rule` for an operation that would move more than one may. */
export const requireModest = ({ bytes, words }: Size): void => {
  if (bytes > MAX_BYTES || words > MAX_WORDS)
    throw new Refused(
      'refused_by_rule',
      `One change may hold ${megabytes(MAX_BYTES)} and ${inWords(MAX_WORDS)} different words. This one would hold more: choose fewer days, or shorten long lessons.`,
    )
}

type Wish = {
  /** What is there. */
  used: { lessonBytes: number; historyBytes: number; words: number }
  /** What would be added; negative where something goes. */
  lessons: number
  history: number
  words?: number
  /** Nothing is added or rewritten. */
  isRemoval: boolean
}

/** Refuses what would go beyond the limits, and says what frees space. */
export const requireRoom = async (
  db: Db,
  calendar: CalendarRef,
  quota: Quota,
  { used, lessons, history, words = 0, isRemoval }: Wish,
): Promise<void> => {
  if (isRemoval) return
  if (lessons > 0 && used.lessonBytes + lessons > quota.lessons)
    throw new Refused(
      'refused_by_rule',
      `Your planner is full: it may hold ${megabytes(quota.lessons)} of lessons and templates. Delete old days or templates, or shorten long lessons, to make room.`,
    )
  const maxWords = Math.floor(quota.lessons / BYTES_A_WORD)
  if (words > 0 && used.words + words > maxWords)
    throw new Refused(
      'refused_by_rule',
      `Your planner is full: search keeps up to ${inWords(maxWords)} different words of its lessons. Delete old days, or shorten long lessons, to make room.`,
    )
  if (history <= 0 || used.historyBytes + history <= quota.history) return
  const oldest = await oldestChange(db, calendar)
  const freedOn = oldest && todayIn(await timezoneOfCalendar(db, calendar.id), oldest.getTime() + HISTORY_DAYS * DAY_MS)
  const when = freedOn ? ` The oldest are forgotten on ${formatDay(freedOn, 'long')}, which makes room.` : ''
  throw new Refused(
    'refused_by_rule',
    `The history of your changes is full: it may hold ${megabytes(quota.history)}, and keeps every change for ${HISTORY_DAYS} days.${when} You can still delete, read and export.`,
  )
}
