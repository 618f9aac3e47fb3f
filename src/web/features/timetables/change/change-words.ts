/** Describes the effects of a timetable change for its panel. */
import { formatDay } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { SentClass } from '#web/features/timetables/model/class-changes.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { CHECKING } from '#web/features/timetables/result/checking.ts'
import { counted } from '#web/lib/counted.ts'
import { listed } from '#web/lib/listed.ts'
import type { ChangePlan } from './change-plan.ts'

export type ChangeFact = { title: string; detail: string }

const countedClasses = (count: number): string => `${count} ${count === 1 ? 'class' : 'classes'}`

/** Returns what changes about classes themselves. `hasLessons` tells whether the grid has lessons of a class. */
export const classFacts = (
  sent: readonly SentClass[],
  { known, from, hasLessons }: { known: readonly GridClass[]; from: string; hasLessons: (classId: string) => boolean },
): ChangeFact[] => {
  const byId = new Map(known.map((one) => [one.id, one]))
  const changed = sent.flatMap((now) => {
    const was = byId.get(now.id)
    return was ? [{ was, now }] : []
  })
  /** Returns the names of the classes for which `differs` is true, with words for one or for several classes. */
  const those = (differs: (change: (typeof changed)[number]) => boolean, words: (names: string, isOne: boolean) => ChangeFact) => {
    const names = changed.filter(differs).map(({ was }) => was.name)
    return names.length === 0 ? [] : [words(listed(names), names.length === 1)]
  }
  const day = formatDay(from, 'monthDay')
  const [renamed] = changed.filter(({ was, now }) => was.name !== now.name)
  const added = sent.filter(({ id }) => !byId.has(id) && !hasLessons(id)).map(({ name }) => name)
  return [
    ...those(
      ({ was, now }) => was.name !== now.name,
      (names, isOne) => ({
        title: isOne ? `${names} is now called ${renamed?.now.name}` : `${names} get new names`,
        detail: `Lessons from ${day} on get the new name.`,
      }),
    ),
    ...those(
      ({ was, now }) => was.color !== now.color,
      (names, isOne) => ({
        title: `${names} ${isOne ? 'gets' : 'get'} a new color`,
        detail: `On all ${isOne ? 'its' : 'their'} lessons, before ${day} too.`,
      }),
    ),
    ...those(
      ({ was, now }) => was.room !== now.room,
      (names, isOne) => ({
        title: isOne ? `The room of ${names} changes` : `The rooms of ${names} change`,
        detail: `For all ${isOne ? 'its' : 'their'} lessons.`,
      }),
    ),
    ...those(
      ({ was, now }) => !was.staysOnItsDay && now.staysOnItsDay,
      (names, isOne) => ({
        title: isOne ? `${names} stays on its day` : `${names} stay on their days`,
        detail: 'Also when a day off moves other lessons.',
      }),
    ),
    ...those(
      ({ was, now }) => was.staysOnItsDay && !now.staysOnItsDay,
      (names) => ({ title: `${names} can move to another day`, detail: 'When a day off moves lessons.' }),
    ),
    ...(added.length > 0
      ? [{ title: `${listed(added)} ${added.length === 1 ? 'is' : 'are'} added`, detail: 'Without lessons so far.' }]
      : []),
  ]
}

type Change = { from: string; lastDay: string }

/** Returns which later changes of the timetable this one replaces, or null if it replaces none. */
export const replacedFact = ({ versions }: Pick<Timetable, 'versions'>, plan: ChangePlan, { from, lastDay }: Change): ChangeFact | null => {
  const left = new Set(plan.timetable.versions.map((version) => version.from))
  const days = versions.flatMap((version) => (version.from > from && !left.has(version.from) ? [formatDay(version.from, 'monthDay')] : []))
  if (days.length === 0) return null
  return {
    title: days.length === 1 ? `Your change of ${days[0]} is replaced` : `Your changes of ${listed(days)} are replaced`,
    detail: `The week you see here applies until ${formatDay(lastDay, 'monthDay')}.`,
  }
}

type Effect = { days: number; classes: number; isSameTimetable: boolean; isWaiting: boolean; dateProblem: string | null }

/** Returns the panel's headline, the words below it, and the button's label. */
export const panelWords = (effect: Effect, { from, lastDay }: Change): { headline: string; about: string; label: string } => {
  const { days, classes, isSameTimetable, isWaiting, dateProblem } = effect
  const label = dateProblem === null ? `Change from ${formatDay(from, 'monthDay')}` : 'Change'
  const headline = counted(days, 'day')
  if (isWaiting) return { headline, about: CHECKING, label: CHECKING }
  if (days > 0) {
    const range = `from ${formatDay(from, 'monthDay')} to ${formatDay(lastDay, 'monthDay')}`
    return { headline, label, about: `${days === 1 ? 'changes' : 'change'}, ${range}` }
  }
  if (classes === 0) return { headline, label, about: isSameTimetable ? 'Nothing changes yet.' : 'No lesson changes.' }
  const about = `${classes === 1 ? 'changes' : 'change'}. No lesson moves.`
  return { headline: countedClasses(classes), about, label: isSameTimetable ? `Change ${countedClasses(classes)}` : label }
}
