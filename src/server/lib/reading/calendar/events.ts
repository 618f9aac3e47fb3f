/** Reads the properties of one event. */
import ICAL from 'ical.js'
import { FIRST_DAY, isDay } from '#shared/dates.ts'
import type { Raw } from './raw-events.ts'
import type { Cost } from './recurrence.ts'
import { isMidnight, later, minutesBetween, type Wall, type Zones } from './zones.ts'

type Zone = ReturnType<Zones['zoneOf']>

export type CalendarEvent = {
  line: number
  uid: string
  title: string
  /** HTML that isn't sanitized, or plain text. */
  html: string | null
  text: string
  location: string
  isCanceled: boolean
  /** In the event's own zone. An event of whole days starts at midnight. */
  start: Wall
  zone: Zone
  isAllDay: boolean
  /** Minutes, or null if the file has no end. */
  length: number | null
  rules: string[]
  /** Further starts, in the teacher's zone. */
  more: Wall[]
  /** Starts that are left out, in the teacher's zone: a date, or a date and a time. */
  except: Set<string>
  /** The start of the repetition that this event changes, in the teacher's zone. */
  replaces: string | null
  /** True if it also changes all later repetitions. */
  changesLater: boolean
}

/** Why an event can't come in, in a sentence for the teacher. */
export class BadEvent extends Error {
  override name = 'BadEvent'
}

type Property = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]]

/** More are left out. A year has 366 days. */
const MAX_MORE = 1_000
const MINUTES_A_DAY = 1440

const textOf = (property: Property | undefined): string => (typeof property?.[3] === 'string' ? property[3] : '')

/** True for a valid date. A series may begin before the planner's range does. */
const isWritable = (date: string): boolean => isDay(date) || (date >= '1600-01-01' && date < FIRST_DAY && isDay(`20${date.slice(2)}`))

type Moment = { wall: Wall; zone: Zone; isDate: boolean }

/** Returns a point in time of a property. ical.js writes all of them as 2026-11-18T08:00:00, with Z if they are in UTC. */
const momentOf = (parameters: Property[1], value: unknown, zones: Zones): Moment | null => {
  const one = Array.isArray(value) ? value[0] : value
  const [, date, time, utc] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?(Z)?)?/.exec(String(one).slice(0, 40)) ?? []
  if (date === undefined || !isWritable(date)) return null
  if (time === undefined) return { wall: { date, time: '00:00' }, zone: null, isDate: true }
  if (time > '23:59') return null
  const tzid = parameters['tzid']
  return { wall: { date, time }, zone: utc ? zones.utc : zones.zoneOf(typeof tzid === 'string' ? tzid : undefined), isDate: false }
}

const keyOf = ({ date, time }: Wall): string => `${date} ${time}`
/** Identifies a repetition of an event. */
export const startKey = (wall: Wall): string => keyOf(wall)

/** Returns all points in time of properties with a name, at most {@link MAX_MORE}. */
const momentsOf = (properties: readonly Property[], name: string, zones: Zones, cost: Cost): Moment[] =>
  properties
    .filter(([each]) => each === name)
    .flatMap(([, parameters, , ...values]) => values.slice(0, MAX_MORE).map((value) => momentOf(parameters, value, zones)))
    .filter((moment) => moment !== null)
    .slice(0, MAX_MORE)
    .map((moment) => {
      cost(6)
      return moment
    })

const inOwnZone = ({ wall, zone, isDate }: Moment, zones: Zones): string => (isDate ? wall.date : keyOf(zones.toOwn(wall, zone)))

const lengthOf = (properties: readonly Property[], start: Moment, zones: Zones): number | null => {
  const end = properties.find(([name]) => name === 'dtend')
  if (end) {
    const moment = momentOf(end[1], end[3], zones)
    if (!moment) return null
    return start.isDate || moment.isDate
      ? minutesBetween(start.wall, moment.wall)
      : minutesBetween(zones.toOwn(start.wall, start.zone), zones.toOwn(moment.wall, moment.zone))
  }
  const duration = textOf(properties.find(([name]) => name === 'duration'))
  if (duration === '' || duration.length > 40) return null
  try {
    return Math.round(ICAL.Duration.fromString(duration).toSeconds() / 60)
  } catch {
    return null
  }
}

const HAS_TAGS = /<\/?(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em|h[1-6]|table|html-blob)(?:\s[^<>]*)?\/?>/i
const isHtml = (text: string): boolean => HAS_TAGS.test(text)

/** Returns the part of a page that is shown. Outlook writes whole documents. */
const bodyOf = (html: string): string => {
  const from = html.search(/<body[\s>]/i)
  return from < 0 ? html : html.slice(from)
}

const parse = (text: string): Property[] => {
  try {
    return (ICAL.parse(text) as [string, Property[]])[1]
  } catch {
    throw new BadEvent('We can’t read this event.')
  }
}

/** Reads an event. Throws {@link BadEvent}. */
export const eventOf = ({ line, text: raw, isCutOff }: Raw, zones: Zones, cost: Cost): CalendarEvent => {
  const lines = raw.replace(/\r\n[ \t]/g, '').split('\r\n')
  const rules = lines.filter((each) => /^RRULE[;:]/i.test(each)).map((each) => each.slice(each.indexOf(':') + 1).replace(/\s/g, ''))
  // Their rules are read by themselves, so that a broken one leaves the event.
  const isRead = (each: string) => !/^RRULE[;:]/i.test(each) && (rules.length > 0 || !/^EXDATE[;:]/i.test(each))
  const properties = parse(lines.filter(isRead).join('\r\n'))
  const first = (name: string) => properties.find(([each]) => each === name)
  const dtstart = first('dtstart')
  if (!dtstart) throw new BadEvent('The event doesn’t have a start.')
  const start = momentOf(dtstart[1], dtstart[3], zones)
  if (!start) throw new BadEvent('We can’t read when the event starts.')
  const given = lengthOf(properties, start, zones)
  const length = given !== null && given > 0 ? given : null
  const isWhole = isMidnight(start.wall) && length !== null && length % MINUTES_A_DAY === 0
  const isOutlookDay = textOf(first('x-microsoft-cdo-alldayevent')).toUpperCase() === 'TRUE'
  const isAllDay = start.isDate || isWhole || (isOutlookDay && isMidnight(start.wall))
  const description = textOf(first('description')).slice(0, isCutOff ? 0 : undefined)
  const alternative = textOf(first('x-alt-desc'))
  const html = isHtml(alternative) ? bodyOf(alternative) : isHtml(description) ? description : null
  const replaced = first('recurrence-id')
  const replaces = replaced ? momentOf(replaced[1], replaced[3], zones) : null
  return {
    ...{ line, uid: textOf(first('uid')).slice(0, 500), title: textOf(first('summary')), html, text: description },
    location: textOf(first('location')),
    isCanceled: textOf(first('status')).toUpperCase() === 'CANCELLED',
    start: start.wall,
    // A day is the same day in every zone.
    zone: isAllDay ? null : start.zone,
    isAllDay,
    length,
    rules,
    more: momentsOf(properties, 'rdate', zones, cost).map(({ wall, zone }) => (isAllDay ? wall : zones.toOwn(wall, zone))),
    except: new Set(momentsOf(properties, 'exdate', zones, cost).map((moment) => inOwnZone(moment, zones))),
    replaces: replaces && inOwnZone(replaces, zones),
    changesLater: String(replaced?.[1]['range'] ?? '').toUpperCase() === 'THISANDFUTURE',
  }
}

/** Returns the wall times at which an event starts and ends in the teacher's zone. */
export const timesOf = ({ zone, length }: Pick<CalendarEvent, 'zone' | 'length'>, start: Wall, zones: Zones) => {
  const own = zones.toOwn(start, zone)
  return { start: own, end: length === null ? null : later(own, length) }
}
