/** What a change of a timetable from a date on does, in numbers and words. The server carries out the same plan. */
import { formatDay, minutesOf, stepSchoolDay } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { versionOn } from '#shared/timetables/laying/rules.ts'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import { plannedChange } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { classesIn, type Grid, type GridClass, gridOf, laidRows, usedIn } from '#web/features/timetables/model/grid.ts'

/** Returns a timetable's grid on a date. */
export const gridOn = ({ versions }: Pick<Timetable, 'versions'>, date: string): Grid => {
  const version = versionOn(versions, date) ?? versions[0]
  return version ? gridOf(version) : { rows: [], fixed: [], classes: [] }
}

export type GridChange = { from: string; lastDay: string; grid: Grid }

/** Returns what a change does to the days. */
export const planOfChange = (
  timetable: Timetable,
  { from, lastDay, grid }: GridChange,
  { days, outlined, known }: { days: number; outlined: readonly OutlinedDay[]; known: readonly GridClass[] },
) => {
  const classes = classesIn(grid, known)
  const change = { ...laidRows(grid, days), fixed: [...grid.fixed], date: from, lastDay, classes, before: known, reasonOf: () => '' }
  return plannedChange(timetable, change, outlined)
}
export type ChangePlan = ReturnType<typeof planOfChange>

/** Returns how many rows have new times, and how many cells another class. */
export const changesIn = (before: Grid, now: Grid, days: number): { times: number; classes: number } => {
  let [times, classes] = [0, 0]
  for (const row of now.rows) {
    const was = before.rows[row.was ?? -1]
    if (was && (was.startTime !== row.startTime || was.endTime !== row.endTime)) times++
    for (let column = 0; column < days; column++) if ((was?.cells[column] ?? null) !== (row.cells[column] ?? null)) classes++
  }
  return { times, classes }
}

/** Returns the number of minutes by which all rows begin later, negative if earlier, or null if it isn't the same for all. */
export const commonShift = (before: Grid, now: Grid): number | null => {
  const shifts = now.rows.flatMap(({ startTime, was }) => {
    const old = before.rows[was ?? -1]?.startTime
    return old === undefined || old === startTime ? [] : [minutesOf(startTime) - minutesOf(old)]
  })
  const [first = null] = shifts
  return shifts.every((shift) => shift === first) ? first : null
}

/** Returns the classes that have no lesson anymore, with the last day on which they had one. */
export const endingClasses = (before: Grid, now: Grid, days: number, from: string): Map<string, string> => {
  const left = usedIn(now, days)
  const last = `ends ${formatDay(stepSchoolDay(from, -1), 'monthDay')}`
  return new Map([...usedIn(before, days)].filter((id) => !left.has(id)).map((id) => [id, last]))
}

/** Returns how many lessons are added per class, such as '22 to Writing, 21 to Art'. */
export const addedInWords = ({ days }: ChangePlan, classes: readonly GridClass[]): string => {
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const counts = new Map<string, number>()
  for (const { blocks } of days)
    for (const { home, classId } of blocks) if (home === '' && classId) counts.set(classId, (counts.get(classId) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([id, count]) => `${count} to ${names.get(id) ?? 'a class'}`)
    .join(', ')
}

/** Shortest break after which a timetable often changes, in school days. */
const BREAK = 3

/** Returns the first school day after the next break from a date on, with the break's reason. */
export const afterBreak = (outlined: readonly OutlinedDay[], today: string, lastDay: string): { date: string; reason: string } | null => {
  const off = new Map(outlined.flatMap(({ date, isBlocked, blockedText }) => (isBlocked ? [[date, blockedText ?? '']] : [])))
  let [length, reason] = [0, '']
  for (const date of schoolDays(today, lastDay)) {
    const text = off.get(date)
    if (text === undefined) {
      if (length >= BREAK) return { date, reason }
      length = 0
    } else {
      length++
      reason = text
    }
  }
  return null
}
