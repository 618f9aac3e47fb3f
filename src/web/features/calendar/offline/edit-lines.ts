import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { editWords } from '#web/features/calendar/days/edit-words.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'

/** Returns what an edit of a lesson did, in two words. */
const changeOf = (before: TimeBlock | null, after: TimeBlock | null): string => {
  if (!before) return 'Added'
  if (!after) return 'Deleted'
  if (before.description !== after.description) return 'Text changed'
  if (before.startTime !== after.startTime || before.endTime !== after.endTime) return 'Time changed'
  if (before.title !== after.title) return 'Title changed'
  if (before.hasAlert !== after.hasAlert) return after.hasAlert ? 'Alert added' : 'Alert removed'
  return before.alertMessage === after.alertMessage ? 'Changed' : 'Alert changed'
}

/** Returns an edit in two lines: the lesson with its day, and what was done with it. The second one is empty if the first says it. */
export const editLines = (edit: DayEdit): { name: string; change: string } => {
  if (edit.type === 'block')
    return {
      name: `${(edit.after ?? edit.before)?.title}, ${formatDay(edit.date, 'short')}`,
      change: changeOf(edit.before, edit.after),
    }
  if (edit.type === 'move') return { name: `${edit.before.title}, ${formatDay(edit.to, 'short')}`, change: 'Moved' }
  return { name: editWords(edit), change: '' }
}
