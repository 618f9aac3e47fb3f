import type { OperationResult } from '#shared/calendar/contract.ts'
import { watchSave } from '#web/lib/save-status.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { letFly, reasonOf, undo } from './block-saves.ts'
import { saveMark, saveMarks } from './data.ts'
import type { MarkKind } from './marks.ts'

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

const showSaved = (title: string, owner: string, result: OperationResult | null): void =>
  showToast({
    title,
    tone: 'success',
    ...(result && {
      action: {
        label: 'Undo',
        onPress: () => void undo(owner, [...result.entries.map((entry) => entry.date), ...result.removed], result.operationId),
      },
    }),
  })

/** Saves a block-out or note of one date or of a range; says how it went, with Undo. Answers whether it was saved. */
export const submitMark = async (
  owner: string,
  { from, to, kind, text, seen }: MarkSubmission,
  onFailed?: (reason: string) => void,
): Promise<boolean> => {
  const isRange = from !== to
  const words = (isRange ? RANGE : seen === null ? SINGLE : UPDATED)[kind]
  try {
    const result = await watchSave(() =>
      isRange ? saveMarks(owner, { from, to, kind, text }) : saveMark(owner, { date: from, kind, text, seen }),
    )
    showSaved(words.saved, owner, result)
    return true
  } catch (error) {
    const reason = reasonOf(error)
    showToast({ title: words.failed, description: `${reason} What you wrote is still here: save it again.`, tone: 'destructive' })
    onFailed?.(reason)
    letFly(error)
    return false
  }
}

/** Clears the block-out or the note of a day without asking; Undo is in the toast. */
export const removeMark = async (
  owner: string,
  { date, kind, seen }: { date: string; kind: MarkKind; seen: string | null },
): Promise<void> => {
  try {
    const result = await watchSave(() => saveMark(owner, { date, kind, text: null, seen }))
    showSaved(REMOVED.saved, owner, result)
  } catch (error) {
    showToast({ title: REMOVED.failed, description: reasonOf(error), tone: 'destructive' })
    letFly(error)
  }
}
