import { CALENDAR_END, type CalendarEvent, calendarStart, eventWriter, noteEvent, uidOf } from '#server/lib/icalendar/calendar-file.ts'
import { makePauses } from '#server/lib/limits/giving-way.ts'
import type { FeedParts } from '#shared/feeds/contract.ts'
import { textLines } from '#shared/plain-text.ts'
import type { FeedDay, FeedRange } from './queries.ts'

/** How often calendar programs are asked to read a feed again. Few listen. */
const REFRESH_HOURS = 1

/** Characters of lesson HTML converted at a time (about 5 ms) before other requests can run. */
const AT_ONCE = 100_000

export type FeedHead = {
  /** Shown by calendar programs. */
  title: string
  timezone: string
  range: FeedRange
  calendarId: string
  include: FeedParts
  /** A feed of one class holds its lessons, and neither days off nor notes. */
  isOfClass: boolean
  /** The school whose days are shown over the teacher's own. */
  schoolId: string | null
}

type Stamp = Pick<CalendarEvent, 'version' | 'changedAt'>

/**
 * Returns the days off and notes of a day as events. Their ids contain a dot, which no lesson's id does. A school's events have ids of their
 * own and the stamp of the school's entry, so that no SEQUENCE decreases when the entry is removed or the teacher leaves the school.
 */
const marksOf = (day: FeedDay, { include, isOfClass, schoolId }: FeedHead, own: Stamp) => {
  if (isOfClass) return []
  const { isBlocked, blockedText, noteText, schoolNote, schoolBlocked, schoolVersion, schoolChangedAt } = day
  const school = { version: schoolVersion ?? 0, changedAt: schoolChangedAt ?? own.changedAt }
  const off = schoolBlocked ? { id: `${schoolId}.off`, ...school } : { id: 'day.off', ...own }
  return [
    ...(isBlocked ? [{ ...off, title: blockedText ?? '', text: undefined }] : []),
    ...(include.notes && noteText ? [{ id: 'day.note', ...noteEvent(noteText), ...own }] : []),
    ...(include.notes && schoolNote ? [{ id: `${schoolId}.note`, ...noteEvent(schoolNote), ...school }] : []),
  ]
}

/** Returns the start of a feed's file, with its time zone. */
export const feedStart = ({ title, timezone, range }: FeedHead): string =>
  calendarStart({ name: title, timezone, ...range, refreshHours: REFRESH_HOURS })

export const FEED_END = CALENDAR_END

/** Returns a function that writes the events of a feed's days, with pauses for other requests. */
export const dayWriter = (head: FeedHead): ((day: FeedDay) => Promise<string>) => {
  const write = eventWriter(head.timezone)
  const pause = makePauses(AT_ONCE)
  return async (day) => {
    const { date, version, changedAt } = day
    // A day without an entry of the teacher has only events of the school.
    const own: Stamp = { version, changedAt: changedAt ?? new Date(0) }
    const uid = (id: string) => uidOf(head.calendarId, date, id)
    let text = ''
    for (const { id, ...mark } of marksOf(day, head, own)) text += write({ uid: uid(id), date, ...mark })
    for (const [id, title, startTime, endTime, html] of day.lessons) {
      if (html) await pause(html.length)
      text += write({ uid: uid(id), title, times: { startTime, endTime }, text: html && textLines(html), date, ...own })
    }
    return text
  }
}
