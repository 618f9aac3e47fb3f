/**
 * How a session ends in this tab.
 *
 * 1. Nothing of the person stays in memory: all stores and all loaded data are cleared, and the sign-in page comes by a
 *    full load, which also drops the calls that are still under way. Where the server cannot be reached there is no
 *    page to load: then clearing has to do.
 * 2. A session that the server has ended keeps on this device what the person was writing, and whose it is. Somebody
 *    who signs out leaves nothing.
 */
import type { User } from '#shared/accounts/contract.ts'
import { GUEST_DAYS } from '#shared/accounts/rules.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'
import { forgetSession, type NextMessage, storeNextMessage } from './storage.ts'
import { clearStores } from './store.ts'

/** Clears what belonged to the person. The page on screen then asks for a sign-in by itself. */
export const clearSession = (): void => {
  // The person first: a component that is redrawn for a cleared store must not look for a person who is gone.
  queryClient.setQueryData(SESSION_KEY, null)
  clearStores()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** Ends the session in this tab; another tab may have ended it. `message` is shown on the sign-in page. */
export const leaveSession = (message?: NextMessage): void => {
  clearSession()
  if (message) storeNextMessage(message)
  window.location.replace('/auth')
}

const PARTING = { title: 'Your session has ended', description: 'Sign in again. Lessons that you were writing are kept on this device.' }
const GUEST_PARTING = {
  title: 'Your time as a guest has ended',
  description: `A guest's plan is kept for ${GUEST_DAYS} days. Try Firstbell again, or sign up.`,
}

/** Ends a session that the server no longer knows. */
export const endSession = (): void => {
  const isGuest = queryClient.getQueryData<User | null>(SESSION_KEY)?.isGuest
  forgetSession()
  leaveSession(isGuest ? GUEST_PARTING : PARTING)
}
