/**
 * Writes iCalendar files (RFC 5545): the start of a file, its events one by one, and its end, so that a long file can be written in parts.
 */
import { addDays } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { contentLine, escapeText, parameter } from './content-line.ts'
import { stamp, timeZoneLines } from './time-zone.ts'

/** The largest SEQUENCE that calendar programs can store. */
const MAX_SEQUENCE = 2 ** 31 - 1

type CalendarHead = {
  name: string
  /** An IANA zone, in which all times of the file are. */
  timezone: string
  /** The first and last day of the file. */
  from: string
  to: string
  /** For a file that is read again and again: how often. */
  refreshHours?: number
}

export type CalendarEvent = {
  uid: string
  title: string
  date: string
  /** `HH:mm`. Without times, the event lasts all day. */
  times?: { startTime: string; endTime: string } | undefined
  /** Plain text. */
  text?: string | undefined
  /** Increases with every change. */
  version: number
  changedAt: Date
}

/** Returns the UID of something on a day, which stays the same as long as it is there. */
export const uidOf = (calendarId: string, date: string, id: string): string => `${date}-${id}-${calendarId}@firstbell`

/** Returns the start of a file with its time zone. */
export const calendarStart = ({ name, timezone, from, to, refreshHours }: CalendarHead): string => {
  const title = escapeText(name)
  const refresh =
    refreshHours === undefined ? [] : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`, `X-PUBLISHED-TTL:PT${refreshHours}H`]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Firstbell//Firstbell//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${title}`,
    `X-WR-CALNAME:${title}`,
    ...refresh,
  ]
  return lines.map(contentLine).join('') + timeZoneLines(timezone, from, to)
}

export const CALENDAR_END = contentLine('END:VCALENDAR')

/** Returns a note as an event whose title is the note's first line. The reader of our own files takes the text for the note (lib/reading). */
export const noteEvent = (note: string): Pick<CalendarEvent, 'title' | 'text'> => {
  const [line = '', ...more] = note.split('\n')
  const title = line.slice(0, MAX.title)
  return { title, text: more.length > 0 || title !== line ? note : undefined }
}

const compact = (day: string): string => day.replaceAll('-', '')
const compactTime = (time: string): string => `${time.slice(0, 2)}${time.slice(3, 5)}00`

/** Returns a function that writes events whose times are in an IANA time zone. */
export const eventWriter = (timezone: string): ((event: CalendarEvent) => string) => {
  const zone = `TZID=${parameter(timezone)}`
  return ({ uid, title, date, times, text, version, changedAt }) => {
    const day = compact(date)
    const changed = `${stamp(changedAt)}Z`
    const when = times
      ? `DTSTART;${zone}:${day}T${compactTime(times.startTime)}\r\nDTEND;${zone}:${day}T${compactTime(times.endTime)}\r\n`
      : `DTSTART;VALUE=DATE:${day}\r\nDTEND;VALUE=DATE:${compact(addDays(date, 1))}\r\nTRANSP:TRANSPARENT\r\n`
    // A file without METHOD says with DTSTAMP when the event was last changed.
    return `BEGIN:VEVENT\r\n${contentLine(`UID:${uid}`)}DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${Math.min(version, MAX_SEQUENCE)}\r\n${when}${contentLine(`SUMMARY:${escapeText(title)}`)}${text ? contentLine(`DESCRIPTION:${escapeText(text)}`) : ''}END:VEVENT\r\n`
  }
}
