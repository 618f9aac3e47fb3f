/** Draws a move of plans on the cards of the loaded days. */
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, formatTime, mondayOf, stepSchoolDay } from '#shared/dates.ts'
import type { Move } from '#shared/moves/plan/rules.ts'
import type { PlannedLesson } from '#shared/timetables/plan/rules.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { cardKey, type DrawnMove } from '#web/features/calendar/week/move-preview.ts'
import { dayNear } from './move-words.ts'
import type { SeenMove } from './seen-moves.ts'

/** Returns the days off between two dates in words: 'Friday', or '3 days off'. Undefined if there are none. */
const daysOffBetween = (from: string, to: string, off: ReadonlySet<string>): string | undefined => {
  const between: string[] = []
  for (let date = stepSchoolDay(from, 1); date < to; date = stepSchoolDay(date, 1)) if (off.has(date)) between.push(date)
  const [first] = between
  return between.length === 1 && first ? formatDay(first, 'full').split(',')[0] : first && `${between.length} days off`
}

const markOf = ({ from, to }: Move, off: ReadonlySet<string>, timeFormat: Preferences['timeFormat']): NonNullable<DrawnMove['mark']> => {
  if (!to) return { way: 'elsewhere', words: 'Unplaced' }
  if (to.date === from.date) return { way: 'elsewhere', words: formatTime(to.startTime, timeFormat) }
  const words = dayNear(to.date, from.date)
  const isOneWeek = mondayOf(from.date) === mondayOf(to.date)
  if (isOneWeek && to.date === stepSchoolDay(from.date, 1)) return { way: 'next', words }
  if (isOneWeek && from.date === stepSchoolDay(to.date, 1)) return { way: 'previous', words }
  const over = to.date > from.date ? daysOffBetween(from.date, to.date, off) : undefined
  const next = stepSchoolDay(from.date, 1)
  const hasRoom = off.has(next) && mondayOf(next) === mondayOf(from.date)
  return { way: hasRoom ? 'over' : 'elsewhere', words: over ? `over ${over} to ${words}` : words }
}

const arrivalOf = (calendar: CalendarId, { home, id, title, words = '' }: PlannedLesson): NonNullable<DrawnMove['arrives']> => {
  const loaded = shownDay(calendar, home)?.lessons.find(({ block }) => block.id === id)
  return loaded
    ? { title: loaded.block.title, preview: loaded.preview, hasAlert: loaded.block.hasAlert }
    : { title, preview: words, hasAlert: false }
}

/** Returns what a move changes about the cards of the loaded days. */
export const drawnMoves = (
  calendar: CalendarId,
  { plan, days, isFree }: SeenMove,
  timeFormat: Preferences['timeFormat'],
): Map<string, DrawnMove> => {
  const off = new Set(days.flatMap(({ date, isOff }) => (isOff ? [date] : [])))
  const before = new Map(days.map(({ date, blocks }) => [date, blocks]))
  const drawn = new Map<string, DrawnMove>()
  for (const { date, blocks } of plan.days) {
    if (!shownDay(calendar, date)) continue
    for (const [index, now] of blocks.entries()) {
      const was = before.get(date)?.[index]
      if (was && was !== now && !(isFree(was) && isFree(now)))
        drawn.set(cardKey(date, was.id), { arrives: isFree(now) ? null : arrivalOf(calendar, now), leaves: !isFree(was), mark: null })
    }
  }
  for (const move of plan.moves) {
    const key = cardKey(move.from.date, move.plan.id)
    if (drawn.has(key) || shownDay(calendar, move.from.date))
      drawn.set(key, { ...(drawn.get(key) ?? { arrives: null, leaves: false }), mark: markOf(move, off, timeFormat) })
  }
  return drawn
}
