/**
 * What this device stores about the signed-in user.
 *
 * 1. `userId` is written before the token, so that another tab notified of a new token can already see whether the user changed.
 * 2. If the session ends without a sign-out, the user's id and drafts remain. If the user signs out, nothing remains, because others may
 *    use the device.
 */
import { forgetDraftsOf } from './drafts.ts'
import { forgetEntriesOfSession, slot, text } from './storage.ts'

const token = slot('token', text, 'session')
const userId = slot('userId', text, 'device')

/** Returns the signed-in user's bearer token. */
export const storedToken = token.get
export const storedUserId = userId.get

export const storeSession = (session: { token: string; userId: string }): void => {
  userId.set(session.userId)
  token.set(session.token)
}

/** Removes the stored data of an ended session. Keeps the theme, which belongs to the device, and the user's id and drafts. */
export const forgetSession = forgetEntriesOfSession

/** Removes all of a user's data from this device when they sign out. */
export const forgetPerson = (id: string): void => {
  forgetDraftsOf(id)
  forgetSession()
  userId.forget()
}

/** Calls the callback when the user signs in or out in another tab. Returns an unsubscribe function. */
export const onTokenChangedElsewhere = (callback: () => void): (() => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
