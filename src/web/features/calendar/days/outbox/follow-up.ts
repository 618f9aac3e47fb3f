import type { OperationResult } from '#shared/calendar/contract.ts'
import type { TimetableResult } from '#shared/timetables/contract.ts'
import { type DayEdit, datesOf } from '#web/features/calendar/model/edits.ts'
import { reloadRecords } from '#web/features/classes/changes/data.ts'
import { UNPLACED_KEY } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** True if a day off or an open day moved the lessons of later days, which can leave plans without a day. */
const isLaidAgain = (edit: DayEdit, { entries, removed }: OperationResult): boolean =>
  (edit.type === 'mark' || edit.type === 'marks') && entries.length + removed.length > datesOf(edit).length

/** Adds a link to the operation's toast if it left lessons without a day. */
const linkUnplaced = async (result: OperationResult, before: readonly { id: string }[] | undefined): Promise<void> => {
  const told = (result as Partial<TimetableResult>).unplaced
  try {
    await (await import('#web/features/calendar/days/timetables/unplaced-news.ts')).linkUnplaced(told, before)
  } catch {
    // Probably offline. The count in the sidebar follows later.
  }
}

const CHANGES_RECORDS = new Set<DayEdit['type']>([
  'undo',
  'timetable',
  'cycle-day',
  'rename-class',
  'place',
  'drop-unplaced',
  'move-plan',
  'year-copy',
  'import',
  'closure',
  'opening',
])
const LINKS_UNPLACED = new Set<DayEdit['type']>(['timetable', 'cycle-day', 'move-plan', 'year-copy', 'closure', 'opening'])

/** Loads what the response to an edit doesn't contain: the classes, timetables and unplaced lessons that the operation changed. */
export const followUp = (edit: DayEdit, result: OperationResult): void => {
  const unplaced = queryClient.getQueryData<readonly { id: string }[]>(UNPLACED_KEY)
  const isLaid = isLaidAgain(edit, result)
  if (CHANGES_RECORDS.has(edit.type) || isLaid) reloadRecords()
  if (LINKS_UNPLACED.has(edit.type) || isLaid) void linkUnplaced(result, unplaced)
}
