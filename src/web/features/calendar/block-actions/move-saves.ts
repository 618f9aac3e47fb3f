import type { Preferences } from '#shared/accounts/contract.ts'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, isDay } from '#shared/dates.ts'
import { letFly, reasonOf, undo } from '#web/features/calendar/days/block-saves.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import { type BlockMove, blockAt, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { showToast } from '#web/ui/toast-store.ts'

const carryOut = (calendar: CalendarRef, { block, from, to, startTime, isCopy }: BlockMove): Promise<OperationResult | null> => {
  const after = blockAt(block, startTime)
  if (!isCopy && from !== to) return write(calendar, { type: 'move', from, to, before: block, after })
  const edit = isCopy ? { before: null, after: { ...after, id: newBlockId(Date.now()) } } : { before: block, after }
  return write(calendar, { type: 'block', date: to, ...edit })
}

/** Moves or copies a time block and says how it went, also when it is not possible; Undo is in the toast. */
export const moveBlock = async (calendar: CalendarRef, move: BlockMove, timeFormat: Preferences['timeFormat']): Promise<void> => {
  const { to, startTime, isCopy } = move
  const done = isCopy ? 'copied' : 'moved'
  const fail = (description: string) =>
    showToast({ title: `Failed to ${isCopy ? 'copy' : 'move'} time block`, description, tone: 'destructive' })
  try {
    const there = isDay(to) ? await loadDay(calendar, to) : undefined
    const problem = moveProblem(move, there)
    if (problem) return fail(problem)
    const saved = await carryOut(calendar, move)
    if (!saved) return showToast({ title: 'Nothing was changed', description: 'The day is shown as it is saved.' })
    const dates = saved.entries.map(({ date }) => date)
    showToast({
      title: `Time block ${done} successfully`,
      description: `${formatDay(to, 'full')}, ${formatTime(startTime, timeFormat)}`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void undo(calendar, dates, saved.operationId) },
    })
  } catch (error) {
    fail(`${reasonOf(error)} The lesson is still where it was.`)
    letFly(error)
  }
}
