import { createStore, useStore } from '#web/lib/store.ts'

/**
 * A change made in this tab that can be undone. `words` names it, if it is known. All saves of one sitting are one change. Undoing its latest
 * operation undoes all of them, and `earlier` are the ones before, latest first.
 */
export type UndoEntry = {
  calendarId: string
  dates: readonly string[]
  operationId: string
  words?: string
  sitting?: string | undefined
  earlier?: readonly string[]
}

/** The specification requires 20. The extra steps keep a change that is later refused from pushing out one of those 20. */
const MOST_STEPS = 40
const NONE: readonly UndoEntry[] = []
const steps = createStore({ done: NONE, undone: NONE })

const without = (list: readonly UndoEntry[], { operationId }: Pick<UndoEntry, 'operationId'>): UndoEntry[] =>
  list.filter((step) => step.operationId !== operationId)

/** Returns a step that also undoes what an earlier one did. A lesson that the sitting added is still an added one. */
const joined = (before: UndoEntry, step: UndoEntry): UndoEntry => ({
  ...step,
  ...(before.words?.startsWith('Add ') && step.words && { words: step.words.replace(/^Change /, 'Add ') }),
  dates: [...new Set([...before.dates, ...step.dates])],
  earlier: [before.operationId, ...(before.earlier ?? [])],
})

/** Records a teacher's change and clears the redo list. */
export const noteStep = (step: UndoEntry): void => {
  const { done } = steps.get()
  const before = step.sitting === undefined ? undefined : done.find(({ sitting }) => sitting === step.sitting)
  const next = before ? [...without(done, before), joined(before, step)] : [...done, step]
  steps.set({ done: next.slice(-MOST_STEPS), undone: [] })
}

/** Returns the step without one of its operations, or nothing if it has no other. */
const withoutOperation = (step: UndoEntry, operationId: string): UndoEntry[] => {
  const earlier = step.earlier?.filter((id) => id !== operationId) ?? []
  if (step.operationId !== operationId) return [step.earlier ? { ...step, earlier } : step]
  const [latest, ...others] = earlier
  return latest === undefined ? [] : [{ ...step, operationId: latest, earlier: others }]
}

/** Removes an operation that was refused. */
export const forgetStep = ({ operationId }: Pick<UndoEntry, 'operationId'>): void => {
  const { done, undone } = steps.get()
  const left = (list: readonly UndoEntry[]) => list.flatMap((step) => withoutOperation(step, operationId))
  steps.set({ done: left(done), undone: left(undone) })
}

/** Removes a whole step, because it is being undone or redone, or changed nothing in the end. */
export const takeStep = (step: Pick<UndoEntry, 'operationId'>): void => {
  const { done, undone } = steps.get()
  steps.set({ done: without(done, step), undone: without(undone, step) })
}

/** Records the operation that undid a step (`undone`) or redid it (`done`). */
export const noteReversal = (list: 'done' | 'undone', step: UndoEntry): void =>
  steps.set({ ...steps.get(), [list]: [...steps.get()[list], step].slice(-MOST_STEPS) })

/** Returns a calendar's latest step that can be undone (`done`) or redone (`undone`). */
export const latestStep = (list: 'done' | 'undone', calendarId: string): UndoEntry | undefined =>
  steps.get()[list].findLast((step) => step.calendarId === calendarId)

/** Returns a calendar's latest step that can be undone (`done`) or redone (`undone`), and follows its changes. */
export const useLatestStep = (list: 'done' | 'undone', calendarId: string): UndoEntry | undefined =>
  useStore(steps)[list].findLast((step) => step.calendarId === calendarId)

/** Returns whether this tab made a change to this calendar that hasn't been undone. */
export const useHasDone = (calendarId: string): boolean => useStore(steps).done.some((step) => step.calendarId === calendarId)
