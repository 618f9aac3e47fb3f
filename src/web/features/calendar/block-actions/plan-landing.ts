/**
 * Moves a plan along the lessons of its class: it goes to the class's lesson of another day, whose own plan comes back in exchange. What
 * belongs to a plan and what to its lesson is as in other moves (shared/moves/moving). If that day has no lesson of the class, the lesson
 * itself moves there.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { freeIn, isOpen, makeLane } from '#shared/moves/moving/rules.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import type { BlockMove } from '#web/features/calendar/model/block-move.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { firstLineOf, previewOf } from '#web/features/rich-text/preview.ts'

/** A lesson that gets another plan. */
type PlanChange = { date: string; before: TimeBlock; after: TimeBlock }
/** The lesson that a plan lands in, and the plan that comes back from it, or '' if the lesson is free. */
export type PlanLanding = { lesson: TimeBlock; back: string; changes: readonly [PlanChange, PlanChange] }

/** All lessons of the day that a plan leaves and of the day it moves to, and the classes. */
type World = { here: readonly TimeBlock[]; there: readonly TimeBlock[]; classes: readonly Pick<SchoolClass, 'id' | 'name'>[] }

/** Returns where a plan lands, or undefined if the lesson itself moves: preferably in a free lesson. */
export const planLanding = ({ block, from, to, isCopy }: BlockMove, { here, there, classes }: World): PlanLanding | undefined => {
  const ofClass = classes.find(({ id }) => id === block.classId)
  if (isCopy || from === to || !ofClass) return undefined
  const hasNoPlan = freeIn(classes)
  const isFree = (lesson: TimeBlock) => hasNoPlan({ ...lesson, hasText: lesson.description !== '' || lesson.hasAlert })
  const fresh = ({ taught: _, ...like }: TimeBlock) => ({
    ...like,
    title: ofClass.name,
    description: '',
    hasAlert: false,
    alertMessage: '',
  })
  const spotOf = (date: string, lesson: TimeBlock) => ({ date, isOff: false, block: lesson })
  const open = there.filter((lesson) => lesson.classId === ofClass.id && isOpen(spotOf(to, lesson)))
  const lesson = open.find(isFree) ?? open[0]
  if (!lesson) return undefined
  const lane = makeLane([spotOf(from, block), spotOf(to, lesson)], { isFree, fresh })
  lane.swap(0, lane.swap(1, lane.take(0)))
  const [left = block, got = lesson] = lane.result().blocks
  // An id that the other day has too can't move there.
  const isTaken = here.some(({ id }) => id === left.id && id !== block.id) || there.some(({ id }) => id === got.id && id !== lesson.id)
  const own = ({ id }: TimeBlock) => isTaken && { id }
  const changes = [
    { date: from, before: block, after: { ...left, ...own(block) } },
    { date: to, before: lesson, after: { ...got, ...own(lesson) } },
  ] as const
  return { lesson, back: isFree(lesson) ? '' : firstLineOf(previewOf(lesson.description)) || lesson.title, changes }
}

const blocksOn = (calendar: CalendarId, date: string): TimeBlock[] => {
  const day = shownDay(calendar, date)
  return day ? [...day.lessons.map(({ block }) => block), ...day.leftOut] : []
}

/** Returns where the plan of a move lands on the target day as shown, or undefined if the lesson itself moves. */
export const landingOn = (calendar: CalendarId, move: BlockMove): PlanLanding | undefined =>
  move.isPlan
    ? planLanding(move, { here: blocksOn(calendar, move.from), there: blocksOn(calendar, move.to), classes: knownClasses() })
    : undefined

/** Says where a plan lands and what else moves: 'Into Math on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.' */
export const landingInWords = ({ lesson, back }: PlanLanding, { from, to }: Pick<BlockMove, 'from' | 'to'>): string => {
  const there = `Into ${lesson.title} on ${formatDay(to, 'short')}`
  return back === '' ? `${there}, which is free` : `${there}. “${back}” moves to ${formatDay(from, 'short')}.`
}
