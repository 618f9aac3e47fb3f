import { useQuery } from '@tanstack/react-query'
import { MAX } from '#shared/limits.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import type { SchoolYear } from '#shared/timetables/school/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { type GridClass, listedClasses } from '#web/features/timetables/model/grid.ts'
import { problemWithClasses, problemWithGrid } from '#web/features/timetables/model/grid-problems.ts'
import { problemWithYear, rhythmIn, type TimetableDraft } from '#web/features/timetables/model/timetable-draft.ts'
import { requestOf } from '#web/features/timetables/model/timetable-request.ts'
import { isLoadingDays, NOT_LOADED } from './checking.ts'
import { countingOf, setByHandIn } from './counting.ts'
import { outcomeOf } from './outcome.ts'

type Around = { known: readonly GridClass[]; today: string; year: SchoolYear | null }

/** Returns what the draft would add to the calendar, always in step with both. `year` is the school's, if the draft follows it. */
export const useResult = (calendar: CalendarId, draft: TimetableDraft, { known, today, year }: Around) => {
  const yearProblem = problemWithYear(draft, MAX.timetableDays)
  const outline = useQuery({ ...outlineQuery(calendar, draft.firstDay, draft.lastDay), enabled: yearProblem === null })
  const days = daysOf(rhythmIn(draft))
  const classes = listedClasses(draft.grid, known, days)
  const isReady = yearProblem === null && outline.data !== undefined
  const off = new Set(outline.data?.days.flatMap(({ date, isBlocked }) => (isBlocked ? date : [])))
  const counting = isReady ? countingOf(draft, (date) => off.has(date), today, year?.numbers) : null
  const setByHand = year?.setByHand ?? setByHandIn(draft, counting, days)
  const request = requestOf({ ...draft, setByHand }, known, today, year !== null)
  const outcome = isReady ? outcomeOf({ ...request, numbers: year?.numbers }, outline.data.days, classes) : undefined
  const problem =
    yearProblem ??
    (request.from > draft.lastDay ? 'Start filling before the last day.' : null) ??
    problemWithGrid(draft.kind === 'weekly' ? { ...draft.grid, fixed: [] } : draft.grid, days) ??
    problemWithClasses(classes, MAX.classes) ??
    (outline.error && !outline.data ? NOT_LOADED : null)
  const isWaiting = problem === null && isLoadingDays(outline)
  return { isWaiting, yearProblem, problem, outline, outcome, request, classes, days, counting }
}
