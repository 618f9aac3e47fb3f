import { useMutation, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { accounts } from '#shared/accounts/contract.ts'
import { guests } from '#shared/accounts/guests/contract.ts'
import type { Reply } from '#shared/endpoint.ts'
import { signIn } from '#shared/sign-in/contract.ts'
import { ownSessions } from '#shared/sign-in/sessions/contract.ts'
import { savePreferences } from '#web/features/people/changes/data.ts'
import { forgetKnownPerson, knownPerson } from '#web/features/people/data.ts'
import { beginSession } from '#web/features/people/session.ts'
import { inviter, pageAfterSignIn } from '#web/features/sign-in/before-sign-in.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { clearSession, leaveSession } from '#web/lib/net/session-end.ts'
import { guestSince, storedToken, storeSession } from '#web/lib/stored-session.ts'
import { themeInEffect } from '#web/lib/theme.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const api = client({ ...signIn, ...guests, ...ownSessions, register: accounts.register })
const REDIRECT_FALLBACK_MS = 200

/** Returns the call's result, or rejects if it takes longer than `patience` milliseconds. */
const inTime = <T>(call: Promise<T>, patience: number): Promise<T> =>
  Promise.race([call, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Timed out')), patience))])

/**
 * Navigates to the planner, or to the page that required the sign-in. Falls back to a full page load if that fails. Replaces /try in the
 * history, so that Back doesn't create another guest.
 */
const goToPlanner = (): void => {
  const page = pageAfterSignIn()
  navigate(page, { replace: window.location.pathname === '/try' })
  setTimeout(() => {
    if (window.location.pathname === '/auth') window.location.assign(page)
  }, REDIRECT_FALLBACK_MS)
}

/** Returns true if the response signs the user in. Older servers send no token, and neither do servers that email a set-password link. */
const hasToken = <R extends { token?: string | undefined }>(reply: R): reply is R & { token: string } => Boolean(reply.token)

/** Switches from a guest to an existing account. A full page load clears the guest's data from memory. */
const replaceGuest = ({ token, user }: Reply<typeof signIn.login>): void => {
  void forgetKnownPerson()
  storeSession({ token, userId: user.id })
  window.location.assign(pageAfterSignIn())
}

export const useLogin = () =>
  useMutation({
    mutationFn: async (credentials: { email: string; password: string }) => {
      const reply = await api.login({ body: credentials })
      if (!hasToken(reply)) throw new Error('No authentication token received')
      return reply
    },
    onSuccess: (reply) => {
      if (knownPerson()?.isGuest) return replaceGuest(reply)
      beginSession(reply)
      goToPlanner()
    },
    onError: (error) => showToast({ tone: 'destructive', title: 'Error', description: error.message || 'Login failed' }),
  })

/** Returns the device's time zone, if the browser exposes it. */
export const zoneHere = (): { timezone?: string } => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { timezone: timeZone } : {}
}

/** Starts the session for a new account. */
export const beginAccount = (reply: Reply<typeof signIn.login>): void => {
  const theme = themeInEffect()
  beginSession(reply)
  // A new account has no saved preferences yet, so keep the theme on screen (the system's setting).
  if (theme !== reply.user.preferences.theme) savePreferences({ theme })
}

const beginNew = (reply: Reply<typeof signIn.login>): void => {
  beginAccount(reply)
  goToPlanner()
}

/** Creates a guest planner and opens it. */
export const useOpenAsGuest = () => useMutation({ mutationFn: () => api.openAsGuest({ body: zoneHere() }), onSuccess: beginNew })

type NewPerson = {
  email: string
  /** Undefined if the user will set it through an emailed link. */
  password: string | undefined
  displayName: string
}

/** Signs up, and signs in if the response has a token. The result's `isSignedIn` tells the two cases apart. Guests keep their planner. */
export const useRegister = () =>
  useMutation({
    mutationFn: async ({ email, password, displayName }: NewPerson) => {
      const ref = inviter.get()
      const body = {
        email,
        ...(password !== undefined && { passwordHash: password }),
        ...(displayName ? { displayName } : {}),
        ...(ref ? { ref } : {}),
        ...zoneHere(),
      }
      const reply = await (knownPerson()?.isGuest ? api.signUpAsGuest({ body }) : api.register({ body }))
      return hasToken(reply) ? { reply, isSignedIn: true as const } : { reply, isSignedIn: false as const }
    },
    onSuccess: ({ reply, isSignedIn }) => {
      inviter.forget()
      if (isSignedIn) beginNew(reply)
      // The guest's session has ended. They return through the emailed link, and aren't a guest anymore.
      else if (knownPerson()?.isGuest) {
        guestSince.forget()
        clearSession()
      }
    },
    onError: (error) => showToast({ tone: 'destructive', title: 'Error', description: error.message || 'Registration failed' }),
  })

/** How long to wait for the server when signing out, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 2000

/** Signs out on this device and revokes the token on the server. */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      const token = storedToken()
      const forgotten = forgetKnownPerson()
      try {
        if (token) await inTime(client(signIn, token).logout(), SIGN_OUT_PATIENCE_MS)
      } finally {
        await forgotten
      }
    },
    onSuccess: () => leaveSession(),
    onError: () => {
      clearSession()
      showToast({
        title: 'Signed out on this device',
        description: 'We couldn’t reach Firstbell, so that session will end on its own.',
      })
    },
  })

const SESSIONS_KEY = ['sessions']

/** The account's active sessions. Refetched on every mount. */
export const useDevices = () => useQuery({ queryKey: SESSIONS_KEY, queryFn: () => api.sessions(), staleTime: 0, gcTime: 0 })

/** Ends one session, or all others if `id` is null. */
export const useEndDevices = () =>
  useMutation({
    mutationFn: (id: string | null) => (id === null ? api.endOtherSessions() : api.endSession({ params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })

/** Re-authenticates with the password. */
export const useProve = () => useMutation({ mutationFn: (password: string) => api.prove({ body: { password } }) })

/** Changes the password and ends all other sessions. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) => api.changePassword({ body: passwords }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
