import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePendingEdits, useUnsentBlocks } from '#web/features/calendar/days/pending.ts'
import { useUser } from '#web/features/people/data.ts'
import { useDraftNames } from '#web/lib/drafts.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { blockIdOf } from './draft-names.ts'

/** The words on a lesson whose latest text the server doesn't have. A lesson that was saved and couldn't be sent isn't a draft. */
export const DraftSign = ({ blockId }: { blockId: string }) => {
  const { unreached } = useSaveStatus()
  const edits = usePendingEdits(useCalendar().id)
  const isSaved = edits.some((edit) => (edit.type === 'block' || edit.type === 'move') && edit.after?.id === blockId)
  return unreached > 0 && isSaved ? 'Not yet sent' : 'Unsaved draft'
}

/** Returns the IDs of the time blocks that bear a sign: those with a draft, and those whose latest state couldn't be sent. */
export const useMarkedBlocks = (calendarId: string): ReadonlySet<string> => {
  const drafted: ReadonlySet<string> = new Set(useDraftNames(useUser().id).map(blockIdOf))
  const unsent = useUnsentBlocks(calendarId)
  return unsent.size > 0 ? new Set([...drafted, ...unsent]) : drafted
}
