/**
 * Describes an IANA time zone as a VTIMEZONE, from what this machine's `Intl` knows of it.
 *
 * 1. A zone that changes its clocks by the same rule every year gets that rule. Outlook understands nothing else.
 * 2. Any other zone, such as Morocco's, gets one observance per change of its clocks.
 */
import { DAY_MS, offsetIn } from '#shared/dates.ts'
import { contentLine, escapeText } from './content-line.ts'

const MINUTE_MS = 60_000
/** No zone changes its clocks twice within this many days. */
const STEP_DAYS = 7
/** Years after the last one that a rule must hold for. */
const YEARS_AHEAD = 2
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A change of a zone's clocks. `at` is in milliseconds since the epoch, offsets are in milliseconds east of UTC. */
type Change = { at: number; from: number; to: number }

/** Returns the changes of a zone's clocks between two instants, in order. */
const changesBetween = (timezone: string, from: number, to: number): Change[] => {
  const changes: Change[] = []
  let before = offsetIn(timezone, from)
  for (let start = from; start < to; start += STEP_DAYS * DAY_MS) {
    const end = Math.min(start + STEP_DAYS * DAY_MS, to)
    const after = offsetIn(timezone, end)
    if (after === before) continue
    let [low, high] = [start, end]
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetIn(timezone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, from: before, to: after })
    before = after
  }
  return changes
}

const two = (number: number): string => String(number).padStart(2, '0')

const offsetText = (offset: number): string => {
  const seconds = Math.abs(offset) / 1000
  const rest = seconds % 60
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : two(rest)}`
}

/** Returns the wall-clock time that clocks before a change would show at it, as a date in UTC. */
const wallClock = ({ at, from }: Change): Date => new Date(at + from)

/** Returns an instant in UTC as 20261118T090000. */
export const stamp = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '')

/** Returns which weekday of its month a change is on: the first to fourth one, and whether it is the last. */
const placeOf = (change: Change) => {
  const date = wallClock(change)
  const day = date.getUTCDate()
  const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return {
    year: date.getUTCFullYear(),
    same: [change.from, change.to, date.getUTCMonth(), date.getUTCDay(), date.getUTCHours(), date.getUTCMinutes()].join(' '),
    rule: `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYDAY=`,
    weekday: WEEKDAYS[date.getUTCDay()],
    nth: Math.ceil(day / 7),
    isLast: day + 7 > daysOfMonth,
  }
}

/** Returns the yearly rule of changes, one for each of `years` years. Undefined if they don't follow one. */
const ruleOf = (changes: readonly Change[], years: number): string | undefined => {
  const places = changes.map(placeOf)
  const [first] = places
  if (!first || places.length !== years || new Set(places.map(({ year }) => year)).size !== years) return undefined
  if (!places.every(({ same }) => same === first.same)) return undefined
  if (places.every(({ isLast }) => isLast)) return `${first.rule}-1${first.weekday}`
  return places.every(({ nth }) => nth === first.nth) ? `${first.rule}${first.nth}${first.weekday}` : undefined
}

type Observance = { change: Change; isDaylight: boolean; rule?: string | undefined }

const observanceLines = ({ change, isDaylight, rule }: Observance): string => {
  const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${stamp(wallClock(change))}`,
    `TZOFFSETFROM:${offsetText(change.from)}`,
    `TZOFFSETTO:${offsetText(change.to)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `END:${kind}`,
  ]
    .map(contentLine)
    .join('')
}

const described = (timezone: string, firstYear: number, lastYear: number): string => {
  const [start, end] = [Date.UTC(firstYear, 0, 1), Date.UTC(lastYear + 1, 0, 1)]
  const offset = offsetIn(timezone, start)
  const changes = changesBetween(timezone, start, end)
  const standard = Math.min(...changes.map(({ to }) => to), offset)
  const observance = (change: Change, rule?: string): Observance => ({
    change,
    isDaylight: change.to > standard,
    rule,
  })
  const years = lastYear - firstYear + 1
  const kinds = [changes.filter(({ to }) => to === standard), changes.filter(({ to }) => to !== standard)]
  const rules = kinds.map((kind) => ruleOf(kind, years))
  const whole = rules.every((rule) => rule !== undefined)
    ? kinds.flatMap(([first], kind) => (first ? [observance(first, rules[kind])] : []))
    : [{ at: start, from: offset, to: offset }, ...changes].map((change) => observance(change))
  return [
    contentLine('BEGIN:VTIMEZONE'),
    contentLine(`TZID:${escapeText(timezone)}`),
    ...whole.map(observanceLines),
    contentLine('END:VTIMEZONE'),
  ].join('')
}

/** Maximum number of descriptions that are kept. Each takes about a millisecond to work out. */
const MAX_KEPT = 600
const kept = new Map<string, string>()

/** Returns the VTIMEZONE of an IANA zone, correct from one day to another (both included). Throws RangeError for an unknown zone. */
export const timeZoneLines = (timezone: string, from: string, to: string): string => {
  const [firstYear, lastYear] = [Number(from.slice(0, 4)) - 1, Number(to.slice(0, 4)) + YEARS_AHEAD]
  const key = `${timezone} ${firstYear} ${lastYear}`
  const lines = kept.get(key) ?? described(timezone, firstYear, lastYear)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, lines)
  return lines
}
