import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import type { Conflict } from '#web/features/calendar/model/merge-blocks.ts'
import { createStore, useStore } from '#web/lib/store.ts'

export type ConflictQuestion = { date: string; conflict: Conflict; answer: (choice: Choice) => void }

/** Questions that the teacher hasn't answered yet. Only the first one is shown. */
export const conflictQuestions = createStore<readonly ConflictQuestion[]>([])

/** Asks the teacher which version of a block to keep. Waits indefinitely. Questions are shown one at a time. */
export const askAboutConflict = (date: string, conflict: Conflict): Promise<Choice> =>
  new Promise((resolve) => {
    const question: ConflictQuestion = {
      date,
      conflict,
      answer: (choice) => {
        conflictQuestions.set(conflictQuestions.get().filter((each) => each !== question))
        resolve(choice)
      },
    }
    conflictQuestions.set([...conflictQuestions.get(), question])
  })

/** Returns the question to show now, if any. */
export const useConflictQuestion = (): ConflictQuestion | undefined => useStore(conflictQuestions)[0]
