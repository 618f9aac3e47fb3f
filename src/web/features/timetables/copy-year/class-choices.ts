/** The classes of an earlier year, where their plans go, and how the years line up. */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { type ClassCopy, type LineUp, planYearCopy, type Years } from '#shared/moves/years/rules.ts'

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

/** Returns for each class the way that leaves the fewest of its plans without a day. The first of equal ways wins. */
const bestWays = (years: Years, targets: readonly { id: string; toClassId: string }[]): Map<string, LineUp> => {
  const best = new Map<string, { by: LineUp; left: number }>()
  for (const by of WAYS) {
    const copies = targets.map(({ id: classId, toClassId }) => ({ classId, toClassId, by }))
    const left = new Map(copies.map(({ classId }) => [classId, 0]))
    for (const { classId, outcome } of planYearCopy(years, copies).plans)
      if (outcome === 'unplaced') left.set(classId, (left.get(classId) ?? 0) + 1)
    for (const [id, count] of left) if (count < (best.get(id)?.left ?? Number.POSITIVE_INFINITY)) best.set(id, { by, left: count })
  }
  return new Map([...best].map(([id, { by }]) => [id, by]))
}

type Choosing = { chosen: Readonly<Record<string, Chosen>>; by: LineUp | 'best' }

/** Returns the choice for each class of the earlier year: what the teacher chose, or else the class of the same name. */
export const choicesFor = (years: Years, classes: readonly Pick<SchoolClass, 'id' | 'name'>[], { chosen, by }: Choosing): ClassChoice[] => {
  const there = classesIn(years.now.days, classes)
  const targets = classesIn(years.last.days, classes).map(({ id, name }) => {
    const same = there.find((one) => one.id === id) ?? there.find((one) => comparedName(one.name) === comparedName(name))
    return { id, toClassId: chosen[id]?.toClassId ?? same?.id ?? '' }
  })
  const best = bestWays(
    years,
    targets.filter(({ toClassId }) => toClassId !== ''),
  )
  return targets.map(({ id, toClassId }) => ({
    id,
    toClassId,
    isIn: toClassId !== '' && (chosen[id]?.isIn ?? true),
    by: chosen[id]?.by ?? (by === 'best' ? (best.get(id) ?? 'schoolDay') : by),
  }))
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
