import { daysInRange, formatDay } from '#shared/dates.ts'
import { askAboutPlans, tellNotAsked } from '#web/features/calendar/closing/unblocking.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { knownClosures } from '#web/features/calendar/days/closures/known-closures.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { report } from '#web/ui/report.ts'

type Messages = { saved: string; failed: string }

const SINGLE: Record<MarkKind, Messages> = {
  'block-out': { saved: 'Date blocked out successfully', failed: 'Failed to block out date' },
  note: { saved: 'Note added successfully', failed: 'Failed to add note' },
}
const SEVERAL: Record<MarkKind, Messages> = {
  'block-out': { saved: 'Dates blocked out successfully', failed: 'Failed to block out dates' },
  note: { saved: 'Notes added successfully', failed: 'Failed to add notes' },
}
const UPDATED: Record<MarkKind, Messages> = {
  'block-out': { saved: 'Reason updated successfully', failed: 'Failed to update calendar' },
  note: { saved: 'Note updated successfully', failed: 'Failed to update calendar' },
}
const REMOVED: Record<MarkKind, { one: string; several: string }> = {
  'block-out': { one: 'Day unblocked', several: 'Days unblocked' },
  note: { one: 'Note removed', several: 'Notes removed' },
}

export type MarkSubmission = { dates: readonly string[]; kind: MarkKind; text: string; seen: string | null }

/** Returns the current text from a refusal, or the text the teacher saw before if the refusal has none. */
const seenNow = (error: unknown, before: string | null): string | null =>
  error instanceof RefusedCall && error.code === 'stale' && typeof error.body?.current === 'string' ? error.body.current : before

/**
 * Saves a block-out or note for one date or several and shows the result in a toast with Undo. Returns whether it was saved. On failure,
 * calls `onFailed` with the reason and the latest text that the teacher has seen on those dates.
 */
export const submitMark = (
  calendar: CalendarRef,
  { dates, kind, text, seen }: MarkSubmission,
  onFailed?: (reason: string, seen: string | null) => void,
): Promise<boolean> => {
  const [date = '', ...others] = dates
  const messages = (others.length > 0 ? SEVERAL : seen === null ? SINGLE : UPDATED)[kind]
  const edit = others.length > 0 ? ({ type: 'marks', dates, kind, text } as const) : ({ type: 'mark', date, kind, text, seen } as const)
  return report(() => write(calendar, edit), {
    done: (saved) => ({ title: messages.saved, ...(saved && { action: undoAction(calendar, saved) }) }),
    failed: (reason, error) => {
      onFailed?.(reason, seenNow(error, seen))
      return { title: messages.failed, description: `${reason} Your text is still here. Save again to retry.` }
    },
  })
}

const isClosureKnown = (calendar: CalendarRef, from: string, to: string): boolean =>
  knownClosures(calendar).some(({ dates, moves }) => moves.length > 0 && dates.some((date) => date >= from && date <= to))

/**
 * Clears the block-out or note of a day, or of a whole break, and offers Undo in a toast. Asks first if plans moved on when the days were
 * closed. If it can't, the days stay closed, because once they are open nothing brings the plans back. Returns whether it was cleared.
 */
export const removeMark = async (
  calendar: CalendarRef,
  { from, to = from, kind, seen }: { from: string; to?: string; kind: MarkKind; seen: string | null },
): Promise<boolean> => {
  const isOne = from === to
  const asked = kind === 'block-out' ? await askAboutPlans(calendar, { from, to }) : 'nothing'
  if (asked === 'asked') return false
  if (asked === 'unknown' && isClosureKnown(calendar, from, to)) {
    tellNotAsked(isOne ? 'The day is still blocked out' : 'The days are still blocked out')
    return false
  }
  const edit = isOne
    ? ({ type: 'mark', date: from, kind, text: null, seen } as const)
    : ({ type: 'marks', dates: daysInRange(from, to), kind, text: null } as const)
  return report(() => write(calendar, edit), {
    done: (saved) => ({
      title: isOne ? REMOVED[kind].one : REMOVED[kind].several,
      description: isOne ? formatDay(from, 'full') : spanWords({ from, to }),
      ...(saved && { action: undoAction(calendar, saved) }),
    }),
    failed: (reason) => ({ title: 'Failed to remove date', description: reason }),
  })
}
