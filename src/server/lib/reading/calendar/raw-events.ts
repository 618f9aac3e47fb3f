/**
 * Finds the events and time zones in a calendar file, without parsing their properties. A broken event then spoils nothing but itself, and
 * each event's line is known. Reads one line at a time, because a file can have millions.
 */

/** An event or time zone as text, without the properties and parts that nothing reads. `line` is that of its BEGIN. */
export type Raw = { line: number; text: string; isCutOff: boolean }
export type RawCalendar = { events: Raw[]; zones: Raw[]; isCalendar: boolean; program: string; timezone: string; eventCount: number }

/** Enough for what is read of an event. Programs put whole pictures into others, such as ATTACH. */
const KEPT = new Set([
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'STATUS'],
  ...['X-ALT-DESC', 'X-MICROSOFT-CDO-ALLDAYEVENT', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'X-LIC-LOCATION'],
])
const NAME = /^([A-Za-z][A-Za-z0-9-]*)[;:]/
/** Longer properties are cut off. A lesson's text is at most 200,000 characters. */
const MAX_PROPERTY = 420_000
/** Lists of dates are shorter. A year has 366. */
const MAX_DATES = 20_000
/** Those of one file. A school year has a few thousand. */
const MAX_EVENTS = 100_000
const MAX_ZONES = 200

/** Yields each line with its number, from 1. A line may end with CR, LF or both. */
function* linesOf(text: string): Generator<[number, string]> {
  const END = /\r\n?|\n/g
  let number = 1
  let from = 0
  for (let end = END.exec(text); end; end = END.exec(text)) {
    yield [number, text.slice(from, end.index)]
    from = END.lastIndex
    number += 1
  }
  if (from < text.length) yield [number, text.slice(from)]
}

type Open = { name: string; line: number; parts: string[]; length: number; isCutOff: boolean; depth: number }

const PARTS_OF_ZONES = new Set(['STANDARD', 'DAYLIGHT'])

/** Collects the lines of one event or time zone. */
const makeCollector = (name: string, line: number) => {
  const open: Open = { name, line, parts: [`BEGIN:${name}`], length: 0, isCutOff: false, depth: 0 }
  let isKept = false
  let isDates = false
  const keep = (text: string, isFolded: boolean): void => {
    if (!isFolded) open.length = 0
    open.length += text.length
    if (open.length > (isDates ? MAX_DATES : MAX_PROPERTY)) open.isCutOff = true
    else open.parts.push(text)
  }
  return {
    open,
    /** Takes a line between BEGIN and END. */
    take: (text: string): void => {
      if (text.startsWith(' ') || text.startsWith('\t')) {
        if (isKept) keep(text, true)
        return
      }
      const found = NAME.exec(text)?.[1]?.toUpperCase()
      // Some programs don't escape line breaks. The rest of such a text is lost.
      isKept = found !== undefined && KEPT.has(found)
      isDates = found === 'EXDATE' || found === 'RDATE'
      if (isKept) keep(text, false)
    },
    stop: (): void => {
      isKept = false
    },
    done: (): Raw => ({ line: open.line, text: [...open.parts, `END:${name}`].join('\r\n'), isCutOff: open.isCutOff }),
  }
}

/** Reads the file's structure. Events beyond {@link MAX_EVENTS} are only counted. */
export const rawCalendarOf = (content: string): RawCalendar => {
  const found: RawCalendar = { events: [], zones: [], isCalendar: false, program: '', timezone: '', eventCount: 0 }
  let collector: ReturnType<typeof makeCollector> | undefined
  /** Names of the parts within the collected event or zone. */
  const inner: string[] = []
  const close = (): void => {
    if (!collector) return
    const isEvent = collector.open.name === 'VEVENT'
    if (isEvent && found.events.length < MAX_EVENTS) found.events.push(collector.done())
    if (!isEvent && found.zones.length < MAX_ZONES) found.zones.push(collector.done())
    if (isEvent) found.eventCount += 1
    collector = undefined
    inner.length = 0
  }
  const begin = (name: string, line: number): void => {
    if (name === 'VCALENDAR') found.isCalendar = true
    // An event inside another one: the first wasn't closed.
    if (name === 'VEVENT' || name === 'VTIMEZONE') {
      close()
      collector = makeCollector(name, line)
    } else if (collector) {
      inner.push(name)
      collector.stop()
      if (collector.open.name === 'VTIMEZONE' && PARTS_OF_ZONES.has(name)) collector.open.parts.push(`BEGIN:${name}`)
    }
  }
  const finish = (name: string) => {
    if (!collector) return
    if (name === collector.open.name || name === 'VCALENDAR') return close()
    if (inner.pop() === name && collector.open.name === 'VTIMEZONE' && PARTS_OF_ZONES.has(name)) collector.open.parts.push(`END:${name}`)
    collector.stop()
  }
  const isWanted = (): boolean => inner.length === 0 || (inner.length === 1 && PARTS_OF_ZONES.has(inner[0] ?? ''))
  for (const [number, text] of linesOf(content)) {
    const mark = /^(BEGIN|END):\s*([A-Za-z-]{1,20})\s*$/i.exec(text.slice(0, 40))
    if (mark && text.length <= 40) {
      const name = (mark[2] ?? '').toUpperCase()
      if (mark[1]?.toUpperCase() === 'BEGIN') begin(name, number)
      else finish(name)
    } else if (!collector) {
      if (text.startsWith('PRODID')) found.program = text.slice(text.indexOf(':') + 1, 200)
      if (text.startsWith('X-WR-TIMEZONE')) found.timezone = text.slice(text.indexOf(':') + 1, 100).trim()
    } else if (isWanted()) collector.take(text)
  }
  close()
  return found
}
