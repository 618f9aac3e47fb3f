import { MutationObserver, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { accounts, DELETE_WORD, type Preferences, type User } from '#shared/accounts/contract.ts'
import { guests } from '#shared/accounts/guests/contract.ts'
import { type SignUp, withTitleHue } from '#shared/accounts/rules.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import type { Given, Reply } from '#shared/endpoint.ts'
import { signIn } from '#shared/sign-in/contract.ts'
import { ownSessions } from '#shared/sign-in/sessions/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { clearSession, leaveSession } from '#web/lib/session-end.ts'
import { forgetInviter, forgetPerson, pageAfterSignIn, storedInviter, storedToken, storeSession } from '#web/lib/storage.ts'
import { themeInEffect } from '#web/lib/theme.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { applyPreferences, beginSession, sessionQuery } from './session.ts'
import { restored, withChange } from './user-change.ts'

const api = client({ ...accounts, ...signIn, ...guests, ...ownSessions, ...publicSettings })
const REDIRECT_FALLBACK_MS = 200

/** Returns the call's result, or rejects if it takes longer than `patience` milliseconds. */
const inTime = <T>(call: Promise<T>, patience: number): Promise<T> =>
  Promise.race([call, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Timed out')), patience))])

type UserChange = Given<typeof accounts.updateMe>['body']
/** Preferences that are replaced as a whole. Title colors are set one at a time instead. */
type PreferencesChange = Partial<Omit<Preferences, 'titleHues'>>

/** The session query: `data` is the user, null if nobody is signed in, undefined while loading. */
export const useSession = () => useQuery(sessionQuery)

/** Returns the signed-in user. Throws outside the pages behind the sign-in gate. */
export const useUser = (): User => {
  const { data } = useSession()
  if (!data) throw new Error('useUser is for pages behind the signed-in gate')
  return data
}

const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => api.settings() })

/** Public settings of this server: the password rule, the available services and the contact address. */
export const useSettings = () => useQuery(settingsQuery)

/** Returns the sign-up rule; open until the settings have loaded. */
export const useSignUp = (): SignUp => useSettings().data?.signUp ?? { mode: 'open' }

/** Prefetches the settings. Never rejects: components that use them fetch again. */
export const fetchSettings = (): Promise<void> => queryClient.prefetchQuery(settingsQuery)

/** Returns the loaded settings; undefined if they haven't loaded. */
export const knownSettings = () => queryClient.getQueryData(settingsQuery.queryKey)

/** Storage used by the signed-in person. Refetched on every mount. */
export const useStorage = () => useQuery({ queryKey: ['storage'], queryFn: () => api.storage(), refetchOnMount: 'always', gcTime: 0 })

/**
 * Navigates to the planner, or to the page that required the sign-in. Falls back to a full page load if that fails. Replaces /try, so that
 * Back doesn't create another guest.
 */
const goToPlanner = (): void => {
  const page = pageAfterSignIn()
  navigate(page, { replace: window.location.pathname === '/try' })
  setTimeout(() => {
    if (window.location.pathname === '/auth') window.location.assign(page)
  }, REDIRECT_FALLBACK_MS)
}

/** True if the reply signs the person in. Older servers send no token, and neither do servers that mail a set-password link. */
const hasToken = <R extends { token?: string | undefined }>(reply: R): reply is R & { token: string } => Boolean(reply.token)

const knownPerson = (): User | null => queryClient.getQueryData<User | null>(SESSION_KEY) ?? null
const forgetKnownPerson = (): void => forgetPerson(knownPerson()?.id ?? '')

/** Switches from a guest to an existing account. A full page load clears the guest's data from memory. */
const replaceGuest = ({ token, user }: Reply<typeof signIn.login>): void => {
  forgetKnownPerson()
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

/** The device's time zone, if the browser reveals it. */
export const zoneHere = (): { timezone?: string } => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { timezone: timeZone } : {}
}

/** Starts the session of a new account. */
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
  /** Undefined if it will be set with a mailed link. */
  password: string | undefined
  displayName: string
}

/** Signs up, and signs in if the reply has a token. Resolves with whether it did. Guests keep their planner. */
export const useRegister = () =>
  useMutation({
    mutationFn: async ({ email, password, displayName }: NewPerson) => {
      const ref = storedInviter()
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
      forgetInviter()
      if (isSignedIn) beginNew(reply)
      // The guest's session has ended. They return with the mailed link.
      else if (knownPerson()?.isGuest) clearSession()
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
      forgetKnownPerson()
      if (token) await inTime(client(signIn, token).logout(), SIGN_OUT_PATIENCE_MS)
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

const UPDATE_KEY = [...SESSION_KEY, 'update']
const putUser = (change: (user: User) => User): void =>
  void queryClient.setQueryData<User | null>(SESSION_KEY, (user) => (user ? change(user) : user))

/** A reply doesn't include changes that are still in flight, so only the last one may replace the user. */
const putAnswer = (user: User): void => {
  if (queryClient.isMutating({ mutationKey: UPDATE_KEY }) === 1) putUser(() => user)
}

/** Updates the account optimistically and rolls back if the server refuses. Updates are sent one at a time, in order. */
export const useUpdateUser = () =>
  useMutation({
    mutationKey: UPDATE_KEY,
    scope: { id: 'user' },
    mutationFn: (change: UserChange) => api.updateMe({ body: change }),
    onMutate: (change) => {
      const before = queryClient.getQueryData<User | null>(SESSION_KEY) ?? null
      putUser((user) => withChange(user, change))
      return { before }
    },
    onSuccess: putAnswer,
    onError: (_error, change, context) => {
      if (context?.before) putUser((user) => restored(user, context.before as User, change))
    },
  })

/**
 * Turns the guided tour on or off for the account. If turning it off fails (offline), it still ends here, but returns on the next visit.
 */
export const useSetTutorial = () =>
  useMutation({
    mutationKey: UPDATE_KEY,
    scope: { id: 'user' },
    mutationFn: (showTutorial: boolean) => api.updateMe({ body: { showTutorial } }),
    onMutate: (showTutorial) => putUser((user) => withChange(user, { showTutorial })),
    onSuccess: putAnswer,
    onError: (_error, showTutorial) => {
      if (!showTutorial) return
      putUser((user) => withChange(user, { showTutorial: false }))
      showToast({ tone: 'destructive', title: 'Failed to enable tutorial. Please try again.' })
    },
  }).mutate

/** Sets the color of all lessons with this title; null goes back to the automatic color. Optimistic, with rollback. */
export const useSetTitleHue = () =>
  useMutation({
    mutationKey: UPDATE_KEY,
    scope: { id: 'user' },
    mutationFn: (titleHue: { title: string; hue: number | null }) => api.updateMe({ body: { titleHue } }),
    onMutate: (titleHue) => {
      const before = queryClient.getQueryData<User | null>(SESSION_KEY)?.preferences.titleHues
      putUser((user) => withChange(user, { preferences: { titleHues: withTitleHue(user.preferences.titleHues, titleHue) } }))
      return { before }
    },
    onSuccess: putAnswer,
    onError: (error, _titleHue, context) => {
      if (context?.before) putUser((user) => withChange(user, { preferences: { titleHues: context.before } }))
      showToast({ tone: 'destructive', title: 'Failed to save the color', description: error.message })
    },
  }).mutate

/** Shares the scope of other account updates, so that the last choice also reaches the server last. */
const preferencesSaver = new MutationObserver(queryClient, {
  mutationKey: UPDATE_KEY,
  scope: { id: 'user' },
  mutationFn: (preferences: PreferencesChange) => api.updateMe({ body: { preferences } }),
  onSuccess: putAnswer,
})

/** Merges the change into the preferences, locally at once and then on the server. A failed save keeps the local change. */
const savePreferences = (change: PreferencesChange): void => {
  putUser((user) => withChange(user, { preferences: change }))
  const user = queryClient.getQueryData<User | null>(SESSION_KEY)
  if (!user) return
  applyPreferences(user.preferences)
  preferencesSaver
    .mutate(change)
    // biome-ignore lint/suspicious/noConsole: the specification says to log this failure and keep the local change.
    .catch((error: Error) => console.warn('Preferences were only saved on this device:', error.message))
}

export const useUpdatePreferences = (): ((change: PreferencesChange) => void) => savePreferences

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

/** Deletes the account permanently, including everything stored on this device. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async () => {
      await api.deleteMe({ body: { confirmation: DELETE_WORD } })
      forgetKnownPerson()
      leaveSession({ title: 'Account deleted', description: 'Your account and lessons are gone. Backup copies are erased within 90 days.' })
    },
  })
