import { applyChange, type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { addDays, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { lessonsNamedAs } from '#shared/timetables/later/rules.ts'

type Renaming = { before: SchoolClass; name: string; from: string }

/**
 * Returns the edits that give a class's new name to its lessons whose title is the old one, from a date on, for as long as a timetable can
 * be. Lessons under a day off are real time blocks and change too.
 */
export const renamingEdits = async (db: Db, calendar: CalendarRef, { before, name, from }: Renaming): Promise<DayEdit[]> => {
  const limit = addDays(from, MAX.timetableDays - 1)
  const days = await outlineBetween(db, calendar, from, limit < LAST_DAY ? limit : LAST_DAY)
  return lessonsNamedAs(before, days, [before]).map(({ date, blocks }) => {
    const ids = new Set(blocks.map(({ id }) => id))
    const renamed = (block: StoredBlock): StoredBlock => (ids.has(block.id) ? { ...block, title: name } : block)
    return { date, to: (day) => applyChange(day, { blocks: (day ?? EMPTY_DAY).blocks.map(renamed) }) }
  })
}
