import type { OperationResult } from '#shared/calendar/contract.ts'
import { letFly, reasonOf, undo } from '#web/features/calendar/days/block-saves.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast-store.ts'

type Words = { saved: string; failed: string }

const SINGLE: Record<MarkKind, Words> = {
  'block-out': { saved: 'Date blocked out successfully', failed: 'Failed to block out date' },
  note: { saved: 'Note added successfully', failed: 'Failed to add note' },
}
const RANGE: Record<MarkKind, Words> = {
  'block-out': { saved: 'Dates blocked out successfully', failed: 'Failed to block out dates' },
  note: { saved: 'Notes added successfully', failed: 'Failed to add notes' },
}
const UPDATED: Record<MarkKind, Words> = {
  'block-out': { saved: 'Block-out updated successfully', failed: 'Failed to update calendar' },
  note: { saved: 'Note updated successfully', failed: 'Failed to update calendar' },
}
const REMOVED: Words = { saved: 'Date removed successfully', failed: 'Failed to remove date' }

export type MarkSubmission = { from: string; to: string; kind: MarkKind; text: string; seen: string | null }

const showSaved = (title: string, calendar: CalendarRef, result: OperationResult | null): void =>
  showToast({
    title,
    tone: 'success',
    ...(result && {
      action: {
        label: 'Undo',
        onPress: () => void undo(calendar, [...result.entries.map((entry) => entry.date), ...result.removed], result.operationId),
      },
    }),
  })

/** What the teacher has been told by a refusal that stands there now; what they saw before when it tells of nothing else. */
const seenNow = (error: unknown, before: string | null): string | null =>
  error instanceof RefusedCall && error.code === 'stale' && typeof error.body?.current === 'string' ? error.body.current : before

/**
 * Saves a block-out or note of one date or of a range; says how it went, with Undo. Returns whether it was saved. A
 * failure is told to `onFailed` with its reason and the text that the teacher has now seen there.
 */
export const submitMark = async (
  calendar: CalendarRef,
  { from, to, kind, text, seen }: MarkSubmission,
  onFailed?: (reason: string, seen: string | null) => void,
): Promise<boolean> => {
  const isRange = from !== to
  const words = (isRange ? RANGE : seen === null ? SINGLE : UPDATED)[kind]
  try {
    const edit = isRange ? ({ type: 'marks', from, to, kind, text } as const) : ({ type: 'mark', date: from, kind, text, seen } as const)
    showSaved(words.saved, calendar, await write(calendar, edit))
    return true
  } catch (error) {
    const reason = reasonOf(error)
    showToast({ title: words.failed, description: `${reason} What you wrote is still here: save it again.`, tone: 'destructive' })
    onFailed?.(reason, seenNow(error, seen))
    letFly(error)
    return false
  }
}

/** Clears the block-out or the note of a day without asking; Undo is in the toast. */
export const removeMark = async (
  calendar: CalendarRef,
  { date, kind, seen }: { date: string; kind: MarkKind; seen: string | null },
): Promise<void> => {
  try {
    showSaved(REMOVED.saved, calendar, await write(calendar, { type: 'mark', date, kind, text: null, seen }))
  } catch (error) {
    showToast({ title: REMOVED.failed, description: reasonOf(error), tone: 'destructive' })
    letFly(error)
  }
}
