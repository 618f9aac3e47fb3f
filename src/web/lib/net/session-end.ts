/**
 * How a session ends in this tab.
 *
 * 1. No personal data remains in memory. All stores and loaded data are cleared, and a full page load opens the sign-in page, which also
 *    aborts the calls in flight. If the server is unreachable, that load fails, so clearing must be sufficient.
 * 2. If the server ended the session, the user's id, drafts and unsent edits remain on this device, and what they saw doesn't. If the user
 *    signed out, or on a shared computer, nothing remains.
 */
import type { User } from '#shared/accounts/contract.ts'
import { RETENTION } from '#shared/retention.ts'
import { forgetKept } from '#web/lib/device/forget-kept.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { json, slot } from '#web/lib/storage.ts'
import { clearStores } from '#web/lib/store.ts'
import { forgetSession, storedUserId } from '#web/lib/stored-session.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'

export type NextMessage = { title: string; description: string }
/** A message for the next page that this tab loads. */
export const nextMessage = slot('nextMessage', json<NextMessage>(), 'tab')

/** Clears the user's data. The current page then shows the sign-in page without a reload. */
export const clearSession = (): void => {
  // Clear the user first. Components that re-render because a store was cleared must not read a user who is signed out.
  queryClient.setQueryData(SESSION_KEY, null)
  clearStores()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** Ends the session in this tab. Another tab may have ended it already. The sign-in page shows `message`. */
export const leaveSession = (message?: NextMessage): void => {
  clearSession()
  if (message) nextMessage.set(message)
  window.location.replace('/auth')
}

const PARTING = { title: 'You’ve been signed out', description: 'Sign in again. Any lesson you were writing is saved on this device.' }
const SHARED_PARTING = { ...PARTING, description: 'Sign in again.' }
const GUEST_PARTING = {
  title: 'Your guest planner has expired',
  description: `Guest planners last ${RETENTION.guestDays} days. Try Firstbell again, or sign up to keep your lessons.`,
}

/** Ends a session that the server no longer accepts. */
export const endSession = (): void => {
  const isGuest = queryClient.getQueryData<User | null>(SESSION_KEY)?.isGuest
  const parting = isSharedComputer() ? SHARED_PARTING : PARTING
  const id = storedUserId()
  forgetSession()
  // The sign-in page does this again, because the browser can leave this page before it is done.
  if (id) void forgetKept(id)
  leaveSession(isGuest ? GUEST_PARTING : parting)
}
