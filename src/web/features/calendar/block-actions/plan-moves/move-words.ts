/** Says what a move of a plan does, before and after it. Dates near the lesson are 'Thu 19', others are 'Dec 4'. */
import type { Preferences } from '#shared/accounts/contract.ts'
import { dayOfMonth, daysBetween, formatDay, formatTime } from '#shared/dates.ts'
import type { MoveKind, Place } from '#shared/moves/moving/rules.ts'
import type { Move, MovePlan } from '#shared/moves/plan/rules.ts'
import type { PlannedLesson } from '#shared/timetables/plan/rules.ts'
import { counted } from '#web/lib/counted.ts'

type TimeFormat = Preferences['timeFormat']
/** A locked lesson that other plans jump over. */
export type Stay = { date: string; plan: PlannedLesson }
/** What a move does, from the lesson on this date. */
export type Seen = { kind: MoveKind; date: string; plan: Pick<MovePlan, 'moves'>; stays: readonly Stay[]; timeFormat: TimeFormat }

/** How far from the lesson a date is still named by its weekday, in days. */
const NEAR_DAYS = 12

/** Returns a date as it is called next to a lesson on `date`. */
export const dayNear = (day: string, date: string): string =>
  Math.abs(daysBetween(date, day)) <= NEAR_DAYS ? `${formatDay(day, 'weekday')} ${dayOfMonth(day)}` : formatDay(day, 'monthDay')

const placeNear = (place: Place, { date, timeFormat }: Pick<Seen, 'date' | 'timeFormat'>): string =>
  place.date === date ? formatTime(place.startTime, timeFormat) : dayNear(place.date, date)

/** Returns the moves by what happens to their plans. */
const sorted = ({ moves }: Seen['plan']) => ({
  copied: moves.find(({ isCopy }) => isCopy),
  moving: moves.filter(({ to, isCopy }) => to && !isCopy),
  unplaced: moves.filter(({ to, isCopy }) => !(to || isCopy)),
})

const bumpLine = (seen: Seen): string => {
  const { moving, unplaced } = sorted(seen.plan)
  const to = seen.plan.moves[0]?.to
  if (!to) return 'No lesson is left for it. It goes to Unplaced.'
  const start = `To ${placeNear(to, seen)}.`
  if (seen.kind === 'bumpAll') return `${start} All later plans move too.`
  if (unplaced.length > 0) return `${start} ${moving.length} ${moving.length === 1 ? 'moves' : 'move'}, ${unplaced.length} to Unplaced.`
  const last = moving.at(-1)?.to
  return moving.length > 1 && last
    ? `${start} ${counted(moving.length, 'lesson')} move, up to ${dayNear(last.date, seen.date)}.`
    : `${start} Nothing else moves.`
}

const extendLine = (seen: Seen): string => {
  const { copied, moving, unplaced } = sorted(seen.plan)
  if (!copied?.to) return 'No later lesson is left.'
  return `Also on ${placeNear(copied.to, seen)}. ${moving.length + unplaced.length > 0 ? 'The rest makes room.' : 'Nothing else moves.'}`
}

const pullBackLine = (seen: Seen): string => {
  const { moving, unplaced } = sorted(seen.plan)
  const [next] = moving
  const rest = unplaced.length > 0 ? 'This goes to Unplaced.' : 'The rest moves up.'
  return next ? `${placeNear(next.from, seen)} comes here. ${rest}` : rest
}

/** Says what a move does, in one line that names the date. */
export const moveLine = (seen: Seen): string => {
  if (seen.kind === 'extend') return extendLine(seen)
  return seen.kind === 'pullBack' ? pullBackLine(seen) : bumpLine(seen)
}

/** What the rows say until it is known what a move does. */
export const UNKNOWN_LINES: Record<MoveKind, string> = {
  bump: 'To the next lesson of the class.',
  bumpAll: 'All later plans move too.',
  extend: 'Also in the next lesson. The rest makes room.',
  pullBack: 'The next plan comes here. The rest moves up.',
}

/** Counts what moves: '16 move on, 1 stays, 1 has no place left'. */
export const moveCounts = ({ kind, plan, stays }: Pick<Seen, 'kind' | 'plan' | 'stays'>): string => {
  const { copied, moving, unplaced } = sorted(plan)
  const verb = moving.length === 1 ? 'moves' : 'move'
  const isBack = kind === 'pullBack'
  const lost = isBack
    ? `${unplaced.length} ${unplaced.length === 1 ? 'goes' : 'go'} to Unplaced`
    : `${unplaced.length} ${unplaced.length === 1 ? 'has' : 'have'} no place left`
  return [
    copied && '1 is copied',
    moving.length > 0 && `${moving.length} ${verb} ${isBack ? 'up' : 'on'}`,
    stays.length > 0 && `${stays.length} ${stays.length === 1 ? 'stays' : 'stay'}`,
    unplaced.length > 0 && lost,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A plan in the list of what moves. */
export type MoveRow = { key: string; from: string; is: 'moves' | 'copied' | 'stays' | 'unplaced'; to: string; words: string }

/** Returns a plan's first words, or its title if it has no text. */
const wordsOf = ({ words = '', title }: Pick<PlannedLesson, 'words' | 'title'>): string => words || title

/** How many plans of each kind the list names. */
const MOST_ROWS = 2

/** Returns the first plans that move, how many others do, and the plans that stay or become unplaced. */
export const moveRows = (seen: Seen): { first: MoveRow[]; more: number; last: MoveRow[] } => {
  const { copied, moving, unplaced } = sorted(seen.plan)
  const rowOf = ({ plan, from, to, isCopy }: Move): MoveRow => ({
    key: `${from.date} ${plan.id} ${isCopy}`,
    from: dayNear(from.date, seen.date),
    is: to ? (isCopy ? 'copied' : 'moves') : 'unplaced',
    to: to ? (to.date === from.date ? formatTime(to.startTime, seen.timeFormat) : dayNear(to.date, seen.date)) : 'Unplaced',
    words: wordsOf(plan),
  })
  const going = copied ? [copied, ...moving] : moving
  const staying = seen.stays.map(
    ({ date, plan }): MoveRow => ({
      key: `${date} ${plan.id} stays`,
      from: dayNear(date, seen.date),
      is: 'stays',
      to: 'stays',
      words: wordsOf(plan),
    }),
  )
  return {
    first: going.slice(0, MOST_ROWS).map(rowOf),
    more: Math.max(0, going.length - MOST_ROWS),
    last: [...staying.slice(0, MOST_ROWS), ...unplaced.slice(0, MOST_ROWS).map(rowOf)],
  }
}

const inUnplaced = (count: number): string => `${count} ${count === 1 ? 'is' : 'are'} in Unplaced lessons`

/** Says what a move did. `unplaced` is how many plans lost their lesson. */
export const moveOutcome = (
  { kind, date, plan }: Pick<Seen, 'kind' | 'date' | 'plan'>,
  { title, unplaced }: { title: string; unplaced: number },
): { title: string; description: string } => {
  const { copied, moving } = sorted(plan)
  if (kind === 'pullBack') {
    const left = unplaced > 0 ? ' The plan that was there is in Unplaced lessons.' : ''
    return {
      title: `${title} pulled back to ${formatDay(date, 'weekdayAndDay')}`,
      description: `${counted(moving.length, 'lesson')} moved up.${left}`,
    }
  }
  const target = (copied ?? plan.moves[0])?.to
  const to = target ? ` to ${formatDay(target.date, 'weekdayAndDay')}` : ''
  const isAlone = unplaced === 0 && moving.length === (copied ? 0 : 1)
  const parts = [moving.length > 0 && `${counted(moving.length, 'lesson')} moved`, unplaced > 0 && inUnplaced(unplaced)]
  return {
    title: `${title} ${kind === 'extend' ? 'extended' : 'bumped'}${to}`,
    description: `${isAlone ? 'Nothing else moved' : parts.filter(Boolean).join(', ')}.`,
  }
}
