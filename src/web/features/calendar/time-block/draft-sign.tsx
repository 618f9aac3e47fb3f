import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePendingEdits } from '#web/features/calendar/days/pending.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'

/** The words on a lesson whose latest text the server doesn't have. A lesson that was saved and couldn't be sent isn't a draft. */
export const DraftSign = ({ blockId }: { blockId: string }) => {
  const { unreached } = useSaveStatus()
  const edits = usePendingEdits(useCalendar().id)
  const isSaved = edits.some((edit) => (edit.type === 'block' || edit.type === 'move') && edit.after?.id === blockId)
  return unreached > 0 && isSaved ? 'Not yet sent' : 'Unsaved draft'
}
