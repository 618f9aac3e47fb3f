import { describe, expect, test } from 'vitest'
import { CALENDAR_END, calendarStart, eventWriter, noteEvent, uidOf } from '#server/lib/icalendar/calendar-file.ts'
import { costOf } from '#test/cpu.ts'
import { Unreadable } from './findings.ts'
import { readCalendar } from './ics.ts'
import type { ReadFile, ReadTask } from './items.ts'

const TASK: Omit<ReadTask, 'content'> = {
  ...{ kind: 'ics', allDay: 'guess', timezone: 'America/New_York', today: '2026-11-18' },
  year: { from: '2026-07-01', to: '2027-06-30' },
}

const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const file = (...parts: string[]): string => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR'].join('\r\n')
const math = (...lines: string[]): string => file(event('SUMMARY:Math', ...lines))

const read = (content: string, more: Partial<ReadTask> = {}): Promise<ReadFile> => readCalendar({ ...TASK, ...more, content })
const inWords = ({ items }: ReadFile): string[] =>
  items.map(({ kind, date, startTime, endTime, title }) =>
    kind === 'lesson' ? `${date} ${startTime}-${endTime} ${title}` : `${date} ${kind} ${title}`,
  )
const wordsOf = async (content: string, more: Partial<ReadTask> = {}): Promise<string[]> => inWords(await read(content, more))

describe('times come in the teacher’s zone', () => {
  const NOON = 'DTSTART;TZID=Made up:20261118T120000'
  const zone = (...more: string[]) =>
    [
      ...[
        'BEGIN:VTIMEZONE',
        'TZID:Made up',
        ...more,
        'BEGIN:STANDARD',
        'DTSTART:16010101T020000',
        'TZOFFSETFROM:-0600',
        'TZOFFSETTO:-0700',
      ],
      ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0700'],
      ...['TZOFFSETTO:-0600', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ].join('\r\n')

  test.each([
    ['without a zone', math('DTSTART:20261118T120000'), '12:00'],
    ['in UTC', math('DTSTART:20261118T120000Z'), '07:00'],
    ['in a zone that everyone knows', math('DTSTART;TZID=America/Chicago:20261118T120000'), '13:00'],
    ['in a zone of Windows', math('DTSTART;TZID="Pacific Standard Time":20261118T120000'), '15:00'],
    ['in a zone as Outlook shows it', math('DTSTART;TZID="(UTC-06:00) Central Time (US & Canada)":20261118T120000'), '13:00'],
    ['in a zone with a path in front', math('DTSTART;TZID=/mozilla.org/20050126_1/America/Chicago:20261118T120000'), '13:00'],
    ['in a zone that the file describes', file(zone(), event('SUMMARY:Math', NOON)), '14:00'],
    ['in a zone whose place the file names', file(zone('X-LIC-LOCATION:America/Chicago'), event('SUMMARY:Math', NOON)), '13:00'],
    ['in a zone that nobody knows', math(NOON), '12:00'],
    ['in the zone of the whole file', file('X-WR-TIMEZONE:America/Chicago', event('SUMMARY:Math', 'DTSTART:20261118T120000')), '13:00'],
  ])('%s', async (_, content, startTime) => {
    expect((await read(content)).items).toMatchObject([{ date: '2026-11-18', startTime }])
  })

  test('a lesson at the same hour in another zone moves when only one of them changes its clocks', async () => {
    const content = math('DTSTART;TZID=Europe/Berlin:20270310T150000', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(await wordsOf(content)).toEqual(['2027-03-10 09:00-null Math', '2027-03-17 10:00-null Math'])
  })
})

describe('days without times', () => {
  const day = (title: string, ...lines: string[]) => file(event(`SUMMARY:${title}`, ...lines))

  test('a break closes its school days, and its last day is the one before its end', async () => {
    expect(await wordsOf(day('Thanksgiving Break', 'DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261201'))).toEqual([
      '2026-11-26 dayOff Thanksgiving Break',
      '2026-11-27 dayOff Thanksgiving Break',
      '2026-11-30 dayOff Thanksgiving Break',
    ])
  })

  test.each([
    ['from midnight to midnight', day('Labor Day', 'DTSTART:20260907T000000', 'DTEND:20260908T000000')],
    ['of Outlook', day('Labor Day', 'DTSTART:20260907T000000', 'DTEND:20260908T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE')],
    ['with a duration', day('Labor Day', 'DTSTART;VALUE=DATE:20260907', 'DURATION:P1D')],
    ['without an end', day('Labor Day', 'DTSTART;VALUE=DATE:20260907')],
    ['that doesn’t say it is a date', day('Labor Day', 'DTSTART:20260907')],
  ])('a day %s is one day off', async (_, content) => {
    expect(await wordsOf(content)).toEqual(['2026-09-07 dayOff Labor Day'])
  })

  test('the teacher can have them all as notes, as days off, or not at all', async () => {
    const content = day('Picture day', 'DTSTART;VALUE=DATE:20260907')
    expect(await wordsOf(content)).toEqual(['2026-09-07 note Picture day'])
    expect(await wordsOf(content, { allDay: 'dayOff' })).toEqual(['2026-09-07 dayOff Picture day'])
    expect(await wordsOf(content, { allDay: 'leaveOut' })).toEqual([])
  })
})

describe('events without times keep what they say', () => {
  test('a note has the text and the place of its event', async () => {
    const content = file(
      event('SUMMARY:Picture day', 'LOCATION:Gym', 'DESCRIPTION:<p>Smile.</p><p>Forms are due.</p>', 'DTSTART;VALUE=DATE:20261118'),
    )
    expect((await read(content)).items.map(({ title }) => title)).toEqual(['Picture day\nLocation: Gym\nSmile.\nForms are due.'])
  })

  test('a note’s text is cut to what a day can hold', async () => {
    const content = file(event('SUMMARY:Picture day', `DESCRIPTION:${'x'.repeat(5000)}`, 'DTSTART;VALUE=DATE:20261118'))
    expect((await read(content)).items[0]?.title).toHaveLength(2000)
  })

  test('our own days off and notes come back as they were', async () => {
    const write = eventWriter('America/New_York')
    const day = { date: '2026-11-18', version: 1, changedAt: new Date() }
    const uid = (id: string) => uidOf('1b4e28ba-2fa1-11d2-883f-0016d3cca427', '2026-11-18', id)
    const content = [
      calendarStart({ name: 'Planner', timezone: 'America/New_York', from: '2026-11-18', to: '2026-11-18' }),
      write({ ...day, uid: uid('day.off'), title: 'District conferences' }),
      write({ ...day, uid: uid('day.note'), ...noteEvent('Labor Day\nSmile, everyone; thanks') }),
      CALENDAR_END,
    ].join('')
    expect((await read(content)).items.map(({ kind, title }) => [kind, title])).toEqual([
      ['dayOff', 'District conferences'],
      ['note', 'Labor Day\nSmile, everyone; thanks'],
    ])
  })

  test('an event that changes all later ones of its series is a problem', async () => {
    const content = file(
      event('UID:1', 'SUMMARY:Math', 'DTSTART:20261116T090000', 'RRULE:FREQ=DAILY;COUNT=3'),
      event('UID:1', 'SUMMARY:Math (gym)', 'DTSTART:20261117T100000', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261117T090000'),
    )
    expect((await read(content)).problems).toEqual([
      { line: 8, message: 'This also changes all later events of its series. They come in as they were, so check them.' },
    ])
  })
})

describe('events that repeat', () => {
  test('on weekdays, until a day in UTC, without those that were left out', async () => {
    const content = math(
      ...['DTSTART;TZID=America/New_York:20261116T190000', 'DTEND;TZID=America/New_York:20261116T194500'],
      ...['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261131T000000Z', 'EXDATE;TZID=America/New_York:20261118T190000'],
    )
    expect(await wordsOf(content.replace('20261131', '20261201'))).toEqual([
      '2026-11-16 19:00-19:45 Math',
      '2026-11-23 19:00-19:45 Math',
      '2026-11-25 19:00-19:45 Math',
      '2026-11-30 19:00-19:45 Math',
    ])
  })

  test('one that was moved and one that was canceled replace those of the series', async () => {
    const content = file(
      event('UID:1', 'SUMMARY:Math', 'DTSTART:20261116T090000', 'RRULE:FREQ=DAILY;COUNT=3'),
      event('UID:1', 'SUMMARY:Math (gym)', 'DTSTART:20261119T100000', 'RECURRENCE-ID:20261117T090000'),
      event('UID:1', 'SUMMARY:Math', 'DTSTART:20261118T090000', 'RECURRENCE-ID:20261118T090000', 'STATUS:CANCELLED'),
    )
    expect(await wordsOf(content)).toEqual(['2026-11-16 09:00-null Math', '2026-11-19 10:00-null Math (gym)'])
  })

  test('without an end stop with the school year, and begin with it', async () => {
    const { items } = await read(math('DTSTART:20150107T090000', 'RRULE:FREQ=WEEKLY;BYDAY=WE'))
    expect([items[0]?.date, items.at(-1)?.date, items.length]).toEqual(['2026-07-01', '2027-06-30', 53])
  })

  test('each year since a birth are on one day of this year', async () => {
    expect(await wordsOf(file(event('SUMMARY:Dan', 'DTSTART;VALUE=DATE:16041124', 'RRULE:FREQ=YEARLY')))).toEqual(['2026-11-24 note Dan'])
  })

  test('on extra dates are there, too', async () => {
    expect(await wordsOf(math('DTSTART:20261116T090000', 'RDATE:20261118T100000,20261120T110000'))).toEqual([
      '2026-11-16 09:00-null Math',
      '2026-11-18 10:00-null Math',
      '2026-11-20 11:00-null Math',
    ])
  })

  test.each(['FREQ=SECONDLY', 'FREQ=HOURLY', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=FORTNIGHTLY', 'FREQ=DAILY;INTERVAL=999999999'])(
    'by a rule like %s come in once, with a problem',
    async (rule) => {
      const { items, problems } = await read(math('DTSTART:20261116T090000', `RRULE:${rule}`))
      expect(items).toHaveLength(1)
      expect(problems).toEqual([{ line: 2, message: 'We can’t read how often the event repeats, so it comes in once.' }])
    },
  )
})

test('an event over midnight ends with its day, and one of several days is a note on each', async () => {
  const night = await read(math('DTSTART:20261118T190000', 'DTEND:20261119T070000'))
  expect(inWords(night)).toEqual(['2026-11-18 19:00-23:59 Math'])
  expect(night.problems).toEqual([{ line: 2, message: 'The event ends on the next day, so it comes in until midnight.' }])
  const trip = file(event('SUMMARY:Camp', 'DTSTART:20261118T080000', 'DTEND:20261120T150000'))
  expect(await wordsOf(trip)).toEqual(['2026-11-18 note Camp', '2026-11-19 note Camp', '2026-11-20 note Camp'])
})

test.each([
  [
    'plain text',
    ['DESCRIPTION:Bring 5 < 6 pencils\\nand paper', 'LOCATION:Room 5'],
    '<p>Location: Room 5</p><p>Bring 5 &lt; 6 pencils</p><p>and paper</p>',
  ],
  ['HTML of Google', ['DESCRIPTION:<b>Bring</b> pencils<br><script>alert(1)</script>'], '<b>Bring</b> pencils<br />'],
  [
    'HTML of Outlook',
    ['DESCRIPTION:Bring', 'X-ALT-DESC;FMTTYPE=text/html:<html><head><style>p{}</style></head><body><p>Bring</p></body></html>'],
    '<p>Bring</p>',
  ],
])('texts come in as lesson HTML: %s', async (_, lines, description) => {
  expect((await read(math('DTSTART:20261118T090000', ...lines))).items).toMatchObject([{ description }])
})

test('a broken event is named by its line and stops nothing', async () => {
  const content = file(event('SUMMARY:A', 'DTSTART:tomorrow'), event('SUMMARY:B'), event('SUMMARY:Math', 'DTSTART:20261118T090000'))
  const { items, problems } = await read(content)
  expect(items).toHaveLength(1)
  expect(problems).toEqual([
    { line: 2, message: 'We can’t read when the event starts.' },
    { line: 6, message: 'The event doesn’t have a start.' },
  ])
})

test('text that can’t be stored is cleaned', async () => {
  const { items } = await read(math('DTSTART:20261118T090000').replace('Math', `Ma\0th \ud800 e${'\u0301'.repeat(1000)}`))
  expect(items[0]?.title.startsWith('Math \ufffd é')).toBe(true)
  expect(items[0]?.title.length).toBeLessThan(30)
})

const many = (count: number, ...lines: string[]): string => file(...Array.from({ length: count }, () => event('SUMMARY:Math', ...lines)))

/** A file with zones of yearly rules, and lessons in them up to the year 2199. */
const zonesWith = ({ zones, rules }: { zones: number; rules: number }): string => {
  const rule = ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY', 'END:STANDARD']
  const zone = (n: number) => ['BEGIN:VTIMEZONE', `TZID:Z${n}`, ...Array.from({ length: rules }, () => rule).flat(), 'END:VTIMEZONE']
  const lesson = (n: number) => event('SUMMARY:Math', `DTSTART;TZID=Z${n % zones}:${2026 + Math.floor(n / zones)}1118T080000`)
  return file(...Array.from({ length: zones }, (_, n) => zone(n)).flat(), ...Array.from({ length: 174 * zones }, (_, n) => lesson(n)))
}

/** Twice the limit, because the same work takes up to twice the CPU time on a busy machine. */
const MOST_MS = 4_000

describe('a bomb is read or refused within two seconds of a processor', () => {
  test.each<[string, string]>([
    ['100,000 events', many(100_000, 'DTSTART:20261118')],
    ['10,000 events', many(10_000, 'DTSTART:20261118T080000Z', 'DTEND:20261118T084500Z', 'DESCRIPTION:x')],
    ['3,000 rules that never match', many(3_000, 'DTSTART:19701118T080000Z', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30')],
    ['3,000 rules that seldom match', many(3_000, 'DTSTART:19701118T080000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-300')],
    ['3,000 rules with long intervals', many(3_000, 'DTSTART:19701118T080000Z', 'RRULE:FREQ=DAILY;INTERVAL=399;BYMONTH=2;BYMONTHDAY=30')],
    ['3,000 daily events for 100 years', many(3_000, 'DTSTART:19701118T080000Z', 'RRULE:FREQ=DAILY;COUNT=36500')],
    ['a line folded a million times', math('DTSTART:20261118T080000Z', `DESCRIPTION:a${'\r\n a'.repeat(1_500_000)}`)],
    ['seven million empty lines', '\n'.repeat(6_999_000)],
    ['parts within parts', `BEGIN:VCALENDAR${'\r\nBEGIN:VEVENT\r\nBEGIN:VALARM'.repeat(200_000)}`],
    [
      '360,000 dates left out',
      many(400, 'DTSTART:20261118T080000Z', 'RRULE:FREQ=DAILY;COUNT=2', `EXDATE:${'20261118T080000Z,'.repeat(900)}20261118T080000Z`),
    ],
    ['nested HTML', math('DTSTART:20261118T080000Z', `DESCRIPTION:${'<div>'.repeat(80_000)}`)],
    [
      '200 zones that change all the time',
      file(
        ...Array.from({ length: 200 }, (_, n) =>
          [
            ...['BEGIN:VTIMEZONE', `TZID:Z${n}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'],
            ...['RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12', 'END:STANDARD', 'END:VTIMEZONE'],
          ].join('\r\n'),
        ),
        ...Array.from({ length: 5_000 }, (_, n) => event('SUMMARY:Math', `DTSTART;TZID=Z${n % 200}:20261118T080000`)),
      ),
    ],
    ['20 zones with 100 rules each', zonesWith({ zones: 20, rules: 100 })],
    ['20 zones with rules from 1601 and lessons in ever later years', zonesWith({ zones: 20, rules: 3 })],
  ])('%s', async (_, content) => {
    let outcome: Promise<unknown> = Promise.resolve()
    // The reader doesn't wait for anything, so its work is done when it returns.
    const ms = costOf(() => {
      outcome = read(content).catch((error: unknown) => expect(error).toBeInstanceOf(Unreadable))
    })
    await outcome
    expect({ ms, isShort: ms < MOST_MS }).toEqual({ ms, isShort: true })
  })
})

test('one year of a calendar with 30,000 events comes in', async () => {
  const content = file(many(30_000, 'DTSTART:20161118T080000'), event('SUMMARY:Math', 'DTSTART:20261118T090000'))
  await expect(read(content)).rejects.toThrow('This calendar has more than 10,000 events.')
  expect(await wordsOf(content, { from: '2026-07-01', to: '2027-06-30' })).toEqual(['2026-11-18 09:00-null Math'])
})
