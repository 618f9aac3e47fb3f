import { addMinutes } from '#shared/dates.ts'
import { type BlockDraft, type DraftProblems, problemsOf } from '#web/features/calendar/model/block-draft.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'

/** A row of the daily template form: a time block being edited. */
export type DailyRow = BlockDraft & { key: number }

const FIRST = { startTime: '08:00', endTime: '08:45' }
const FIRST_HOUR_END = '09:00'

/** Returns a new row that starts when the last one ends. It ends at 9:00 or after `duration` minutes, whichever is later. */
export const nextRow = (rows: readonly DailyRow[], duration: number): DailyRow => {
  const key = 1 + Math.max(0, ...rows.map((row) => row.key))
  const startTime = rows.at(-1)?.endTime
  const after = startTime && addMinutes(startTime, duration)
  const times = startTime && after ? { startTime, endTime: after < FIRST_HOUR_END ? FIRST_HOUR_END : after } : FIRST
  return { key, title: '', description: '', hasAlert: false, alertMessage: '', classId: null, ...times }
}

/** Returns a row for each lesson of a typed day, or one empty row. */
export const rowsOf = (lessons: readonly Slot[], duration: number): DailyRow[] => {
  const empty = nextRow([], duration)
  if (lessons.length === 0) return [empty]
  return lessons.map(({ title, startTime, endTime }, at) => ({ ...empty, title, startTime, endTime, key: at + 1 }))
}

/** Returns the rows with a title. The others aren't saved. */
export const titledRows = (rows: readonly DailyRow[]): DailyRow[] => rows.filter(({ title }) => title.trim() !== '')

/** Returns the validation errors of the rows that have a title, by row key. */
export const rowProblems = (rows: readonly DailyRow[]): Map<number, DraftProblems> =>
  new Map(
    titledRows(rows)
      .map((row): [number, DraftProblems] => [row.key, problemsOf(row)])
      .filter(([, problems]) => Object.keys(problems).length > 0),
  )
