/**
 * This tab's session.
 *
 * 1. A token that the server rejects is deleted. If the server or its database is unavailable, the token is kept and the page shows the
 *    error: an outage must not sign out a whole school.
 * 2. A tab never sends one user's token while it shows another user's data. If another tab switches accounts, this one reloads.
 */

import { queryOptions } from '@tanstack/react-query'
import { accounts, type Preferences, type User } from '#shared/accounts/contract.ts'
import { deviceDatabase } from '#web/lib/device/database.ts'
import { forgetDatabase, forgetKept } from '#web/lib/device/forget-kept.ts'
import { isFromDevice } from '#web/lib/device/kept.ts'
import { isSharedComputer, setSharedComputer } from '#web/lib/device/shared-computer.ts'
import { client, RefusedCall } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { endSession, leaveSession } from '#web/lib/net/session-end.ts'
import { json, slot } from '#web/lib/storage.ts'
import {
  forgetSession,
  guestSince,
  isOwnDeviceOf,
  moveSession,
  onTokenChangedElsewhere,
  storedToken,
  storedUserId,
  storeSession,
  untilSignedUp,
} from '#web/lib/stored-session.ts'
import { wearTheme } from '#web/lib/theme.ts'
import { pause } from '#web/lib/time/pause.ts'

/** A copy for other code on this device. The server's version is authoritative. */
const storedPreferences = slot('preferences', json<Preferences>(), 'session')

/** A school's filter or a proxy also answers with these codes, but without our body. */
const meansSignedOut = (error: unknown): boolean =>
  error instanceof RefusedCall && error.body !== undefined && [401, 403, 404].includes(error.status)

/** Stores what this device has to know of the person before the server answers. */
const storePerson = ({ preferences, isGuest, createdAt }: User): void => {
  guestSince.set(isGuest ? createdAt : null)
  applyPreferences(preferences)
}

/** Applies the preferences and stores them for the next first paint. */
export const applyPreferences = (preferences: Preferences): void => {
  storedPreferences.set(preferences)
  wearTheme(preferences.theme)
}

/** Returns the token's user, or null if the token is invalid or expired. Rethrows other failures. */
export const userOfToken = async (token: string): Promise<User | null> => {
  try {
    return await client(accounts, token).me()
  } catch (error) {
    if (meansSignedOut(error)) return null
    throw error
  }
}

/** Forgets a session that ended without a sign-out. The device no longer keeps what the person saw. */
const forgetEnded = async (): Promise<void> => {
  forgetSession()
  const id = storedUserId()
  if (id) await forgetKept(id)
}

/** How long the device's store may take, in ms. */
const STORE_MS = 2000

/** Returns how many edits of the stored person wait here. 1 if the device's store doesn't respond, so that nobody waits for it. */
export const countUnsent = async (): Promise<number> => {
  const count = async () => (await deviceDatabase())?.count('edits')
  return (await Promise.race([count().catch(() => 1), pause(STORE_MS).then(() => 1)])) ?? 0
}

const isOnOwnDevice = ({ id, usesSharedDevices }: User): boolean => !usesSharedDevices || isOwnDeviceOf(id)

/** Makes this a shared computer for someone who is signed in, if their school did so since. Edits that aren't sent yet stay until they are. */
const followSchool = async (user: User): Promise<void> => {
  if (isOnOwnDevice(user) || isSharedComputer()) return
  // The next opening asks again.
  if ((await countUnsent()) > 0 || storedUserId() !== user.id) return
  moveSession('tab')
  setSharedComputer(true)
  await forgetDatabase(user.id)
}

/** Returns the stored session's token and user, if there are any. */
const userHere = async (): Promise<{ token: string | null; user: User | null }> => {
  const token = storedToken()
  const user = token === null ? null : await userOfToken(token)
  if (token === null || user) return { token, user }
  await untilSignedUp(token)
  return storedToken() === token ? { token, user } : userHere()
}

/** The query for the signed-in user, or null if nobody is signed in. Sends no request without a token. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (): Promise<User | null> => {
    const { token, user } = await userHere()
    isFromDevice.set(false)
    if (user) {
      // Without the person's ID, the device can't keep what belongs to them.
      if (token && token === storedToken() && storedUserId() === null) storeSession({ token, userId: user.id })
      await followSchool(user)
      storePerson(user)
    } else if (token === storedToken()) {
      // The page may show what the person saw.
      if (queryClient.getQueryData<User | null>(SESSION_KEY)) endSession()
      else await forgetEnded()
    }
    return user
  },
})

/** Signs the user in on this tab. */
export const beginSession = ({ token, user }: { token: string; user: User }): void => {
  if (!isOnOwnDevice(user)) setSharedComputer(true)
  storeSession({ token, userId: user.id })
  storePerson(user)
  queryClient.setQueryData(SESSION_KEY, user)
}

/** Follows sign-ins and sign-outs in other tabs, including after the page is restored from the back/forward cache. */
export const followOtherTabs = (): void => {
  const follow = () => {
    const known = queryClient.getQueryData<User | null>(SESSION_KEY)
    if (known && !storedToken()) leaveSession()
    else if (known && known.id !== storedUserId()) window.location.reload()
    // The guest may have signed up in the other tab.
    else if (!known || known.isGuest) void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  }
  onTokenChangedElsewhere(follow)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
}
