import type { ColumnRole } from '#shared/imports/rules.ts'

/** The columns of a spreadsheet of lessons that leaves, and their meaning when it comes in again. */
export const LESSON_COLUMNS: readonly { header: string; role: ColumnRole }[] = [
  { header: 'Date', role: 'monthFirst' },
  { header: 'Start', role: 'startTime' },
  { header: 'End', role: 'endTime' },
  { header: 'Title', role: 'title' },
  // A lesson finds its class by its title.
  { header: 'Class', role: 'ignore' },
  { header: 'Plan', role: 'text' },
  { header: 'Day off', role: 'dayOff' },
  { header: 'Note', role: 'note' },
]
