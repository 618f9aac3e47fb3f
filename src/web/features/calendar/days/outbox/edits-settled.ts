import { conflictQuestions } from '#web/features/calendar/days/conflict-question.ts'
import { pendingEdits } from '#web/features/calendar/days/pending.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { pause } from '#web/lib/time/pause.ts'

const POLL_MS = 40

/**
 * Waits until the server has responded to a calendar's edits. Returns false if that takes longer, because one of them can't reach the server.
 */
export const editsSettled = async (calendarId: string): Promise<boolean> => {
  while (pendingEdits(calendarId).length > 0) {
    if (saveStatus().unreached > 0 || conflictQuestions.get().some(({ isLate }) => isLate)) return false
    await pause(POLL_MS)
  }
  return true
}
