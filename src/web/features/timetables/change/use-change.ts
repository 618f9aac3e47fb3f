import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { addDays, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { useUser } from '#web/features/people/data.ts'
import { classesToSend } from '#web/features/timetables/model/class-changes.ts'
import { type Grid, type GridClass, listedClasses, withKnownClasses } from '#web/features/timetables/model/grid.ts'
import { problemWithClasses, problemWithGrid } from '#web/features/timetables/model/grid-problems.ts'
import { changedTo, type History, historyOf, redone, undone } from '#web/features/timetables/model/history.ts'
import { dropChange, type GridDraft, keepChange, keptChange } from '#web/features/timetables/model/kept-timetable.ts'
import { isLoadingDays, NOT_LOADED } from '#web/features/timetables/result/checking.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { gridOn, planOfChange } from './change-plan.ts'

/** Returns the first day that a change usually starts on: the next school day in the timetable. */
const firstFrom = ({ firstDay, lastDay }: Timetable, today: string): string => {
  const next = stepSchoolDay(today, 1)
  return next < firstDay ? firstDay : next > lastDay ? lastDay : next
}

const problemWithDates = ({ firstDay }: Timetable, { from, lastDay }: GridDraft): string | null => {
  if (from === '' || lastDay === '') return 'Choose a date.'
  if (from < firstDay) return 'Choose a day in this timetable.'
  if (lastDay < from) return 'The last day can’t be before the change.'
  return addDays(firstDay, MAX.timetableDays) <= lastDay ? `A timetable can have up to ${MAX.timetableDays} days.` : null
}

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((one, index) => one === b[index])

/** Returns the draft of a change, kept on this device. Until the teacher changes the grid, another date shows its own timetable. */
const useKeptChange = (timetable: Timetable, today: string) => {
  const { id: owner } = useUser()
  const [kept] = useState(() => keptChange(owner, timetable.id, Date.now()))
  const [keptAt, setKeptAt] = useState(kept?.at ?? null)
  const [history, setHistory] = useState<History<GridDraft>>(() =>
    historyOf(kept?.change ?? { from: firstFrom(timetable, today), lastDay: timetable.lastDay, grid: null }),
  )
  const storage = useKeptDraft(() => {
    const at = Date.now()
    keepChange(owner, timetable.id, { at, change: history.now })
    setKeptAt(at)
  })
  return {
    history,
    keptAt,
    move: (step: (now: History<GridDraft>) => History<GridDraft>) => {
      setHistory(step)
      storage.touch()
    },
    clear: () => {
      storage.stop()
      dropChange(owner, timetable.id)
    },
  }
}

/** Returns a change of a timetable that isn't on the calendar yet, what it would do, and functions that change it. */
export const useChange = (calendar: CalendarId, timetable: Timetable, known: readonly GridClass[], today: string) => {
  const { history, keptAt, move, clear } = useKeptChange(timetable, today)
  const change = history.now
  const { from, lastDay } = change
  const before = gridOn(timetable, from)
  const grid = withKnownClasses(change.grid ?? before, known)
  const days = daysOf(timetable.rhythm)
  const dateProblem = problemWithDates(timetable, change)
  // Typing never waits for the plan of the year, which takes longer to compute than a key press.
  const settled = useDeferredValue(change)
  const isSound = problemWithDates(timetable, settled) === null
  const near = settled.from < today ? settled.from : today
  const start = near < timetable.firstDay ? timetable.firstDay : near
  const end = settled.lastDay > timetable.lastDay ? settled.lastDay : timetable.lastDay
  const outline = useQuery({ ...outlineQuery(calendar, start < end ? start : end, end), enabled: isSound })
  const planned = { ...settled, grid: withKnownClasses(settled.grid ?? gridOn(timetable, settled.from), known) }
  const plan = isSound && outline.data ? planOfChange(timetable, planned, { days, outlined: outline.data.days, known }) : undefined
  const classes = listedClasses(grid, known, days)
  const isWaiting = isSound && isLoadingDays(outline)
  const sentClasses = classesToSend(grid, known, days)
  const isSameTimetable = lastDay === timetable.lastDay && (plan === undefined || isSameList(plan.timetable.versions, timetable.versions))
  const mayChange = change.grid !== null || lastDay !== timetable.lastDay
  const isChanged = isWaiting ? mayChange : !isSameTimetable || sentClasses.length > 0
  const problem =
    dateProblem ??
    problemWithGrid(grid, days) ??
    problemWithClasses(classes, MAX.classes) ??
    (outline.error && !outline.data ? NOT_LOADED : null) ??
    (isChanged ? null : 'Change the week below.')
  const put = (step: (now: GridDraft) => GridDraft) => move((now) => changedTo(now, step(now.now)))
  return {
    from,
    lastDay,
    before,
    grid,
    days,
    classes,
    outline,
    plan,
    isSettled: settled === change && !isWaiting,
    isWaiting: isWaiting && problem === null,
    sentClasses,
    /** True if only classes change, or nothing. */
    isSameTimetable,
    problem,
    dateProblem,
    keptAt,
    clear,
    put: (changed: Partial<GridDraft>) => put((now) => ({ ...now, ...changed })),
    putGrid: (step: (grid: Grid) => Grid) =>
      put((now) => {
        const was = now.grid ?? gridOn(timetable, now.from)
        const next = step(was)
        return next === was ? now : { ...now, grid: next }
      }),
    undo: history.before.length > 0 ? () => move(undone) : undefined,
    redo: history.after.length > 0 ? () => move(redone) : undefined,
  }
}
export type ChangeState = ReturnType<typeof useChange>
