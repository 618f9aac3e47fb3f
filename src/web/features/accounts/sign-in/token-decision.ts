import type { User } from '#shared/accounts/contract.ts'

type Person = Pick<User, 'id' | 'email'>

/** Whether an account has just been made, or nothing has been done in it since. */
export const isNew = ({ showTutorial, hasPlanned }: Pick<User, 'showTutorial' | 'hasPlanned'>): boolean => showTutorial && !hasPlanned

/**
 * What to do with a token that came in the address.
 * - `ignore`: it is no good, so nothing changes.
 * - `take`: nobody else is signed in here (nobody at all, or the same person).
 * - `ask`: somebody else is, or was until their session ended; theirs is never replaced silently.
 */
export const tokenDecision = (arriving: Person | null, current: Person | null, lastId: string | null): 'ignore' | 'take' | 'ask' => {
  if (!arriving) return 'ignore'
  const here = current?.id ?? lastId
  return here === null || here === arriving.id ? 'take' : 'ask'
}
