import { createHash } from 'node:crypto'
import { addMonths } from '#shared/dates.ts'
import type { FEED_READERS } from '#shared/feeds/contract.ts'

/** Months before and after today that a feed covers outside of a school year. */
const MONTHS = 12

type FeedRange = { from: string; to: string }

/** Returns the days that a feed covers: the first of these school years that contains today, or else a year back and a year ahead. */
export const rangeOf = (today: string, years: readonly { firstDay: string; lastDay: string }[]): FeedRange => {
  const year = years.find(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay)
  return year ? { from: year.firstDay, to: year.lastDay } : { from: addMonths(today, -MONTHS), to: addMonths(today, MONTHS) }
}

/** Returns a weak ETag that changes with any of these parts. */
export const etagOf = (parts: unknown): string => `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`

/** True if an If-None-Match header lists this ETag. */
export const hasEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.slice(2)) ?? false

/** Names of calendar programs in User-Agent headers. Outlook's servers are Exchange. Apple's programs name the system first. */
const READERS: readonly (readonly [RegExp, (typeof FEED_READERS)[number]])[] = [
  [/Google/i, 'google'],
  [/Microsoft|Outlook|Exchange/i, 'outlook'],
  [/CalendarAgent|dataaccessd|accountsd|^(?:iOS|iPadOS|macOS|watchOS|Mac[+_ ]OS[+_ ]X)\//i, 'apple'],
]

/** Returns the kind of calendar program from its User-Agent header, and nothing else of it. */
export const readerOf = (userAgent: string | undefined): (typeof FEED_READERS)[number] =>
  READERS.find(([pattern]) => userAgent && pattern.test(userAgent.slice(0, 500)))?.[1] ?? 'other'
