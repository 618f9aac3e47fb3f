import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { addDays, timeIn, todayIn } from '#shared/dates.ts'
import { costOf } from '#test/cpu.ts'
import { CALENDAR_END, type CalendarEvent, calendarStart, eventWriter, uidOf } from './calendar-file.ts'
import { contentLine, escapeText } from './content-line.ts'

const changedAt = new Date('2026-08-01T12:34:56.789Z')

type Wish = Partial<CalendarEvent>
const fileOf = (events: readonly Wish[], timezone = 'America/New_York', { from, to } = { from: '2026-08-24', to: '2027-06-18' }): string =>
  calendarStart({ name: 'Ms. Rivera’s planner', timezone, from, to, refreshHours: 1 }) +
  events
    .map((event, index) => ({
      uid: uidOf('cal', '2026-11-16', `b${index}`),
      title: 'Math',
      date: '2026-11-16',
      version: 7,
      changedAt,
      ...event,
    }))
    .map(eventWriter(timezone))
    .join('') +
  CALENDAR_END

const read = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, events, zone: new ICAL.Timezone(zone as ICAL.Component) }
}

/** Returns the instant that ical.js understands a lesson to start at, from the file's own description of the zone. */
const startOf = (file: string): number => {
  const { events, zone } = read(file)
  const start = events[0]?.startDate as ICAL.Time
  start.zone = zone
  return start.toUnixTime() * 1000
}

describe('a calendar file', () => {
  it('holds a lesson as other programs read it', () => {
    const { calendar, events } = read(
      fileOf([
        { title: 'Math: fractions; halves, thirds \\ fifths', times: { startTime: '08:05', endTime: '09:00' }, text: 'Line 1\nLine 2' },
      ]),
    )
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Ms. Rivera’s planner')
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H')
    const [event] = events
    expect(event?.summary).toBe('Math: fractions; halves, thirds \\ fifths')
    expect(event?.description).toBe('Line 1\nLine 2')
    expect(event?.sequence).toBe(7)
    expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2026-11-16T08:05:00', '2026-11-16T09:00:00'])
    expect(event?.component.getFirstPropertyValue('last-modified')?.toString()).toBe('2026-08-01T12:34:56Z')
  })

  it('holds a day off as a whole day', () => {
    const [event] = read(fileOf([{ title: 'No school', date: '2026-12-31' }])).events
    expect(event?.startDate.isDate).toBe(true)
    expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2026-12-31', '2027-01-01'])
  })

  it('keeps a SEQUENCE that programs can store', () => {
    expect(read(fileOf([{ version: 2 ** 40 }])).events[0]?.sequence).toBe(2 ** 31 - 1)
  })

  it('ends every line with CR and LF, after at most 75 octets, with no character cut', () => {
    const title = 'Ecología 🌱🌱🌱 y matemáticas, 数学と国語 '.repeat(40)
    const file = fileOf([{ title, text: `${title}\r\n${title}` }])
    const lines = file.split('\r\n')
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
    expect(lines.every((line) => Buffer.from(line).toString() === line)).toBe(true)
    expect(read(file).events[0]?.description).toBe(`${title}\n${title}`)
  })

  it('breaks no line at what some programs take for a line break', () => {
    expect(escapeText('a\u2028b\u0085c\vd\fe\rf\r\ng\u0000\u0007h')).toBe('a\\nb\\nc\\nd\\ne\\nf\\ngh')
  })

  it('folds a long text in linear time', () => {
    const fold = (length: number) => costOf(() => contentLine('é'.repeat(length)))
    fold(200_000)
    // Twenty milliseconds. Time that grows with the square of the length is minutes.
    expect(fold(2_000_000)).toBeLessThan(2000)
  })
})

const ZONES = Intl.supportedValuesOf('timeZone')
/** Days of a school year with the clock changes of both hemispheres, and of Ramadan in Morocco. */
const DAYS = Array.from({ length: 52 }, (_, week) => addDays('2026-08-02', week * 7 + (week % 3)))

describe('a time zone', () => {
  it('has the rule of New York', () => {
    const zone = fileOf([])
      .match(/BEGIN:VTIMEZONE[\s\S]*END:VTIMEZONE/)?.[0]
      .split('\r\n')
    expect(zone).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      'BEGIN:STANDARD',
      'DTSTART:20251102T020000',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20250309T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ])
  })

  it.each(['UTC', 'America/Phoenix', 'Etc/GMT+5'])('without changes, %s, is one offset', (timezone) => {
    const file = fileOf([{ times: { startTime: '09:00', endTime: '10:00' } }], timezone)
    expect(file.match(/BEGIN:STANDARD/g)).toHaveLength(1)
    expect(file).not.toContain('RRULE')
    expect(timeIn(timezone, startOf(file))).toBe('09:00')
  })

  it.each(['Africa/Casablanca', 'Australia/Lord_Howe', 'America/New_York', 'Europe/Dublin', 'Asia/Kathmandu', 'America/Santiago'])(
    'gives every lesson of a year its local time in %s',
    (timezone) => {
      for (const date of DAYS) {
        const at = startOf(fileOf([{ date, times: { startTime: '09:15', endTime: '10:00' } }], timezone))
        expect([date, todayIn(timezone, at), timeIn(timezone, at)]).toEqual([date, date, '09:15'])
      }
    },
  )

  it('is right on the days around every change, in every zone of this machine', () => {
    const dates = ['2026-10-24', '2026-10-26', '2027-03-13', '2027-03-15', '2027-03-29']
    const wrong = ZONES.flatMap((timezone) =>
      dates.filter(
        (date) => timeIn(timezone, startOf(fileOf([{ date, times: { startTime: '09:15', endTime: '10:00' } }], timezone))) !== '09:15',
      ),
    )
    expect(wrong).toEqual([])
  })
})
