/** Converts a calendar file's times to the teacher's time zone. */
import ICAL from 'ical.js'
import { isTimezone, minutesOf, timeIn, todayIn } from '#shared/dates.ts'
import type { Raw } from './raw-events.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** A date and a time, as a clock on the wall shows them. */
export type Wall = { date: string; time: string }
/** Returns how many minutes the zone is ahead of UTC when its clocks show this. */
type Zone = { offsetAt: (wall: Wall) => number }

const MINUTE_MS = 60_000
const UTC: Zone = { offsetAt: () => 0 }

/** Returns the instant at which clocks in UTC show this. */
const asUtc = ({ date, time }: Wall): number => Date.parse(`${date}T${time}:00Z`)
const wallOf = (instant: number): Wall => {
  const text = new Date(instant).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

const namedZone = (timezone: string): Zone => {
  const offset = (instant: number): number => {
    const shown = asUtc({ date: todayIn(timezone, instant), time: timeIn(timezone, instant) })
    return Math.round((shown - instant) / MINUTE_MS)
  }
  return {
    offsetAt: (wall) => {
      const shown = asUtc(wall)
      // The second pass corrects for clocks that change between the two instants.
      return offset(shown - offset(shown - offset(shown) * MINUTE_MS) * MINUTE_MS)
    },
  }
}

/** A rule by which clocks change once a year. */
const YEARLY =
  /^RRULE:FREQ=YEARLY(?:;(?:BYMONTH=\d\d?|BYDAY=[+-]?\d?[A-Z]{2}|BYMONTHDAY=[\d,-]{1,24}|INTERVAL=1|UNTIL=\w{8,16}|COUNT=\d{1,3}|WKST=\w\w)){0,6}$/i
/** Some programs list the changes of a century. */
const MAX_CHANGES = 300
/** Zones of one file that are described by itself, because each takes milliseconds to understand. */
const MAX_DESCRIBED = 20
/** Yearly rules of those zones together. Each takes up to 10 ms, because ical.js lists its changes of up to 600 years. */
const MAX_RULES = 60
const LAST_DAY = '2199-12-31'

const linesOf = ({ text }: Raw): string[] => text.replace(/\r\n[ \t]/g, '').split('\r\n')
const rulesOf = (raw: Raw): string[] => linesOf(raw).filter((line) => /^RRULE/i.test(line))

/** Returns a zone that the file itself describes. Null if it doesn't make sense. */
const describedZone = (raw: Raw): Zone | null => {
  const { text, isCutOff } = raw
  const lines = linesOf(raw)
  const changes = lines.filter((line) => /^(?:DTSTART|RDATE)/i.test(line))
  if (isCutOff || lines.length > 4 * MAX_CHANGES || changes.length > MAX_CHANGES || text.length > 100_000) return null
  if (!rulesOf(raw).every((rule) => YEARLY.test(rule))) return null
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    if (!component.getFirstSubcomponent()) return null
    const zone = new ICAL.Timezone(component)
    const offsetAt = (wall: Wall) => Math.round(zone.utcOffset(ICAL.Time.fromDateTimeString(`${wall.date}T${wall.time}:00`)) / 60)
    // ical.js lists all changes again for an event that is later than those before.
    offsetAt({ date: LAST_DAY, time: '12:00' })
    return { offsetAt }
  } catch {
    return null
  }
}

/** Returns the IANA name that a calendar program means, or null. Some put a path in front: '/mozilla.org/20050126_1/America/New_York'. */
const ianaNameOf = (name: string): string | null => {
  const plain = name.replace(/^"|"$/g, '').trim()
  const windows = WINDOWS_ZONES[plain.toLowerCase()]
  if (windows) return windows
  const last = /[A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(plain.slice(-60))?.[0]
  // Outlook writes what its menu shows: '(UTC-05:00) Eastern Time (US & Canada)'.
  const shown = WINDOWS_ZONES[`${/eastern|central|mountain|pacific/i.exec(plain)?.[0].toLowerCase() ?? ''} standard time`]
  const isShown = /time \(us (?:&|and) canada\)/i.test(plain)
  return [plain, last, isShown ? shown : undefined].find((one) => one !== undefined && one.length > 2 && isTimezone(one)) ?? null
}

/** Enough for every file that a program wrote. */
const MAX_NAMES = 300

/**
 * Returns functions that convert a file's times. `fileZone` is the zone that the file names for times without one. A name that nobody knows
 * counts as the teacher's own zone.
 */
export const makeZones = (timezone: string, { zones, timezone: fileZone }: { zones: readonly Raw[]; timezone: string }) => {
  const described = new Map<string, Raw>()
  for (const raw of zones) {
    const name = /^TZID(?:;[^:]*)?:(.*)$/m.exec(raw.text.replace(/\r\n[ \t]/g, ''))?.[1]?.trim()
    if (name && !described.has(name)) described.set(name, raw)
  }
  const known = new Map<string, Zone | null>()
  let describedCount = 0
  let ruleCount = 0
  const find = (name: string): Zone | null => {
    const iana = ianaNameOf(name)
    if (iana === timezone) return null
    if (iana !== null) return namedZone(iana)
    const raw = described.get(name)
    const location = raw && /^X-LIC-LOCATION:(.*)$/m.exec(raw.text)?.[1]?.trim()
    if (location && isTimezone(location)) return namedZone(location)
    if (!raw) return null
    describedCount += 1
    ruleCount += rulesOf(raw).length
    return describedCount <= MAX_DESCRIBED && ruleCount <= MAX_RULES ? describedZone(raw) : null
  }
  /** Returns null for the teacher's own zone. */
  const zoneOf = (name: string | undefined): Zone | null => {
    const key = name ?? fileZone
    if (key === '') return null
    const found = known.get(key)
    if (found !== undefined) return found
    const zone = known.size < MAX_NAMES ? find(key) : null
    known.set(key, zone)
    return zone
  }
  const toOwn = (wall: Wall, zone: Zone | null): Wall => {
    if (zone === null) return wall
    const instant = asUtc(wall) - zone.offsetAt(wall) * MINUTE_MS
    return { date: todayIn(timezone, instant), time: timeIn(timezone, instant) }
  }
  /** Returns what the clocks of a zone show when it is `wall` in UTC. */
  const fromUtc = (wall: Wall, zone: Zone | null): Wall => {
    const instant = asUtc(wall)
    if (zone === null) return { date: todayIn(timezone, instant), time: timeIn(timezone, instant) }
    const guess = wallOf(instant + zone.offsetAt(wall) * MINUTE_MS)
    return wallOf(instant + zone.offsetAt(guess) * MINUTE_MS)
  }
  return { zoneOf, toOwn, fromUtc, utc: UTC }
}
export type Zones = ReturnType<typeof makeZones>

/** Returns the wall time `minutes` later. */
export const later = (wall: Wall, minutes: number): Wall => wallOf(asUtc(wall) + minutes * MINUTE_MS)
/** Returns the minutes from one wall time to another. */
export const minutesBetween = (from: Wall, to: Wall): number => Math.round((asUtc(to) - asUtc(from)) / MINUTE_MS)
export const isMidnight = ({ time }: Wall): boolean => minutesOf(time) === 0
