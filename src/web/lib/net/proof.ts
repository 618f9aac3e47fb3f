/** Re-authentication, which the server requires before some calls. features/accounts/proof renders the prompt. */
import { createStore } from '#web/lib/store.ts'

type Question = {
  /** Resolves with true once the user has re-authenticated, or false if they cancel. */
  answered: Promise<boolean>
  answer: (isProven: boolean) => void
}

/** The open prompt, or null. */
export const proofQuestion = createStore<Question | null>(null)

/** Prompts the user to re-authenticate. All calls that are waiting share one prompt. Resolves with whether the user re-authenticated. */
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
