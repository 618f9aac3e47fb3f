import type { DayContent, TimeBlock } from '#shared/calendar/contract.ts'
import type { AllDay, ColumnRole, ImportKind } from '#shared/imports/rules.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import type { TimeBlockTemplate, WEEKDAY_BLOCKS } from '#shared/templates/contract.ts'
import type { ArchivedRecord } from './archived.ts'

/** A lesson, day off or note as it was read from a file. */
export type ReadItem = {
  /** The line of the file, from 1, including its header. */
  line: number
  kind: 'lesson' | 'dayOff' | 'note'
  date: string
  /** The lesson's title, the reason for the day off, or the note. */
  title: string
  /** `HH:mm` in the teacher's time zone. Null for days off and notes, and for lessons without times. */
  startTime: string | null
  /** Null if the file has no end. */
  endTime: string | null
  /** The lesson's text. Empty for days off and notes. */
  description: LessonHtml
  /** The first words of the text. Here, because a long text takes milliseconds to convert. */
  words: string
  /** The key of the text (text-key.ts). */
  textKey: string
}

/** A line that can't come in, and the reason. Line 0 is the whole file. */
export type ReadProblem = { line: number; message: string }

/** The file as it arrived, and what the reader must know about the teacher. Dates are `yyyy-MM-dd`. */
export type ReadTask = {
  kind: ImportKind
  content: string
  columns?: readonly ColumnRole[] | undefined
  allDay: AllDay
  /** A day of the week that weekdays are in if the file names none. */
  weekOf?: string | undefined
  /** The teacher's IANA time zone. */
  timezone: string
  /** Today in that zone. A date without a year is read as the closest one within the school year. */
  today: string
  /** The school year around today, both days included. Endless recurrence ends with it. */
  year: { from: string; to: string }
  /** Only these days come in, both included. */
  from?: string | undefined
  to?: string | undefined
}

export type ReadFile = {
  items: ReadItem[]
  /** In the order of their lines. */
  problems: ReadProblem[]
  problemCount: number
  /** Number of lines, without the header and empty ones. */
  lines: number
  /** True if the file has weekdays without a week, so that they are in the week of `weekOf`. */
  needsWeek: boolean
  columns: { header: string; role: ColumnRole; sample: string }[]
  /** Only for the archive of a Firstbell account. */
  planner?: ArchivedPlanner
}

type CleanBlock = TimeBlock & { description: LessonHtml }
/** A planner from an archive. Its texts are sanitized. */
export type ArchivedPlanner = {
  /**
   * Whole days. The texts of a day's lessons are those of the lessons among the file's items, in the same order, so that they aren't sent
   * twice.
   */
  days: (DayContent & { date: string; blocks: TimeBlock[] })[]
  records: (Exclude<ArchivedRecord, { kind: 'unplaced' }> | { kind: 'unplaced'; id: string; content: ArchivedUnplaced })[]
  templates: ArchivedTemplates[keyof ArchivedTemplates][]
}
type ArchivedUnplaced = { block: CleanBlock; date: string; reason: string }
type Archived<Kind, Content> = { kind: Kind; name: string; content: Content; checkedAt: string | null }
type ArchivedTemplates = {
  time_block: Archived<'time_block', Omit<TimeBlockTemplate, 'id' | 'name' | 'version'> & { description: LessonHtml }>
  daily: Archived<'daily', { blocks: CleanBlock[] }>
  weekly: Archived<'weekly', Record<(typeof WEEKDAY_BLOCKS)[number], CleanBlock[]>>
}

/** The thread's answer: the file, or why it can't come in, in a sentence for the teacher. */
export type ReadAnswer = { file: ReadFile } | { unreadable: string }
