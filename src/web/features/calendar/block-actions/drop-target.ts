import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { dayOfMonth, formatDay, formatTime, isDay, mondayOf } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, isNoMove, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { type CardBox, dropPlace } from './drop-place.ts'
import { landingInWords, landingOn } from './plan-landing.ts'

/** The result of dropping a card here: the move, the day's element, and the insertion line's y position in px. */
export type Drop = { move: BlockMove; zone: HTMLElement; line: number | null }

/** The dragged block, the day it comes from, and the pointer's position in the window (px). */
export type Carried = { block: TimeBlock; date: string; x: number; y: number; isCopy: boolean; isPlan: boolean }

/** Returns the element of the lesson that a plan lands in, or else of its day. */
const landingZone = (calendar: CalendarRef, move: BlockMove, zone: HTMLElement): HTMLElement => {
  const id = landingOn(calendar, move)?.lesson.id
  return (id && zone.querySelector<HTMLElement>(`[data-block-id="${CSS.escape(id)}"]`)) || zone
}

/** Returns where a card would land, or null if the pointer isn't over a day. */
export const dropOf = (calendar: CalendarRef, { block, date, x, y, isCopy, isPlan }: Carried): Drop | null => {
  // A toast may cover the day, so check every element at this point.
  const [zone] = document.elementsFromPoint(x, y).flatMap((element) => element.closest<HTMLElement>('[data-date], [data-day]') ?? [])
  const to = zone?.dataset['date'] ?? zone?.dataset['day'] ?? ''
  if (!zone || !isDay(to)) return null
  const planMove = { block, from: date, to, startTime: block.startTime, isCopy, isPlan }
  // A month shows no times to drop on.
  if (isPlan) return { move: planMove, zone: landingZone(calendar, planMove, zone), line: null }
  const lessons = new Map(shownDay(calendar, to)?.lessons.map((lesson) => [lesson.block.id, lesson.block]))
  const cards = [...zone.querySelectorAll<HTMLElement>('[data-block-id]')].flatMap((card): CardBox[] => {
    const { top, bottom } = card.getBoundingClientRect()
    const there = lessons.get(card.dataset['blockId'] ?? '')
    return there ? [{ block: there, top, bottom }] : []
  })
  const { startTime, line } = dropPlace(cards, block, to === date, y)
  return { move: { block, from: date, to, startTime, isCopy }, zone, line }
}

type Context = { calendar: CalendarRef; timeFormat: Preferences['timeFormat'] }

/** Returns the message to show on the dragged card. */
export const dropMessage = (drop: Drop | null, { calendar, timeFormat }: Context): { message: string; isRefused: boolean } => {
  if (!drop) return { message: 'Drop it on a day', isRefused: false }
  if (isNoMove(drop.move)) return { message: 'Back where it was', isRefused: false }
  const { to, from, startTime, block, isCopy } = drop.move
  const problem = moveProblem(drop.move, shownDay(calendar, to))
  if (problem) return { message: problem, isRefused: true }
  const landing = landingOn(calendar, drop.move)
  if (landing) return { message: landingInWords(landing, drop.move), isRefused: false }
  const there = mondayOf(to) === mondayOf(from) ? `${formatDay(to, 'weekday')} ${dayOfMonth(to)}` : formatDay(to, 'short')
  const times = [startTime, blockAt(block, startTime).endTime].map((time) => formatTime(time, timeFormat)).join(' – ')
  return { message: `${isCopy ? 'Copy to' : 'Move to'} ${there}, ${times}`, isRefused: false }
}
