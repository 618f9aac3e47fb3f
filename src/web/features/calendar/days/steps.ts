import { createStore, useStore } from '#web/lib/store.ts'

/** An operation of this tab that can be taken back. */
export type Step = { calendarId: string; dates: readonly string[]; operationId: string }

/** The specification asks for twenty; a change that is refused later must not push one of them out. */
const MOST_STEPS = 40
const NONE: readonly Step[] = []
const steps = createStore({ done: NONE, undone: NONE })

const without = (list: readonly Step[], { operationId }: Pick<Step, 'operationId'>): Step[] =>
  list.filter((step) => step.operationId !== operationId)

/** Notes what a teacher does. Steps that were undone before can no longer be redone. */
export const noteStep = (step: Step): void => steps.set({ done: [...steps.get().done, step].slice(-MOST_STEPS), undone: [] })

/** Forgets an operation that was refused, or that is being taken back. */
export const forgetStep = (step: Pick<Step, 'operationId'>): void => {
  const { done, undone } = steps.get()
  steps.set({ done: without(done, step), undone: without(undone, step) })
}

/** Notes the operation that took a step back (`undone`) or did it again (`done`). */
export const noteReversal = (list: 'done' | 'undone', step: Step): void =>
  steps.set({ ...steps.get(), [list]: [...steps.get()[list], step].slice(-MOST_STEPS) })

/** Returns the latest step of a calendar that can be taken back (`done`) or done again (`undone`). */
export const latestStep = (list: 'done' | 'undone', calendarId: string): Step | undefined =>
  steps.get()[list].findLast((step) => step.calendarId === calendarId)

/** Whether something was done to this calendar in this tab that still stands. */
export const useHasDone = (calendarId: string): boolean => useStore(steps).done.some((step) => step.calendarId === calendarId)
