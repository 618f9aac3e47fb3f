import { addMinutes } from '#shared/dates.ts'
import { type BlockDraft, type DraftProblems, problemsOf } from '#web/features/calendar/model/block-draft.ts'

/** A row of the daily form: a block that is being written. */
export type DailyRow = BlockDraft & { key: number }

const FIRST = { startTime: '08:00', endTime: '08:45' }
const FIRST_HOUR_END = '09:00'

/** Returns the next row: it begins where the one before ends, and ends at 9:00, or after `duration` minutes where that would be too soon. */
export const nextRow = (rows: readonly DailyRow[], duration: number): DailyRow => {
  const key = 1 + Math.max(0, ...rows.map((row) => row.key))
  const startTime = rows.at(-1)?.endTime
  const after = startTime && addMinutes(startTime, duration)
  const times = startTime && after ? { startTime, endTime: after < FIRST_HOUR_END ? FIRST_HOUR_END : after } : FIRST
  return { key, title: '', description: '', hasAlert: false, alertMessage: '', ...times }
}

/** The rows with a title: what is kept. */
export const titledRows = (rows: readonly DailyRow[]): DailyRow[] => rows.filter(({ title }) => title.trim() !== '')

/** What is wrong with each row that is kept, by its key. */
export const rowProblems = (rows: readonly DailyRow[]): Map<number, DraftProblems> =>
  new Map(
    titledRows(rows)
      .map((row): [number, DraftProblems] => [row.key, problemsOf(row)])
      .filter(([, problems]) => Object.keys(problems).length > 0),
  )
