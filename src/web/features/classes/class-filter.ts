/** Shows or prints the lessons of some classes only. */

/** Stands for lessons without a class among class IDs. */
export const NO_CLASS = ''

/** All classes of a calendar, and the IDs of those that are switched off. */
export type ClassFilter = { classes: readonly { id: string; name: string }[]; without: ReadonlySet<string> }

const idsOf = ({ classes }: ClassFilter): string[] => [...classes.map(({ id }) => id), NO_CLASS]

/** Returns the IDs of the classes that are switched on. */
export const chosenClasses = (filter: ClassFilter): string[] => idsOf(filter).filter((id) => !filter.without.has(id))

export const isFiltered = (filter: ClassFilter): boolean => chosenClasses(filter).length < idsOf(filter).length

/** Returns the only class that is switched on, or undefined if there are several or none, or if it's the lessons without a class. */
export const onlyClass = (filter: ClassFilter): ClassFilter['classes'][number] | undefined => {
  const [id, ...others] = chosenClasses(filter)
  return others.length === 0 ? filter.classes.find((one) => one.id === id) : undefined
}

/** True if a lesson's class is switched on. A class that no longer exists counts as none. */
export const isChosen = ({ classId }: { classId?: string | null | undefined }, { classes, without }: ClassFilter): boolean =>
  !without.has(classes.some(({ id }) => id === classId) ? (classId ?? NO_CLASS) : NO_CLASS)
