import { formatDay } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import { spanWords } from '#web/lib/span-words.ts'
import type { ClosureView } from './closure-view.ts'

type Range = { from: string; to: string }
type Counts = ClosureView['counts']

/** Names the days of a range, such as 'Wednesday' or '3 days'. */
export const daysNamed = ({ from, to }: Range, days: number): string =>
  from === to ? formatDay(from, 'weekdayLong') : counted(days, 'day')

/** Says how many lessons move on, such as '7 move on'. */
export const movingOn = (count: number): string => `${count} ${count === 1 ? 'moves' : 'move'} on`

/** Says how many lessons stay, such as '2 stay'. */
export const staying = (count: number): string => `${count} ${count === 1 ? 'stays' : 'stay'}`

/** Says what the counts mean, such as '7 lessons moved on, 2 stay.' */
export const movedWords = ({ moved, stay, unplaced }: Counts): string => {
  const placed = moved - unplaced
  const parts = [
    placed > 0 && `${counted(placed, 'lesson')} moved on`,
    unplaced > 0 && `${unplaced} went to Unplaced lessons`,
    stay > 0 && staying(stay),
  ].filter(Boolean)
  return `${parts.join(', ')}.`
}

/** The toast's title, such as 'Wednesday is closed'. */
export const closedWords = (range: Range): string =>
  range.from === range.to ? `${formatDay(range.from, 'weekdayLong')} is closed` : `${spanWords(range)} are closed`
