import { useState } from 'react'
import type { Grid } from '#web/features/timetables/model/grid.ts'
import { changedTo, type History, historyOf, redone, undone } from '#web/features/timetables/model/history.ts'
import { dropTimetable, keepTimetable, keptTimetable } from '#web/features/timetables/model/kept-timetable.ts'
import { newTimetableDraft, type TimetableDraft } from '#web/features/timetables/model/timetable-draft.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'

/** Returns the draft of a new timetable, kept on this device, with Undo and Redo. */
export const useTimetableDraft = (owner: string, today: string) => {
  const [kept] = useState(() => keptTimetable(owner, Date.now()))
  const [history, setHistory] = useState<History<TimetableDraft>>(() => historyOf(kept?.timetable ?? newTimetableDraft(today)))
  const [keptAt, setKeptAt] = useState(kept?.at ?? null)
  const storage = useKeptDraft(() => {
    const at = Date.now()
    keepTimetable(owner, { at, timetable: history.now })
    setKeptAt(at)
  })
  const move = (step: (now: History<TimetableDraft>) => History<TimetableDraft>) => {
    setHistory(step)
    storage.touch()
  }
  return {
    draft: history.now,
    keptAt,
    canUndo: history.before.length > 0,
    canRedo: history.after.length > 0,
    change: (changed: Partial<TimetableDraft>) => move((now) => changedTo(now, { ...now.now, ...changed })),
    changeGrid: (step: (grid: Grid) => Grid) =>
      move((now) => {
        const grid = step(now.now.grid)
        return grid === now.now.grid ? now : changedTo(now, { ...now.now, grid })
      }),
    undo: () => move(undone),
    redo: () => move(redone),
    /** Starts over, after the lessons are on the calendar, or because the teacher wants to. */
    clear: () => {
      storage.stop()
      dropTimetable(owner)
      setKeptAt(null)
      setHistory(historyOf(newTimetableDraft(today)))
    },
  }
}
