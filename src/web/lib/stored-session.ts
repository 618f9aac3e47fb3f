/**
 * What this device stores about the signed-in user.
 *
 * 1. `userId` is written before the token, so that another tab notified of a new token can already see whether the user changed.
 * 2. If the session ends without a sign-out, the user's id and drafts remain. If the user signs out, nothing remains, because others may
 *    use the device.
 * 3. On a shared computer, each tab has a session of its own, which ends when the tab closes (device/shared-computer.ts).
 */
import { forgetDraftsOf } from './drafts.ts'
import { endSharing, forgetEntriesOfSession, moveEntries, slot, text } from './storage.ts'
import { pause } from './time/pause.ts'

const token = slot('token', text, 'session')
const userId = slot('userId', text, 'device')
/** The ID of the person who said that this is their own device. */
const ownDevice = slot('ownDevice', text, 'device')
/** When the stored person became a guest (ISO 8601). Null unless they are one. */
export const guestSince = slot('guestSince', text, 'device')

/** Returns the signed-in user's bearer token. */
export const storedToken = token.get
export const storedUserId = userId.get

/** How long the answer to a guest's sign-up can take after the server has ended the guest's session, in milliseconds. */
const SIGN_UP_MS = 3000
const LOOK_MS = 100

/**
 * Waits for a guest's next token if the server no longer accepts this one: the guest may be signing up, in this tab or another, and the
 * answer with the new token is on its way.
 */
export const untilSignedUp = async (ended: string): Promise<void> => {
  for (let waited = 0; guestSince.get() !== null && token.get() === ended && waited < SIGN_UP_MS; waited += LOOK_MS) await pause(LOOK_MS)
}

export const storeSession = (session: { token: string; userId: string }): void => {
  userId.set(session.userId)
  token.set(session.token)
}

/**
 * Removes the stored data of an ended session. Keeps the theme, which belongs to the device, and the user's id and drafts. On a shared
 * computer, keeps nothing.
 */
export const forgetSession = forgetEntriesOfSession

const forgetHere = (id: string): void => {
  forgetDraftsOf(id)
  userId.forget()
  ownDevice.forget()
  guestSince.forget()
  forgetSession()
}

/** The channel that tells other tabs who signed out. Tabs on a shared computer don't notice it in their storage. */
const partings = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('signed-out'))

/** Removes all of a user's data from this device when they sign out. */
export const forgetPerson = (id: string): void => {
  forgetHere(id)
  const channel = partings()
  channel?.postMessage(id)
  channel?.close()
}

/** Returns whether a person said that this is their own device, and hasn't signed out since. */
export const isOwnDeviceOf = (id: string): boolean => ownDevice.get() === id

/** Makes this device the signed-in person's own, which keeps what the tab has of them. */
export const storeOwnDevice = (): void => {
  const id = userId.get()
  moveSession('device')
  endSharing()
  ownDevice.set(id)
}

/** Moves what this device stores of the signed-in person into this tab, or from it to the device. */
export const moveSession = (to: 'tab' | 'device'): void => {
  const drafts = `draft:${userId.get()}:`
  // The token is last, because other tabs follow it.
  for (const isOfPerson of [
    (key: string) => ['userId', 'guestSince', 'preferences'].includes(key) || key.startsWith(drafts),
    (key: string) => key === 'token',
  ])
    moveEntries(to, isOfPerson)
}

/** Calls the callback when the user signs in or out in another tab. Returns an unsubscribe function. */
export const onTokenChangedElsewhere = (callback: () => void): (() => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) callback()
  }
  const channel = partings()
  if (channel)
    channel.onmessage = ({ data }) => {
      if (data !== userId.get()) return
      forgetHere(data)
      callback()
    }
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener('storage', listener)
    channel?.close()
  }
}
