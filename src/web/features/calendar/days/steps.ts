import { createStore, useStore } from '#web/lib/store.ts'

/** An operation made in this tab that can be undone. `words` names it, if it is known. */
export type UndoEntry = { calendarId: string; dates: readonly string[]; operationId: string; words?: string }

/** The specification requires 20. The extra steps keep a change that is later refused from pushing out one of those 20. */
const MOST_STEPS = 40
const NONE: readonly UndoEntry[] = []
const steps = createStore({ done: NONE, undone: NONE })

const without = (list: readonly UndoEntry[], { operationId }: Pick<UndoEntry, 'operationId'>): UndoEntry[] =>
  list.filter((step) => step.operationId !== operationId)

/** Records a teacher's change and clears the redo list. */
export const noteStep = (step: UndoEntry): void => steps.set({ done: [...steps.get().done, step].slice(-MOST_STEPS), undone: [] })

/** Removes an operation that was refused or is being undone or redone. */
export const forgetStep = (step: Pick<UndoEntry, 'operationId'>): void => {
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
