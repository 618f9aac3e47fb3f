import { subjectOf } from '#shared/accounts/rules.ts'
import { CLASS_COLORS, type SchoolClass } from './contract.ts'

/** Returns a name in the form in which names are compared: lowercase, with single spaces, and without periods, so that 'P.E.' is 'PE'. */
export const comparedName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ').trim()

type Named = Pick<SchoolClass, 'id' | 'name'>

/** Returns the class that a lesson's title names exactly, as 'Math' or 'math', or undefined. */
export const classNamed = <C extends Named>(title: string, classes: readonly C[]): C | undefined => {
  const name = comparedName(title)
  return classes.find((one) => comparedName(one.name) === name)
}

/** Returns the classes that a title resembles, as 'Math groups' and 'Math: fractions' resemble Math. The closest one comes first. */
export const classesLike = <C extends Named>(title: string, classes: readonly C[]): C[] => {
  const words = comparedName(title)
  const isLike = (one: C) => {
    const name = comparedName(one.name)
    return subjectOf(title) === subjectOf(one.name) || ` ${words} `.includes(` ${name} `) || ` ${name} `.includes(` ${words} `)
  }
  return classes.filter(isLike).sort((a, b) => b.name.length - a.name.length)
}

/** Returns a color that no class has, or the one that the fewest classes have. */
export const freeColor = (classes: readonly Pick<SchoolClass, 'color'>[]): number => {
  const used = Array.from({ length: CLASS_COLORS }, () => 0)
  for (const { color } of classes) used[color] = (used[color] ?? 0) + 1
  return used.indexOf(Math.min(...used))
}

/** Returns the id of the class in `own` that has the name of another teacher's class, or null if there is none. */
export const ownClassOf = (classId: string | null | undefined, theirs: readonly Named[], own: readonly Named[]): string | null => {
  const name = theirs.find(({ id }) => id === classId)?.name
  return (name !== undefined && classNamed(name, own)?.id) || null
}
