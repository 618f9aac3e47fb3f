import { addDays, formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'

/** The teacher's time zone and format of times. */
export type Reader = { timezone: string; timeFormat: '12' | '24' }

const timeOf = (instant: string, { timezone, timeFormat }: Reader): string => formatTime(timeIn(timezone, Date.parse(instant)), timeFormat)

/** Returns the time of an instant today, such as '6:06 AM', or with its day before today, such as 'Nov 17, 6:06 AM'. */
export const momentWords = (instant: string, now: number, reader: Reader): string => {
  const day = todayIn(reader.timezone, Date.parse(instant))
  const time = timeOf(instant, reader)
  return day === todayIn(reader.timezone, now) ? time : `${formatDay(day, 'monthDay')}, ${time}`
}

/** Returns when a link ends: 'tonight', 'tomorrow night', or 'on Fri, Nov 20'. */
export const endWords = (endsOn: string, today: string): string => {
  if (endsOn === today) return 'tonight'
  return endsOn === addDays(today, 1) ? 'tomorrow night' : `on ${formatDay(endsOn, 'short')}`
}

/** Returns dates in one line, such as 'Wed, Nov 18', 'Wed, Nov 18 and Thu, Nov 19' or '4 days, Nov 16 – Nov 20'. */
export const datesWords = (dates: readonly string[]): string => {
  const inOrder = [...dates].sort()
  const [first = '', last = ''] = [inOrder[0], inOrder.at(-1)]
  if (inOrder.length > 2) return `${inOrder.length} days, ${formatDay(first, 'monthDay')} – ${formatDay(last, 'monthDay')}`
  return inOrder.map((date) => formatDay(date, 'short')).join(' and ')
}

type Choice = { chosen: string | undefined; dates: readonly string[] }

/** Returns the link that a dialog of links shows: the chosen one, else an open one of the first of these dates, else the latest open one. */
export const shownLink = (links: readonly SubLink[], open: readonly SubLink[], { chosen, dates }: Choice): SubLink | undefined => {
  const [date = ''] = dates
  return links.find(({ id }) => id === chosen) ?? open.find((link) => link.dates.includes(date)) ?? open[0]
}

/** Returns an address without the scheme, as people read it out. */
export const shownAddress = (url: string): string => url.replace(/^https?:\/\//, '')

/** Returns how often a page was opened, such as 'Opened 3 times'. */
export const openedWords = (count: number): string => {
  if (count === 0) return 'Not opened yet'
  return count === 1 ? 'Opened once' : `Opened ${count} times`
}

const EARLIEST_FIRST = (one: { at: string }, other: { at: string }) => (one.at < other.at ? -1 : 1)

/** Returns the listed openings, earliest first, each with a word for a device that wasn't there before. */
export const openingRows = ({ openings, openingCount }: Pick<SubLink, 'openings' | 'openingCount'>) =>
  [...openings].sort(EARLIEST_FIRST).map((opening, position) => ({
    ...opening,
    word: !opening.isNewDevice ? '' : position === 0 && openings.length === openingCount ? 'first time' : 'new device',
  }))

/** How many days after its last one a link can still be open. */
const LATER_DAYS = 14

/** Returns the days on which a link of these dates can end: the last of them and the two weeks after it, but not before today. */
export const endChoices = (dates: readonly string[], endsOn: string, today: string): string[] => {
  const last = [...dates].sort().at(-1) ?? today
  const first = last < today ? today : last
  const days = Array.from({ length: LATER_DAYS + 1 }, (_, count) => addDays(first, count))
  return days.includes(endsOn) ? days : [endsOn, ...days].sort()
}
