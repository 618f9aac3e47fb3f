/**
 * Moves a plan along the lessons of its class: the text goes to the class's lesson of another day, whose own plan comes back in exchange.
 * Days and times stay. If that day has no lesson of the class, the lesson itself moves there.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { isBlank } from '#shared/plain-text.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import type { BlockMove } from '#web/features/calendar/model/block-move.ts'
import { firstLineOf, previewOf } from '#web/features/rich-text/preview.ts'

/** A lesson that gets another plan. */
type PlanChange = { date: string; before: TimeBlock; after: TimeBlock }
/** The lesson that a plan lands in, and the plan that comes back from it, or '' if the lesson is free. */
export type PlanLanding = { lesson: TimeBlock; back: string; changes: readonly [PlanChange, PlanChange] }

/** The fields of a lesson that move with its plan. */
const planOf = ({ description, hasAlert, alertMessage }: TimeBlock) => ({ description, hasAlert, alertMessage })

/** Returns where a plan lands on a day with these lessons, or undefined if the lesson itself moves: preferably in a free lesson. */
export const planLanding = ({ block, from, to, isCopy }: BlockMove, there: readonly TimeBlock[]): PlanLanding | undefined => {
  if (isCopy || from === to || !block.classId) return undefined
  const ofClass = there.filter(({ classId }) => classId === block.classId)
  const lesson = ofClass.find(({ description }) => isBlank(description)) ?? ofClass[0]
  if (!lesson) return undefined
  const changes = [
    { date: from, before: block, after: { ...block, ...planOf(lesson) } },
    { date: to, before: lesson, after: { ...lesson, ...planOf(block) } },
  ] as const
  return { lesson, back: firstLineOf(previewOf(lesson.description)), changes }
}

/** Returns where the plan of a move lands on the target day as shown, or undefined if the lesson itself moves. */
export const landingOn = (calendar: CalendarId, move: BlockMove): PlanLanding | undefined =>
  move.isPlan
    ? planLanding(
        move,
        (shownDay(calendar, move.to)?.lessons ?? []).map(({ block }) => block),
      )
    : undefined

/** Says where a plan lands and what else moves: 'Into Math on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.' */
export const landingInWords = ({ lesson, back }: PlanLanding, { from, to }: Pick<BlockMove, 'from' | 'to'>): string => {
  const there = `Into ${lesson.title} on ${formatDay(to, 'short')}`
  return back === '' ? `${there}, which is free` : `${there}. “${back}” moves to ${formatDay(from, 'short')}.`
}
