import { createStore, useStore } from '#web/lib/store.ts'
import type { Choice } from './block-edit.ts'
import type { Conflict } from './merge-blocks.ts'

export type ConflictQuestion = { date: string; conflict: Conflict; answer: (choice: Choice) => void }

const questions = createStore<readonly ConflictQuestion[]>([])

/** Asks the teacher which version of a block to keep. Waits for as long as it takes; questions come one at a time. */
export const askAboutConflict = (date: string, conflict: Conflict): Promise<Choice> =>
  new Promise((resolve) => {
    const question: ConflictQuestion = {
      date,
      conflict,
      answer: (choice) => {
        questions.set(questions.get().filter((each) => each !== question))
        resolve(choice)
      },
    }
    questions.set([...questions.get(), question])
  })

/** The question to show now, if any. */
export const useConflictQuestion = (): ConflictQuestion | undefined => useStore(questions)[0]
