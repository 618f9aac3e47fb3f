import { useSyncExternalStore } from 'react'
import type { Choice } from './block-edit.ts'
import type { Conflict } from './merge-blocks.ts'

export type ConflictQuestion = { date: string; conflict: Conflict; answer: (choice: Choice) => void }

let questions: readonly ConflictQuestion[] = []
const listeners = new Set<() => void>()
const setQuestions = (next: readonly ConflictQuestion[]): void => {
  questions = next
  for (const heard of listeners) heard()
}
const subscribe = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Asks the teacher which version of a block to keep. Waits for as long as it takes; questions come one at a time. */
export const askAboutConflict = (date: string, conflict: Conflict): Promise<Choice> =>
  new Promise((resolve) => {
    const question: ConflictQuestion = {
      date,
      conflict,
      answer: (choice) => {
        setQuestions(questions.filter((each) => each !== question))
        resolve(choice)
      },
    }
    setQuestions([...questions, question])
  })

/** The question to show now, if any. */
export const useConflictQuestion = (): ConflictQuestion | undefined => useSyncExternalStore(subscribe, () => questions[0])
