import type { User } from '#shared/accounts/contract.ts'

type Person = Pick<User, 'id' | 'email'>

/** True if the account was just created or hasn't been used since. */
export const isNew = ({ showTutorial, hasPlanned }: Pick<User, 'showTutorial' | 'hasPlanned'>): boolean => showTutorial && !hasPlanned

/**
 * Decides what to do with a token from the URL.
 * - `ignore`: the token is invalid. Nothing changes.
 * - `take`: nobody else is signed in here.
 * - `ask`: another person is signed in here, or was until their session ended. Never replace their session silently.
 */
export const tokenDecision = (arriving: Person | null, current: Person | null, lastId: string | null): 'ignore' | 'take' | 'ask' => {
  if (!arriving) return 'ignore'
  const here = current?.id ?? lastId
  return here === null || here === arriving.id ? 'take' : 'ask'
}
