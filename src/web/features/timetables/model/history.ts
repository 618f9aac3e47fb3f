/** A value with the values that Undo and Redo return to. */
export type History<T> = { now: T; before: readonly T[]; after: readonly T[] }

/** Enough to take back a paste and what was typed after it. */
const MOST_STEPS = 100

export const historyOf = <T>(now: T): History<T> => ({ now, before: [], after: [] })

/** Returns the history with a new value. Returns the same history if the value is the same. */
export const changedTo = <T>(history: History<T>, now: T): History<T> =>
  now === history.now ? history : { now, before: [...history.before, history.now].slice(-MOST_STEPS), after: [] }

export const undone = <T>(history: History<T>): History<T> => {
  const last = history.before.at(-1)
  return last === undefined ? history : { now: last, before: history.before.slice(0, -1), after: [history.now, ...history.after] }
}

export const redone = <T>(history: History<T>): History<T> => {
  const [next, ...after] = history.after
  return next === undefined ? history : { now: next, before: [...history.before, history.now], after }
}
