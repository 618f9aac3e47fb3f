/** Questions about blocks that both sides changed. The tab that sends asks, and the teacher can answer in any tab. */
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import type { Conflict } from '#web/features/calendar/model/merge-blocks.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { type Message, tellTabs } from './outbox/tabs.ts'

/** An edit that is older than this many milliseconds when the conflict appears waited for the network. */
const LATE_MS = 10_000

export type ConflictQuestion = {
  /** The edit's ID. */
  id: string
  date: string
  conflict: Conflict
  /** True if the teacher is doing something else by now. The question then waits in the list of what isn't sent. */
  isLate: boolean
  /** True if this tab is sending the edit. */
  isOwn: boolean
  answer: (choice: Choice) => void
}

/** Questions that the teacher hasn't answered yet. Only the first one is shown. */
export const conflictQuestions = createStore<readonly ConflictQuestion[]>([])

const without = (id: string): ConflictQuestion[] => conflictQuestions.get().filter((question) => question.id !== id)
const add = (question: ConflictQuestion): void => conflictQuestions.set([...without(question.id), question])

/** Asks the teacher which version of a block to keep. Waits indefinitely. Questions are shown one at a time. */
export const askAboutConflict = ({ id, at }: PendingEdit, date: string, conflict: Conflict): Promise<Choice> =>
  new Promise((resolve) => {
    const answer = (choice: Choice) => {
      conflictQuestions.set(without(id))
      tellTabs({ is: 'answered', id, choice })
      resolve(choice)
    }
    add({ id, date, conflict, isLate: Date.now() - at > LATE_MS, isOwn: true, answer })
    tellTabs({ is: 'asked', id, date, conflict })
  })

/** Follows questions and answers in other tabs. */
export const followQuestions = (message: Message): void => {
  if (message.is === 'opened')
    for (const { id, date, conflict, isOwn } of conflictQuestions.get()) if (isOwn) tellTabs({ is: 'asked', id, date, conflict })
  if (message.is === 'asked') {
    const { id, date, conflict } = message
    const answer = (choice: Choice) => {
      conflictQuestions.set(without(id))
      tellTabs({ is: 'answered', id, choice })
    }
    add({ id, date, conflict, isLate: true, isOwn: false, answer })
  }
  if (message.is !== 'answered' && message.is !== 'settled' && message.is !== 'given-up') return
  const question = conflictQuestions.get().find(({ id }) => id === message.id)
  if (message.is === 'answered' && question?.isOwn) question.answer(message.choice)
  else conflictQuestions.set(without(message.id))
}

/** Returns the questions that wait in the list of what isn't sent. */
export const useLateQuestions = (): readonly ConflictQuestion[] => useStore(conflictQuestions).filter(({ isLate }) => isLate)

/** Returns the question to show now, if any: also a late one if the teacher has that lesson open. */
export const useConflictQuestion = (openBlock: string | undefined): ConflictQuestion | undefined =>
  useStore(conflictQuestions).find(({ isLate, conflict }) => !isLate || conflict.id === openBlock)
