/**
 * Reads calendar files (RFC 5545) of any program. Events with times become lessons, and others days off or notes.
 *
 * 1. Each event is read by itself. One that is broken becomes a problem at its line.
 * 2. Times are converted to the teacher's zone. Times without a zone are the teacher's.
 * 3. An event that repeats without an end repeats in the school year around today.
 * 4. Nothing is fetched, and attachments are ignored.
 */
import { addDays, addMonths, daysBetween, isDay, isSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { BadEvent, type CalendarEvent, eventOf, startKey, timesOf } from './calendar/events.ts'
import { type Raw, rawCalendarOf } from './calendar/raw-events.ts'
import { BadRule, type Cost, makeCost, repeats } from './calendar/recurrence.ts'
import { makeZones, type Wall, type Zones } from './calendar/zones.ts'
import { isDayOff } from './days-off.ts'
import { makeFindings, paragraphsOf, Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'

const MINUTES_A_DAY = 1440
/** Events that are read, about 100 µs each. */
const MAX_EVENTS = 10_000
/** A longer event isn't a day off or a note for each of its days. */
const MAX_DAYS = 366

type Findings = ReturnType<typeof makeFindings>

/** Our own files say so in PRODID. Their events have nothing but the lesson in their text. */
const isOurs = (program: string): boolean => /firstbell/i.test(program)

const textOf = ({ html, text, location }: CalendarEvent, program: string): string => {
  if (isOurs(program)) return paragraphsOf(text)
  const place = location.trim() === '' ? '' : paragraphsOf(`Location: ${location.replace(/\s+/g, ' ')}`)
  // Google writes line breaks between HTML tags.
  return place + (html ? html.replace(/\r?\n/g, /<(?:p|div|li)[\s>]/i.test(html) ? ' ' : '<br>') : paragraphsOf(text))
}

/** Returns whether an event without times is a day off or a note. Our own files say so in their ids (features/feeds, features/export). */
const kindOf = ({ uid, title }: CalendarEvent, { allDay, isOwn }: { allDay: 'guess' | 'dayOff' | 'note'; isOwn: boolean }) => {
  if (allDay !== 'guess') return allDay
  if (isOwn && /\.off\b/.test(uid)) return 'dayOff'
  if (isOwn && /\.note\b/.test(uid)) return 'note'
  return isDayOff(title) ? 'dayOff' : 'note'
}

/** Returns a note with the event's text. Our own notes have their whole text there. */
const noteOf = ({ line, title }: CalendarEvent, { html, isOwn, findings }: Once): string => {
  const text = html === '' ? '' : findings.plain(line, html)
  if (isOwn && text !== '') return text
  return [title.trim(), text]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX.markText)
}

type Once = { task: ReadTask; findings: Findings; zones: Zones; html: string; isOwn: boolean }

/** Adds an event of whole days. Weekends within longer ones are left out, because a planner's week has five days. */
const addDaysOf = (event: CalendarEvent, first: string, length: number, context: Once) => {
  const {
    task: { allDay },
    findings,
    isOwn,
  } = context
  if (allDay === 'leaveOut') return
  const { line } = event
  const kind = kindOf(event, { allDay, isOwn })
  if (length > MAX_DAYS) return findings.problem(line, 'The event is longer than a year.')
  const title = kind === 'note' ? noteOf(event, context) : event.title
  for (let offset = 0; offset < length; offset++) {
    const date = addDays(first, offset)
    if (length === 1 || isSchoolDay(date)) findings.add({ line, kind, date, title, startTime: null, endTime: null })
  }
}

/** Adds an event once, at a start in its own zone. */
const addOnce = (event: CalendarEvent, at: Wall, context: Once) => {
  const { findings, zones, html } = context
  const { line, title, length, isAllDay } = event
  if (isAllDay) return addDaysOf(event, at.date, Math.max(1, Math.ceil((length ?? 0) / MINUTES_A_DAY)), context)
  const { start, end } = timesOf(event, at, zones)
  // An event of several days isn't a lesson, such as a field trip with a night.
  if (end && (length ?? 0) >= MINUTES_A_DAY) return addDaysOf(event, start.date, daysBetween(start.date, end.date) + 1, context)
  const isOvernight = end !== null && end.date !== start.date
  if (isOvernight && end.time !== '00:00') findings.problem(line, 'The event ends on the next day, so it comes in until midnight.')
  findings.add({
    ...{ line, kind: 'lesson', date: start.date, title, html },
    startTime: start.time,
    endTime: isOvernight ? (start.time < '23:59' ? '23:59' : null) : (end?.time ?? null),
  })
}

/** Returns when an event starts, in its own zone and in the teacher's. */
const startsOf = (event: CalendarEvent, zones: Zones, { task, cost, findings }: { task: ReadTask; cost: Cost; findings: Findings }) => {
  const { start, zone, isAllDay, rules, more, line } = event
  const found = new Map([[startKey(zones.toOwn(start, zone)), { at: start, zone }]])
  const window = {
    // A series that ends may reach into the next school year.
    finite: { from: task.from, to: task.to ?? addMonths(task.year.to, 12) },
    endless: { from: task.from ?? task.year.from, to: task.to !== undefined && task.to < task.year.to ? task.to : task.year.to },
  }
  try {
    // An event of several days that began before the window may still go on in it, and in another zone it can be the day before.
    const before = isAllDay ? Math.min(Math.ceil((event.length ?? 0) / MINUTES_A_DAY), MAX_DAYS) - 1 : zone ? 1 : 0
    const wide = ({ from, to }: typeof window.finite) => ({
      from: from === undefined ? undefined : addDays(from, -Math.max(0, before)),
      to,
    })
    const given = {
      start,
      isAllDay,
      window: { finite: wide(window.finite), endless: wide(window.endless) },
      fromUtc: (wall: Wall) => zones.fromUtc(wall, zone),
    }
    for (const rule of rules.slice(0, 5))
      for (const at of repeats({ ...given, rule }, cost)) found.set(startKey(zones.toOwn(at, zone)), { at, zone })
    // A series without an end that began years ago comes in from this school year on only.
    const isOld = rules.length > 0 && !rules.some((rule) => /UNTIL=|COUNT=/i.test(rule)) && start.date < (window.endless.from ?? '')
    if (isOld) found.delete(startKey(zones.toOwn(start, zone)))
  } catch (error) {
    if (!(error instanceof BadRule)) throw error
    found.clear()
    found.set(startKey(zones.toOwn(start, zone)), { at: start, zone })
    findings.problem(line, 'We can’t read how often the event repeats, so it comes in once.')
  }
  for (const at of more) {
    cost(1)
    found.set(startKey(at), { at, zone: null })
  }
  return found
}

const readEvents = (raws: readonly Raw[], { zones, findings, cost }: { zones: Zones; findings: Findings; cost: Cost }): CalendarEvent[] => {
  const events: CalendarEvent[] = []
  for (const raw of raws) {
    try {
      const event = eventOf(raw, zones, cost)
      if (raw.isCutOff) findings.problem(raw.line, 'The event’s text is too long, so it was left out.')
      events.push(event)
    } catch (error) {
      if (!(error instanceof BadEvent)) throw error
      findings.problem(raw.line, error.message)
    }
  }
  return events
}

/**
 * True if an event is outside of the range that the teacher chose, so that it needn't be read. This is what lets one year of a large
 * calendar come in. An event that began a month before may still go on.
 */
const isOutside = ({ text }: Raw, { from, to }: ReadTask): boolean => {
  if (/^(?:RRULE|RDATE|RECURRENCE-ID)/im.test(text)) return false
  const [, year, month, day] = /^DTSTART[^:\r\n]*:(\d{4})-?(\d\d)-?(\d\d)/im.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  if (!isDay(date)) return false
  return (from !== undefined && date < addDays(from, -31)) || (to !== undefined && date > addDays(to, 1))
}

/** Reads a calendar. Throws {@link Unreadable}. */
export const readCalendar = async (task: ReadTask): Promise<ReadFile> => {
  const raw = rawCalendarOf(task.content.replace(/^\uFEFF/, ''))
  if (!raw.isCalendar && raw.eventCount === 0)
    throw new Unreadable('This isn’t a calendar file. Export your calendar as an .ics file, or choose what kind of file this is.')
  const wanted = raw.events.filter((event) => !isOutside(event, task))
  if (wanted.length > MAX_EVENTS || raw.eventCount > raw.events.length)
    throw new Unreadable(
      `This calendar has more than ${MAX_EVENTS.toLocaleString('en-US')} events. Choose a range of dates, or export fewer years in the program it’s from.`,
    )
  const zones = makeZones(task.timezone, raw)
  const findings = makeFindings(task)
  const cost = makeCost()
  const events = readEvents(wanted, { zones, findings, cost })
  /** For each series, the starts that another event changes or cancels. */
  const replaced = new Map<string, Set<string>>()
  for (const { uid, replaces } of events) if (replaces !== null) replaced.set(uid, (replaced.get(uid) ?? new Set()).add(replaces))
  for (const event of events) {
    if (event.isCanceled) continue
    const html = textOf(event, raw.program)
    const context = { task, findings, zones, html, isOwn: isOurs(raw.program) }
    if (event.replaces !== null) {
      if (event.changesLater)
        findings.problem(event.line, 'This also changes all later events of its series. They come in as they were, so check them.')
      addOnce(event, event.start, context)
      continue
    }
    const elsewhere = replaced.get(event.uid)
    for (const [key, { at, zone }] of startsOf(event, zones, { task, cost, findings })) {
      const date = key.slice(0, 10)
      if ([event.except, elsewhere].some((starts) => starts?.has(key) || starts?.has(date))) continue
      addOnce(zone === event.zone ? event : { ...event, zone }, at, context)
    }
  }
  if (raw.eventCount === 0) findings.problem(0, 'This calendar has no events.')
  return findings.done({ lines: raw.eventCount })
}
