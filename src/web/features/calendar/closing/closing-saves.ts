import { daysInRange } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { unsureWords } from '#web/features/calendar/days/retry-offline.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { ClassChoice } from '#web/features/calendar/model/edits.ts'
import { report } from '#web/ui/report.ts'
import { closedWords, movedWords } from './closing-words.ts'
import type { ClosureView } from './closure-view.ts'

/** What the teacher decided about the plans of closing days. */
export type Decision = { choices: readonly ClassChoice[]; dates: readonly string[]; counts: ClosureView['counts'] }
type Closure = Decision & { from: string; to: string; text: string | null; only?: readonly string[] }

const BLOCKED = { one: 'Date blocked out successfully', several: 'Dates blocked out successfully' }
const FAILED = { one: 'Failed to block out date', several: 'Failed to block out dates' }

/**
 * Blocks out the days of a range and moves their plans as decided, in one operation, and shows the result in a toast with Undo. With a `text`
 * of null, the school has already closed them. Returns whether it was saved.
 */
export const closeDays = (calendar: CalendarRef, closure: Closure, onFailed?: (reason: string) => void): Promise<boolean> => {
  const { from, to, text, only, choices, dates, counts } = closure
  const several = from === to ? 'one' : 'several'
  const all = [...new Set([...(text === null ? [] : daysInRange(from, to)), ...dates])].sort()
  return report(() => write(calendar, { type: 'closure', from, to, text, only, choices, dates: all }), {
    done: (saved) => {
      const words =
        counts.moved > 0
          ? { title: text === null ? 'Plans moved on' : closedWords(closure), description: movedWords(counts) }
          : { title: text === null ? 'Every lesson stays where it is' : BLOCKED[several] }
      return { ...words, ...(saved && { action: undoAction(calendar, saved) }) }
    },
    failed: (reason, error) => {
      onFailed?.(reason)
      const unsure = unsureWords(error)
      if (text !== null)
        return { title: FAILED[several], description: `${reason} Your text is still here. ${unsure ?? 'Save again to retry.'}` }
      const title = unsure && counts.moved > 0 ? 'The plans may have moved' : 'Nothing moved'
      return { title, description: unsure ? `${reason} ${unsure}` : reason }
    },
  })
}
