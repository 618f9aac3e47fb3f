import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, weekdayOf } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { copyOf } from '#web/features/calendar/model/block-id.ts'
import { type PlannedWeek, usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'

type DayCopy = {
  from: string
  lessons: readonly TimeBlock[]
  dates: readonly string[]
  mode: 'add' | 'replace'
  /** The name for the copied lessons in messages. Set only if they belong to another teacher. */
  what?: string | undefined
}

/** Copies a day's lessons to other days and shows the result in a toast. A single Undo reverts the whole copy. */
export const copyDay = (calendar: CalendarRef, { from, lessons, dates, mode, what }: DayCopy): Promise<boolean> => {
  const days = dates.map((date) => ({ date, blocks: lessons.map((block) => copyOf(block, Date.now())) }))
  const where = dates.length === 1 ? formatDay(dates[0] as string, 'full') : `${dates.length} days`
  return report(() => write(calendar, { type: 'lessons', days, mode }), {
    done: (saved) => {
      if (!saved) return NOTHING_CHANGED
      const words = what
        ? { title: `${what} copied to your planner`, description: where }
        : { title: `${formatDay(from, 'short')} copied to ${where}` }
      return { ...words, action: undoAction(calendar, saved) }
    },
    failed: (reason, error) => {
      const isStale = error instanceof RefusedCall && error.code === 'stale'
      return {
        title: `Failed to copy ${what ?? 'the day'}`,
        description: isStale ? 'A day was changed in another window. Check it, then copy again.' : reason,
      }
    },
  })
}

/** Copies a week's lessons to the same weekdays of an empty week, except its days off, with a single Undo. */
export const copyWeek = (calendar: CalendarRef, from: PlannedWeek, to: PlannedWeek): Promise<boolean> => {
  const days = to.days.flatMap(({ date, marks }) => {
    const day = from.days[weekdayOf(date) - 1]
    const lessons = marks.isBlocked || !day ? [] : usualLessonsOf(day)
    return lessons.length === 0 ? [] : [{ date, blocks: lessons.map((block) => copyOf(block, Date.now())) }]
  })
  return report(() => write(calendar, { type: 'lessons', days, mode: 'add' }), {
    done: (saved) =>
      saved
        ? { title: `Week of ${formatDay(from.monday, 'monthDay')} copied to this week`, action: undoAction(calendar, saved) }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to copy the week', description: reason }),
  })
}
