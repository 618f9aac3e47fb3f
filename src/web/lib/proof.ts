/** What the server wants proved before it does a call: that it is its person who sits here. The question is drawn by features/accounts/proof. */
import { createStore } from './store.ts'

type Question = {
  /** Whether the person has proved it; false where they would rather not. */
  answered: Promise<boolean>
  answer: (isProven: boolean) => void
}

/** The question that is open; null where nothing is asked. */
export const proofQuestion = createStore<Question | null>(null)

/** Asks whoever sits here to prove that it is they: once for all calls that wait for it. Resolves with whether they did. */
export const askForProof = (): Promise<boolean> => {
  const open = proofQuestion.get()
  if (open) return open.answered
  let answer = (_: boolean): void => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = (isProven) => {
      proofQuestion.set(null)
      resolve(isProven)
    }
  })
  proofQuestion.set({ answered, answer })
  return answered
}
