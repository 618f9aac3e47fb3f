/** The choices of an import, as plain values for both sides. */

export const IMPORT_KINDS = ['ics', 'csv', 'text', 'docx', 'firstbell'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** How lessons come in where a lesson is there already. */
export const EXISTING = ['both', 'replace', 'keep'] as const
export type Existing = (typeof EXISTING)[number]

/** How a calendar's events without times come in. */
export const ALL_DAY = ['guess', 'dayOff', 'note', 'leaveOut'] as const
export type AllDay = (typeof ALL_DAY)[number]

/** The meanings of a spreadsheet's column. `times` is a range such as 8:00-8:45. */
export const COLUMN_ROLES = [
  'monthFirst',
  'dayFirst',
  'startTime',
  'endTime',
  'times',
  'minutes',
  'title',
  'text',
  'note',
  'dayOff',
  'ignore',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]
