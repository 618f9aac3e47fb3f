/**
 * Who is signed in, in this tab.
 *
 * 1. A token that the server no longer knows is forgotten; one that it could not be asked about (offline, server or
 *    database down) is kept, and the page says what happened instead: an outage must not sign a school out.
 * 2. A tab never sends one person's token with another person's plans on the screen: when another tab has
 *    signed somebody else in, this one reloads.
 */
import { queryOptions } from '@tanstack/react-query'
import { accounts, type Preferences, type User } from '#shared/accounts/contract.ts'
import { client, RefusedCall } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { leaveSession } from '#web/lib/session-end.ts'
import { forgetSession, onTokenChangedElsewhere, storedToken, storedUserId, storePreferences, storeSession } from '#web/lib/storage.ts'
import { wearTheme } from '#web/lib/theme.ts'

const meansSignedOut = (error: unknown): boolean => error instanceof RefusedCall && [401, 403, 404].includes(error.status)

/** Applies the person's preferences, also for the next first paint. */
export const applyPreferences = (preferences: Preferences): void => {
  storePreferences(preferences)
  wearTheme(preferences.theme)
}

/** Returns the person a token belongs to; null when it is not, or no longer, valid. Rethrows other failures. */
export const userOfToken = async (token: string): Promise<User | null> => {
  try {
    return await client(accounts, token).me()
  } catch (error) {
    if (meansSignedOut(error)) return null
    throw error
  }
}

/** The signed-in person, or null for nobody; nothing is asked of the server without a token. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (): Promise<User | null> => {
    const token = storedToken()
    const user = token && (await userOfToken(token))
    if (user) applyPreferences(user.preferences)
    else if (token === storedToken()) forgetSession()
    return user || null
  },
})

/** Signs this person in, in this tab. */
export const beginSession = ({ token, user }: { token: string; user: User }): void => {
  storeSession({ token, userId: user.id })
  applyPreferences(user.preferences)
  queryClient.setQueryData(SESSION_KEY, user)
}

/** Keeps this tab in step with sign-ins and sign-outs in others, also those made while the browser kept it for Back. */
export const followOtherTabs = (): void => {
  const follow = () => {
    const known = queryClient.getQueryData<User | null>(SESSION_KEY)
    if (known && !storedToken()) leaveSession()
    else if (known && known.id !== storedUserId()) window.location.reload()
    // A guest may have signed up there.
    else if (!known || known.isGuest) void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  }
  onTokenChangedElsewhere(follow)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
}
