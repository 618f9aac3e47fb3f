import type { LessonHtml } from '#server/lib/html/lesson-html.ts'
import type { AllDay, ColumnRole, ImportKind } from '#shared/imports/rules.ts'

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
}

/** A line that can't come in, and the reason. */
export type ReadProblem = { line: number; message: string }

/** The file as it arrived, and what the reader must know about the teacher. Dates are `yyyy-MM-dd`. */
export type ReadTask = {
  kind: ImportKind
  content: string
  columns?: readonly ColumnRole[] | undefined
  allDay: AllDay
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
  columns: { header: string; role: ColumnRole; sample: string }[]
}

/** The thread's answer: the file, or why it can't come in, in a sentence for the teacher. */
export type ReadAnswer = { file: ReadFile } | { unreadable: string }
