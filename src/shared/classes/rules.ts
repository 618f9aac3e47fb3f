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

/** Like {@link classNamed}, for many titles. The first class of a name counts. */
export const classByName = <C extends Named>(classes: readonly C[]): ((title: string) => C | undefined) => {
  const byName = new Map([...classes].reverse().map((one) => [comparedName(one.name), one]))
  return (title) => byName.get(comparedName(title))
}

/**
 * Returns a function that returns the classes that a title resembles, as 'Math groups' and 'Math: fractions' resemble Math. The closest one
 * comes first.
 */
export const classesLike = <C extends Named>(classes: readonly C[]): ((title: string) => C[]) => {
  const known = classes
    .map((one) => ({ one, name: ` ${comparedName(one.name)} `, subject: subjectOf(one.name) }))
    .sort((a, b) => b.one.name.length - a.one.name.length)
  return (title) => {
    const [words, subject] = [` ${comparedName(title)} `, subjectOf(title)]
    return known.flatMap(({ one, ...of }) => (subject === of.subject || words.includes(of.name) || of.name.includes(words) ? [one] : []))
  }
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
