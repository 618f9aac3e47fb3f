/** The classes of an earlier year, where their plans go, and how the years line up. */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { type ClassCopy, type LineUp, planYearCopy, type ReadYears, type Years } from '#shared/moves/years/rules.ts'

/** What the teacher chose for a class. Missing fields are preset. */
export type Chosen = { isIn?: boolean; toClassId?: string; by?: LineUp }
/** A class of the earlier year. `toClassId` is '' if no class of this year has its name. */
export type ClassChoice = { id: string; isIn: boolean; toClassId: string; by: LineUp }

const WAYS: readonly LineUp[] = ['schoolDay', 'week', 'date']

/** Returns the classes that have lessons in these days, in the teacher's order. */
export const classesIn = <C extends Pick<SchoolClass, 'id'>>(days: Years['last']['days'], classes: readonly C[]): C[] => {
  const ids = new Set(days.flatMap(({ blocks }) => blocks.map(({ classId }) => classId)))
  return classes.filter(({ id }) => ids.has(id))
}

/** Returns the number of plans that a way leaves without a lesson. */
const leftBy = (years: ReadYears, copy: ClassCopy): number =>
  planYearCopy(years, [copy]).plans.filter(({ outcome }) => outcome === 'unplaced').length

/**
 * Returns a function that returns for a class the way that leaves the fewest of its plans without a lesson. The first of equal ways wins.
 * Plans the ways of each class once.
 */
export const bestWays = (years: ReadYears) => {
  const known = new Map<string, LineUp>()
  return (classId: string, toClassId: string): LineUp => {
    const key = `${classId} ${toClassId}`
    const found = known.get(key)
    if (found) return found
    const ways = WAYS.map((by) => ({ by, left: leftBy(years, { classId, toClassId, by }) }))
    const fewest = Math.min(...ways.map(({ left }) => left))
    const { by } = ways.find(({ left }) => left === fewest) ?? { by: 'schoolDay' as const }
    known.set(key, by)
    return by
  }
}

type Choosing = { chosen: Readonly<Record<string, Chosen>>; by: LineUp | 'best'; bestWay: ReturnType<typeof bestWays> }

/** Returns the choice for each class of the earlier year: what the teacher chose, or else the class of the same name. */
export const choicesFor = (
  years: Years,
  classes: readonly Pick<SchoolClass, 'id' | 'name'>[],
  { chosen, by, bestWay }: Choosing,
): ClassChoice[] => {
  const there = classesIn(years.now.days, classes)
  return classesIn(years.last.days, classes).map(({ id, name }) => {
    const same = there.find((one) => one.id === id) ?? there.find((one) => comparedName(one.name) === comparedName(name))
    const toClassId = chosen[id]?.toClassId ?? same?.id ?? ''
    const preset = by === 'best' ? (toClassId === '' ? 'schoolDay' : bestWay(id, toClassId)) : by
    return { id, toClassId, isIn: toClassId !== '' && (chosen[id]?.isIn ?? true), by: chosen[id]?.by ?? preset }
  })
}

/** Returns the copies of the classes that aren't left out. */
export const copiesOf = (choices: readonly ClassChoice[]): ClassCopy[] =>
  choices.flatMap(({ id: classId, isIn, toClassId, by }) => (isIn ? [{ classId, toClassId, by }] : []))

/** Returns why these plans can't be copied, as a sentence, or null. */
export const problemWith = (
  choices: readonly ClassChoice[],
  copied: number,
  classes: readonly Pick<SchoolClass, 'id' | 'name'>[],
): string | null => {
  const copies = copiesOf(choices)
  if (copies.length === 0) return 'Choose at least one class.'
  const twice = copies.find(({ toClassId }, index) => copies.findIndex((one) => one.toClassId === toClassId) < index)
  if (twice) {
    const name = classes.find(({ id }) => id === twice.toClassId)?.name ?? ''
    return `Two classes go to ${name}. Leave one out, or choose another class for it.`
  }
  return copied === 0 ? 'There’s nothing to copy: these lessons already have plans, or had none last year.' : null
}
