import type { CalendarDay, OperationKind, TimeBlock } from '#shared/calendar/contract.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'

/** A change in a day's history. `before` is the day before the change, or null if it was empty. */
export type DayChange = { operationId: string; kind: OperationKind; at: string; before: CalendarDay | null }

/** Returns when a lesson last changed (ISO 8601), or undefined if that's longer ago than `history`, which is newest first. */
export const lastChangeOf = (blockId: string, current: CalendarDay | null, history: readonly DayChange[]): string | undefined => {
  const blockOn = (day: CalendarDay | null) => day?.blocks.find(({ id }) => id === blockId)
  const now = blockOn(current)
  const isSame = (then: TimeBlock | undefined) => (now && then ? sameBlock(now, then) : now === then)
  return history.find(({ before }) => !isSame(blockOn(before)))?.at
}
