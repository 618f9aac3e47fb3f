/** Says what Bump and Extend would do with a reported lesson. */
import type { MoveKind, WhyNot } from '#shared/moves/moving/rules.ts'
import type { Day, MovePlan } from '#shared/moves/plan/rules.ts'
import { counted } from '#web/lib/counted.ts'

type Kind = Extract<MoveKind, 'bump' | 'extend'>
type Seen = { days: readonly Day[]; moves: Record<Kind, { plan: Pick<MovePlan, 'moves'> } | WhyNot> }

/**
 * - `to`: the date that the button names, and what else moves.
 * - `at`: the plan is already there, because it was bumped.
 * - `why`: the plan can't move.
 */
export type MoveResult = { to: string; others: string } | { to: null; at: string } | { to: null; why: WhyNot }

const othersOf = ({ moves }: Pick<MovePlan, 'moves'>, kind: Kind): string => {
  const moving = moves.filter(({ to, isCopy }) => to && !isCopy).length - (kind === 'bump' ? 1 : 0)
  const unplaced = moves.filter(({ to }) => !to).length
  return [
    moving > 0 && `${counted(moving, 'later lesson')} of this class ${moving === 1 ? 'moves' : 'move'} on.`,
    unplaced > 0 && `${unplaced} ${unplaced === 1 ? 'goes' : 'go'} to Unplaced lessons.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns what a move would do, or where the plan already is. A plan keeps its id when it moves, and a copy its first words. */
export const outcomeOfMove = ({ days, moves }: Seen, { kind, blockId }: { kind: Kind; blockId: string }): MoveResult => {
  const move = moves[kind]
  if (move === 'gone') {
    const at = days.find(({ blocks }) => blocks.some(({ id }) => id === blockId))
    return { to: null, ...(at ? { at: at.date } : { why: move }) }
  }
  if (typeof move === 'string') return { to: null, why: move }
  const target = kind === 'bump' ? move.plan.moves[0] : move.plan.moves.find(({ isCopy }) => isCopy)
  if (!target?.to) return { to: null, why: 'isLast' }
  const { to, plan } = target
  const there = days.find((day) => day.date === to.date)?.blocks.find(({ startTime }) => startTime === to.startTime)
  const isThere = kind === 'extend' && Boolean(plan.words) && there?.words === plan.words
  const others = othersOf(move.plan, kind)
  return { to: to.date, others: isThere ? `The plan of that day already begins with the same words. ${others}`.trim() : others }
}
