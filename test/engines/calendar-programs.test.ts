/**
 * Real calendar programs read feeds of the built server over HTTP and show the lessons at their local times, on both sides of a change of the
 * clocks, for teachers in two time zones.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, offsetIn, startOfDay, todayIn } from '#shared/dates.ts'
import { type RunningServer, startServer } from '../server.ts'

const runProgram = promisify(execFile)

/** Returns the Friday before the next change of the clocks in a zone, and the Monday after it. */
const aroundNextChange = (timezone: string): [friday: string, monday: string] => {
  const offsetOn = (day: string) => offsetIn(timezone, startOfDay(day, timezone).getTime() + 12 * 3_600_000)
  let day = todayIn(timezone, Date.now())
  while (offsetOn(day) === offsetOn(addDays(day, 1))) day = addDays(day, 1)
  const sunday = addDays(day, 1)
  return [addDays(sunday, -2), addDays(sunday, 1)]
}

const LESSONS = [
  { title: 'Ecología: día 1, “¡vamos!”', startTime: '08:05', endTime: '08:50' },
  {
    title: `Reading; a title that is longer than one line of the file ${'and goes on '.repeat(8)}`.trim(),
    startTime: '09:00',
    endTime: '09:45',
  },
  { title: 'Music 🎵', startTime: '13:15', endTime: '14:00' },
]
const CLOSED = 'No school, teachers meet'

type Shown = { date: string; title: string; start: string; end: string }
type Feed = { timezone: string; url: string; days: string[]; closed: string; expected: Shown[] }

let server: RunningServer
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-calendars-'))
const feeds: Record<string, Feed> = {}
const ZONES = ['America/New_York', 'Australia/Sydney']

const aFeedIn = async (timezone: string): Promise<Feed> => {
  const email = `${timezone.replace('/', '-')}@school.example`.toLowerCase()
  const { token } = (await server.call('POST', '/api/auth/register', { body: { email, password: 'first-bell', timezone } }))
    .body as unknown as { token: string }
  const days = aroundNextChange(timezone)
  const closed = addDays(days[1], 1)
  const blocks = LESSONS.map((lesson, at) => ({ ...lesson, id: `lesson-${at}`, description: '<p>Page 12</p><p>Page 13</p>' }))
  for (const date of days) await server.call('POST', '/api/calendar', { token, body: { date, blocks } })
  const off = { from: closed, to: closed, isBlocked: true, blockedText: CLOSED }
  await server.call('POST', '/api/calendar/bulk', { token, body: off })
  const body = { include: { text: true } }
  const { url } = (await server.call('POST', '/api/feeds', { token, body })).body as unknown as { url: string }
  const expected = days.flatMap((date) => LESSONS.map(({ title, startTime, endTime }) => ({ date, title, start: startTime, end: endTime })))
  return { timezone, url: `${server.origin}${new URL(url).pathname}`, days, closed, expected }
}

beforeAll(async () => {
  server = await startServer({ DATA_DIR: path.join(folder, 'data') })
  for (const zone of ZONES) feeds[zone] = await aFeedIn(zone)
})
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program as someone whose computer is in this time zone, with settings of its own. */
const runIn = async (home: string, timezone: string, [program, ...args]: [string, ...string[]]): Promise<string> => {
  const env = { PATH: process.env['PATH'], HOME: home, TZ: timezone, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
  return (await runProgram(program, args, { env, maxBuffer: 1e7 })).stdout
}

const homeFor = (program: string, { timezone }: Feed): string => {
  const home = path.join(folder, `${program}-${timezone.replace('/', '-')}`)
  mkdirSync(home)
  return home
}

const parsed = (output: string): Shown[] =>
  output
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [date = '', start = '', end = '', title = ''] = line.split('|')
      return { date, title, start, end }
    })
    .sort((a, b) => `${a.date}${a.start}`.localeCompare(`${b.date}${b.start}`))

const KHAL_FORMAT = '{start-date}|{start-time}|{end-time}|{title}'

const syncWithVdirsyncer = async (home: string, { timezone, url }: Feed): Promise<void> => {
  mkdirSync(path.join(home, 'calendar'))
  writeFileSync(
    path.join(home, 'vdirsyncer'),
    `[general]
status_path = "${home}/status"
[pair planner]
a = "local"
b = "remote"
collections = null
[storage local]
type = "filesystem"
path = "${home}/calendar"
fileext = ".ics"
[storage remote]
type = "http"
url = "${url}"
`,
  )
  for (const step of ['discover', 'sync']) await runIn(home, timezone, ['vdirsyncer', '-c', `${home}/vdirsyncer`, step])
}

const khalSettings = (home: string, timezone: string): string => {
  const file = path.join(home, 'khal')
  writeFileSync(
    file,
    `[calendars]
[[planner]]
path = ${home}/calendar
[locale]
local_timezone = ${timezone}
default_timezone = ${timezone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${home}/khal.db
`,
  )
  return file
}

describe.each(ZONES)('the planner of a teacher in %s', (zone) => {
  const feed = () => feeds[zone] as Feed

  test('is the same in khal, which vdirsyncer keeps up to date', async () => {
    const home = homeFor('khal', feed())
    await syncWithVdirsyncer(home, feed())
    const list = ['list', '--day-format', '', '--format', KHAL_FORMAT, feed().days[0] ?? '', addDays(feed().closed, 1)]
    const shown = parsed(await runIn(home, zone, ['khal', '-c', khalSettings(home, zone), ...list]))
    expect(shown.filter(({ start }) => start !== '')).toEqual(feed().expected)
    expect(shown.filter(({ start }) => start === '')).toEqual([{ date: feed().closed, title: CLOSED, start: '', end: '' }])
    // The next sync finds nothing to do, because an unchanged feed has unchanged events.
    expect(await runIn(home, zone, ['vdirsyncer', '-c', `${home}/vdirsyncer`, 'sync'])).not.toMatch(/Copying|Deleting/)
  })

  test('is the same in calcurse', async () => {
    const home = homeFor('calcurse', feed())
    writeFileSync(path.join(home, 'feed.ics'), await (await fetch(feed().url)).text())
    await runIn(home, zone, ['calcurse', '-q', '-D', home, '-i', `${home}/feed.ics`])
    const format = ['--format-apt', '%(start:%Y-%m-%d)|%(start:%H:%M)|%(end:%H:%M)|%m\n', '--format-event', '%m\n']
    const [from = '', to = ''] = [feed().days[0], feed().closed].map((day = '') => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`)
    const query = ['-D', home, '-Q', '--from', from, '--to', to, ...format]
    const output = await runIn(home, zone, ['calcurse', ...query])
    expect(parsed(output)).toEqual(feed().expected)
    expect(output).toContain(CLOSED)
  })

  test('is the same in ical.js, which works out every instant from the file alone', async () => {
    const calendar = new ICAL.Component(ICAL.parse(await (await fetch(feed().url)).text()))
    const ofFile = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component)
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
    const instant = (time: ICAL.Time): number => {
      time.zone = ofFile
      return time.toUnixTime() * 1000
    }
    const lessons = events.filter(({ startDate }) => !startDate.isDate)
    const at = (date: string, time: string) =>
      new Date(`${date}T${time}:00Z`).getTime() - offsetIn(zone, startOfDay(date, zone).getTime() + 12 * 3_600_000)
    expect(lessons.map(({ summary, startDate, endDate }) => [summary, instant(startDate), instant(endDate)])).toEqual(
      feed().expected.map(({ date, title, start, end }) => [title, at(date, start), at(date, end)]),
    )
    expect(lessons.map(({ description }) => description)).toEqual(lessons.map(() => 'Page 12\nPage 13'))
  })
})
