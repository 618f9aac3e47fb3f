/** Moves plans along the lessons of their class. Each move is one operation. The same rules preview it (shared/moves). */
import { type Changed, type Changes, changeDays, type OperationParts } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { editsOf } from '#server/features/timetables/laying/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { OperationAbout } from '#shared/calendar/operations/contract.ts'
import { CANNOT_MOVE, type MoveKind } from '#shared/moves/moving/rules.ts'
import { daysFrom, horizonOf, type Move, type MovePlan, planMove } from '#shared/moves/plan/rules.ts'

export type Call = Omit<OperationParts, 'kind' | 'undoes'>
type GivenMove = { kind: MoveKind; date: string; blockId: string }

/** Why a plan is unplaced after a move. */
export const NO_LESSON_LEFT = 'The class has no later lesson'
const PULLED_BACK = 'You pulled the next plan back into its lesson'

/** `hasWords` is true if somebody sees the first words of the texts. With `ids`, only lessons with these ids are read. */
type Reads = { from: string; date: string; hasWords: boolean; ids?: readonly string[] }

/** Returns a calendar's days, timetables and classes, from a date to the last one to which its plans can move. */
export const readWorld = async (db: Db, calendar: CalendarRef, { from, date, hasWords, ids }: Reads) => {
  const timetables = (await recordsOf(db, calendar, 'timetable')).map(({ id, content }) => ({ ...content, id }))
  const days = await outlineBetween(db, calendar, from, horizonOf(timetables, date), { hasWords, ids })
  return { days, timetables, classes: await classesOf(db, calendar) }
}

/** Returns what a move does. Throws `not_found`, and `refused_by_rule` if it isn't possible. */
export const plannedMove = async (db: Db, calendar: CalendarRef, move: GivenMove, hasWords = true): Promise<MovePlan> => {
  const { date } = move
  const { days, classes } = await readWorld(db, calendar, { from: date, date, hasWords })
  const plan = planMove(daysFrom(days, date, classes), move, classes)
  if (plan === 'gone') throw new Refused('not_found', CANNOT_MOVE.gone)
  if (typeof plan === 'string') throw new Refused('refused_by_rule', CANNOT_MOVE[plan])
  return plan
}

/** Sums up moves for the list of changes. */
export const plansMoved = (moves: readonly Move[]): OperationAbout['plans'] => ({
  count: moves.length,
  from: moves[0]?.from.date ?? null,
  to: moves[0]?.to?.date ?? null,
})

/** Carries a move out. Throws what {@link plannedMove} throws, and `refused_by_rule` if that is too much for one operation. */
export const movePlan = async (db: Db, call: Call, move: GivenMove): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => {
    const { days, unplaced, moves } = await plannedMove(db, calendar, move, false)
    const reason = move.kind === 'pullBack' ? PULLED_BACK : NO_LESSON_LEFT
    const laid = await editsOf(db, calendar, { days, unplaced: unplaced.map((one) => ({ ...one, reason })) })
    return { ...laid, plans: plansMoved(moves) }
  }
  return changeDays(db, { ...call, kind: 'move', does: move.kind, plan })
}
