import type { User } from '#shared/accounts/contract.ts'

type Person = Pick<User, 'id' | 'email'>

/** Returns true if the account was just created or hasn't been used since. */
export const isNew = ({ showTutorial, hasPlanned }: Pick<User, 'showTutorial' | 'hasPlanned'>): boolean => showTutorial && !hasPlanned

/**
 * Decides how to handle a token from the URL.
 * - `ignore`: the token is invalid. Nothing changes.
 * - `take`: no other user is signed in here.
 * - `ask`: another user is signed in here, or was until the session ended. Never replace that session silently.
 */
export const tokenDecision = (arriving: Person | null, current: Person | null, lastId: string | null): 'ignore' | 'take' | 'ask' => {
  if (!arriving) return 'ignore'
  const here = current?.id ?? lastId
  return here === null || here === arriving.id ? 'take' : 'ask'
}
