import type { Preferences } from '#shared/accounts/contract.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, isDay } from '#shared/dates.ts'
import { watchSave } from '#web/lib/save-status.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { newBlockId } from './block-id.ts'
import { type BlockMove, blockAt, moveProblem } from './block-move.ts'
import { letFly, reasonOf, undo } from './block-saves.ts'
import { loadDay, moveToDay, saveEdit } from './data.ts'

const carryOut = async (owner: string, { block, from, to, startTime, isCopy }: BlockMove): Promise<CalendarDay[]> => {
  const after = blockAt(block, startTime)
  if (!isCopy && from !== to) return (await moveToDay(owner, { from, to, before: block, after })) ?? []
  const edit = isCopy ? { before: null, after: { ...after, id: newBlockId(Date.now()) } } : { before: block, after }
  const saved = await saveEdit(owner, to, edit)
  return saved ? [saved] : []
}

/** Moves or copies a time block and says how it went, also when it is not possible; Undo is in the toast. */
export const moveBlock = async (owner: string, move: BlockMove, timeFormat: Preferences['timeFormat']): Promise<void> => {
  const { to, startTime, isCopy } = move
  const done = isCopy ? 'copied' : 'moved'
  const fail = (description: string) =>
    showToast({ title: `Failed to ${isCopy ? 'copy' : 'move'} time block`, description, tone: 'destructive' })
  try {
    const there = isDay(to) ? await loadDay(owner, to) : undefined
    const problem = moveProblem(move, there)
    if (problem) return fail(problem)
    const saved = await watchSave(() => carryOut(owner, move))
    const [first] = saved
    if (!first) return showToast({ title: 'Nothing was changed', description: 'The day is shown as it is saved.' })
    const dates = saved.map(({ date }) => date)
    showToast({
      title: `Time block ${done} successfully`,
      description: `${formatDay(to, 'full')}, ${formatTime(startTime, timeFormat)}`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void undo(owner, dates, first.operationId) },
    })
  } catch (error) {
    fail(`${reasonOf(error)} The lesson is still where it was.`)
    letFly(error)
  }
}
