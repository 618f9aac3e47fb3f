/** Plans moves on the outline of a year with the rules that the server uses, so that a preview needs no request per move. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { MoveKind, WhyNot } from '#shared/moves/moving/rules.ts'
import { type Day, daysFrom, horizonOf, type MovePlan, moveWaysOf, planMove } from '#shared/moves/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { type CalendarSource, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { classesQuery } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import type { Stay } from './move-words.ts'

export type MovedLesson = { date: string; block: Pick<TimeBlock, 'id'> & { classId?: TimeBlock['classId'] } }
/** A possible move: what it does, and the days and locked lessons that it was planned on. */
export type SeenMove = { plan: MovePlan; days: readonly Day[]; stays: readonly Stay[]; isFree: ReturnType<typeof moveWaysOf>['isFree'] }
export type SeenMoves = Record<MoveKind, SeenMove | WhyNot>

/** Returns the locked lessons with a plan that the plans of a move jump over. */
const staysOf = (days: readonly Day[], { moves }: MovePlan, classId: string | null, isFree: SeenMove['isFree']): Stay[] => {
  const places = moves.flatMap(({ from, to }) => [from.date, ...(to ? [to.date] : [])]).sort()
  const last = moves.some(({ to }) => !to) ? days.at(-1)?.date : places.at(-1)
  const [first = ''] = places
  return days.flatMap(({ date, isOff, blocks }) =>
    isOff || date < first || date > (last ?? '')
      ? []
      : blocks.flatMap((plan) => (plan.classId === classId && plan.isLocked && !isFree(plan) ? [{ date, plan }] : [])),
  )
}

const seenMove = (days: readonly Day[], move: { kind: MoveKind; date: string; blockId: string }, classes: readonly SchoolClass[]) => {
  const plan = planMove(days, move, classes)
  if (typeof plan === 'string') return plan
  const { isFree } = moveWaysOf(classes)
  const classId = plan.moves[0]?.plan.classId ?? null
  return { plan, days, stays: move.kind === 'pullBack' ? [] : staysOf(days, plan, classId, isFree), isFree }
}

const seenMoves = (outlined: readonly OutlinedDay[], { date, block }: MovedLesson, classes: readonly SchoolClass[]): SeenMoves => {
  const days = daysFrom(outlined, date, classes)
  const of = (kind: MoveKind) => seenMove(days, { kind, date, blockId: block.id }, classes)
  return { bump: of('bump'), bumpAll: of('bumpAll'), extend: of('extend'), pullBack: of('pullBack') }
}

/** Returns the classes, and the outline of all days to which the plans of a date can move. */
const useYearFrom = (date: string, isNeeded: boolean) => {
  const calendar = useCalendar()
  const { data: classes } = useQuery(classesQuery)
  const { data: timetables } = useQuery(timetablesQuery)
  const to = timetables ? horizonOf(timetables, date) : date
  const { data } = useQuery({ ...outlineQuery(calendar, date, to), enabled: timetables !== undefined && isNeeded })
  return { classes, outlined: data?.days }
}

/** Returns what each move of a lesson's plan does, or undefined until that is known, and if the server can't be reached. */
export const useSeenMoves = ({ date, block: { id, classId } }: MovedLesson): SeenMoves | undefined => {
  const { classes, outlined } = useYearFrom(date, Boolean(classId))
  return useMemo(
    () => (outlined && classes ? seenMoves(outlined, { date, block: { id } }, classes) : undefined),
    [outlined, classes, date, id],
  )
}

/** Returns the same for a lesson of which only the id is known, with the days that it was planned on. */
export const useMovesOf = (date: string, id: string): { days: readonly Day[]; moves: SeenMoves } | undefined => {
  const { classes, outlined } = useYearFrom(date, true)
  return useMemo(
    () =>
      outlined && classes
        ? { days: daysFrom(outlined, date, classes), moves: seenMoves(outlined, { date, block: { id } }, classes) }
        : undefined,
    [outlined, classes, date, id],
  )
}

/** Returns what a move of a lesson's plan does to the saved days. Throws {@link RefusedCall}. */
export const loadSeenMove = async (calendar: CalendarSource, kind: MoveKind, { date, block }: MovedLesson): Promise<SeenMove | WhyNot> => {
  const [classes, timetables] = await Promise.all([queryClient.ensureQueryData(classesQuery), queryClient.ensureQueryData(timetablesQuery)])
  const { days } = await queryClient.fetchQuery({ ...outlineQuery(calendar, date, horizonOf(timetables, date)), staleTime: 0 })
  return seenMove(daysFrom(days, date, classes), { kind, date, blockId: block.id }, classes)
}
