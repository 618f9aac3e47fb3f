import type { Preferences } from '#shared/accounts/contract.ts'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, isDay } from '#shared/dates.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { copyOf } from '#web/features/calendar/model/block-id.ts'
import { type BlockMove, blockAt, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { classesQuery } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { report } from '#web/ui/report.ts'
import { landingOn } from './plan-landing.ts'

const carryOut = (calendar: CalendarRef, move: BlockMove): Promise<OperationResult | null> => {
  const landing = landingOn(calendar, move)
  if (landing) return write(calendar, { type: 'blocks', changes: landing.changes })
  const { block, from, to, startTime, isCopy } = move
  const isStaying = from === to
  // Short times belong to the day that the lesson leaves.
  const [usual = block] = isStaying ? [block] : restored([block])
  const after = blockAt(usual, startTime === block.startTime ? usual.startTime : startTime)
  if (!isCopy && !isStaying) return write(calendar, { type: 'move', from, to, before: block, after })
  const { usual: _, ...placed } = after
  const edit = isCopy ? { before: null, after: copyOf(placed, Date.now()) } : { before: block, after }
  return write(calendar, { type: 'block', date: to, ...edit })
}

/** Moves or copies a time block and shows the result in a toast with Undo. If the move isn't possible, the toast says why. */
export const moveBlock = (calendar: CalendarRef, move: BlockMove, timeFormat: Preferences['timeFormat']): Promise<boolean> => {
  const { to, startTime, isCopy } = move
  const attempt = async () => {
    const problem = moveProblem(move, isDay(to) ? await loadDay(calendar, to) : undefined)
    if (problem !== null) return { problem }
    if (move.isPlan) await Promise.all([loadDay(calendar, move.from), queryClient.ensureQueryData(classesQuery)])
    return { isPlan: landingOn(calendar, move) !== undefined, saved: await carryOut(calendar, move) }
  }
  const failure = `Failed to ${isCopy ? 'copy' : 'move'} time block`
  return report(attempt, {
    done: ({ problem, saved, isPlan }) => {
      if (problem !== undefined) return { title: failure, description: problem, tone: 'destructive' }
      if (!saved) return NOTHING_CHANGED
      return {
        title: isPlan ? 'Plan moved' : `Time block ${isCopy ? 'copied' : 'moved'} successfully`,
        description: isPlan ? formatDay(to, 'full') : `${formatDay(to, 'full')}, ${formatTime(startTime, timeFormat)}`,
        action: undoAction(calendar, saved),
      }
    },
    failed: (reason) => ({ title: failure, description: `${reason} Nothing changed.` }),
  })
}
