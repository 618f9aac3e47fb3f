/** Makes a grid from lessons: those of a week on screen, or of a weekly template. */
import { MAX } from '#shared/limits.ts'
import { emptyRow, type Grid, type GridClass, type NewId, type Times, withCell, withClassNamed } from './grid.ts'

export type WeekLesson = Times & { title: string; classId?: string | null | undefined }
/** The lessons of Monday to Friday. */
export type WeekLessons = readonly (readonly WeekLesson[])[]

const keyOf = ({ startTime, endTime }: Times): string => `${startTime} ${endTime}`

/**
 * Returns the times of a week's lessons, in order. Times that a day has twice are there twice. If there are more than a grid can hold, the
 * rarest are left out.
 */
export const timesOfWeek = (week: WeekLessons): Times[] => {
  const counts = new Map<string, { times: Times; most: number; lessons: number }>()
  for (const lessons of week) {
    const ofDay = new Map<string, number>()
    for (const { startTime, endTime } of lessons) {
      const key = keyOf({ startTime, endTime })
      const inDay = (ofDay.get(key) ?? 0) + 1
      ofDay.set(key, inDay)
      const known = counts.get(key) ?? { times: { startTime, endTime }, most: 0, lessons: 0 }
      counts.set(key, { ...known, most: Math.max(known.most, inDay), lessons: known.lessons + 1 })
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.lessons - a.lessons)
    .flatMap(({ times, most }) => Array.from({ length: most }, () => times))
    .slice(0, MAX.timetableRows)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}

/** Returns the grid with a week's lessons instead of its rows. A lesson without a class gets the class that its title names, or a new one. */
export const withWeek = (grid: Grid, known: readonly GridClass[], week: WeekLessons, newId: NewId): Grid => {
  const rows = timesOfWeek(week)
  const ids = new Set(known.map(({ id }) => id))
  let next: Grid = { ...grid, rows: rows.map(emptyRow) }
  for (const [column, lessons] of week.entries()) {
    const free = new Set(rows.keys())
    for (const lesson of lessons) {
      const row = [...free].find((place) => keyOf(rows[place] as Times) === keyOf(lesson))
      if (row === undefined || lesson.title.trim() === '') continue
      free.delete(row)
      const isKnown = lesson.classId != null && ids.has(lesson.classId)
      const title = lesson.title.slice(0, MAX.className)
      const named = isKnown ? { grid: next, classId: lesson.classId as string } : withClassNamed(next, known, title, newId)
      next = withCell(named.grid, row, column, named.classId)
    }
  }
  return next
}
