/**
 * Limits on a calendar's size, on its change history, and on a single change. Operators configure the first two.
 *
 * 1. Removing content always works, even if the history is full. The removed content is added to the history once.
 * 2. Changes from the last 30 days are never dropped to make room.
 */

import { oldestChange } from '#server/features/calendar/history/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { timezoneOfCalendar } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'
import { DAY_MS, formatDay, todayIn } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'

/** In bytes. */
export type Quota = { lessons: number; history: number }

const MEGABYTE = 1024 * 1024

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

/**
 * The quota allows one indexed word per this many bytes. Prose never reaches that limit. Only lists of distinct words exceed it, and each
 * word takes up to 60 bytes in the index.
 */
const BYTES_A_WORD = 10
/**
 * Maximum size of one operation. Bytes are the size of the days that the operation reads and writes, before and after combined, so that its
 * undo fits as well. The word limit covers the words that the operation indexes. A year of full lessons fits (180 days of 8 lessons with
 * 200 words each: 3 MB and 290,000 words), and the embedded engine processes it in under a second.
 */
const MAX_BYTES = 12 * MEGABYTE
const MAX_WORDS = 320_000
/** An import may be 5 MB of text, in which a lesson has a different word for every 7 bytes. */
const MAX_WORDS_OF_IMPORT = 750_000
const inWords = (count: number): string => count.toLocaleString('en-US')

/** Maximum size of one day. Small enough to send in one request and to index within half a second. */
const OF_DAY = { bytes: 2_000_000, words: 100_000 }

type Size = { bytes: number; words: number }

/** Throws `refused_by_rule` if a day would exceed its size limit. */
export const requireModestDay = ({ bytes, words }: Size): void => {
  if (bytes > OF_DAY.bytes)
    throw new Refused('refused_by_rule', 'This day has too much text (the limit is 2 MB). Shorten a lesson, or link to a document.')
  if (words > OF_DAY.words)
    throw new Refused(
      'refused_by_rule',
      `This day has too many different words (the limit is ${inWords(OF_DAY.words)}). Shorten a lesson, or link to a document.`,
    )
}

/** Throws `refused_by_rule` if one operation would change too much. */
export const requireModest = ({ bytes, words }: Size, kind?: OperationKind): void => {
  const maxWords = kind === 'import' ? MAX_WORDS_OF_IMPORT : MAX_WORDS
  if (bytes > MAX_BYTES || words > maxWords)
    throw new Refused(
      'refused_by_rule',
      `That’s too much for one change (the limit is ${megabytes(MAX_BYTES)} or ${inWords(maxWords)} different words). Choose fewer days, or shorten long lessons.`,
    )
}

type SpaceRequest = {
  /** Current usage. */
  used: { lessonBytes: number; historyBytes: number; words: number }
  /** Bytes added. Negative when content is removed. */
  lessons: number
  history: number
  words?: number
  /** True if the change doesn't add or rewrite any content. */
  isRemoval: boolean
}

/** Throws `refused_by_rule` if the change would exceed a quota. The message explains how to free space. */
export const requireRoom = async (
  db: Db,
  calendar: CalendarRef,
  quota: Quota,
  { used, lessons, history, words = 0, isRemoval }: SpaceRequest,
): Promise<void> => {
  if (isRemoval) return
  if (lessons > 0 && used.lessonBytes + lessons > quota.lessons)
    throw new Refused(
      'refused_by_rule',
      `Your planner is full (${megabytes(quota.lessons)}). To make room, delete old days or templates, or shorten long lessons.`,
    )
  const maxWords = Math.floor(quota.lessons / BYTES_A_WORD)
  if (words > 0 && used.words + words > maxWords)
    throw new Refused(
      'refused_by_rule',
      `Your planner has too many different words to search (the limit is ${inWords(maxWords)}). To make room, delete old days, or shorten long lessons.`,
    )
  if (history <= 0 || used.historyBytes + history <= quota.history) return
  const oldest = await oldestChange(db, calendar)
  const freedOn = oldest && todayIn(await timezoneOfCalendar(db, calendar.id), oldest.getTime() + RETENTION.historyDays * DAY_MS)
  const when = freedOn ? ` Space frees up on ${formatDay(freedOn, 'long')}, when the oldest changes expire.` : ''
  throw new Refused(
    'refused_by_rule',
    `Your change history is full (${megabytes(quota.history)}). We keep every change for ${RETENTION.historyDays} days.${when} You can still delete, view, and export.`,
  )
}
