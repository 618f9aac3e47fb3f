import { type Grid, type GridClass, usedIn } from './grid.ts'

const isSame = (a: GridClass, b: GridClass): boolean =>
  a.name === b.name && a.color === b.color && a.room === b.room && a.staysOnItsDay === b.staysOnItsDay

/** A class with its new fields, as it is sent. */
export type SentClass = Omit<GridClass, 'isAdded'>

/** Returns the classes that are created or changed together with the timetable. */
export const classesToSend = (grid: Grid, known: readonly GridClass[], days: number): SentClass[] => {
  const byId = new Map(known.map((one) => [one.id, one]))
  const used = usedIn(grid, days)
  return grid.classes
    .filter((one) => {
      const there = byId.get(one.id)
      return there ? !isSame(there, one) : used.has(one.id) || one.isAdded
    })
    .map(({ id, name, color, room, staysOnItsDay }) => ({ id, name, color, room, staysOnItsDay }))
}
