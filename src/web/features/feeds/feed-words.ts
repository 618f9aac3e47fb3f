import { formatNearDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import type { Feed } from '#shared/feeds/contract.ts'

/** Characters of the token that a covered address shows. */
const SHOWN = 4

/** Returns an address with most of its token covered. */
export const covered = (url: string): string => url.replace(/[\w-]+(?=\.ics$)/, (token) => `${token.slice(0, SHOWN)}${'•'.repeat(12)}`)

const READERS = { google: 'Google Calendar', apple: 'Apple Calendar', outlook: 'Outlook', other: 'another program' } as const

type Reader = { timezone: string; timeFormat: '12' | '24'; now: Date }

/** Returns when a calendar program last read an address, such as 'Last read today, 9:40 AM, by Google Calendar'. */
export const lastReadWords = (
  { lastReadAt, lastReadBy }: Pick<Feed, 'lastReadAt' | 'lastReadBy'>,
  { timezone, timeFormat, now }: Reader,
) => {
  if (lastReadAt === null) return 'No calendar has read it yet'
  const at = Date.parse(lastReadAt)
  const [day, today] = [todayIn(timezone, at), todayIn(timezone, now.getTime())]
  const time = formatTime(timeIn(timezone, at), timeFormat)
  return `Last read ${day === today ? 'today' : formatNearDay(day, today)}, ${time}, by ${READERS[lastReadBy ?? 'other']}`
}

const webcal = (url: string): string => url.replace(/^https?:/, 'webcal:')
const outlook = (host: string, url: string, name: string): string =>
  `https://${host}/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`

type CalendarProgram = { name: string; about: string; href: string; more?: { label: string; href: string } }

/** Returns the calendar programs that can read an address: the link that adds it, and how long a change takes to show. */
export const programsFor = (url: string, name: string): CalendarProgram[] => [
  {
    name: 'Google Calendar',
    about: 'On a computer. Looks again about once a day.',
    href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal(url))}`,
  },
  { name: 'Apple Calendar', about: 'iPhone, iPad, Mac. Looks again about every hour.', href: webcal(url) },
  {
    name: 'Outlook',
    about: 'With a school or work account, on the web. Looks again every few hours, sometimes after a day.',
    href: outlook('outlook.office.com', url, name),
    more: { label: 'With a personal account', href: outlook('outlook.live.com', url, name) },
  },
]
