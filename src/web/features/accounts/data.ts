import { MutationObserver, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { accounts, DELETE_WORD, type Preferences, type User } from '#shared/accounts/contract.ts'
import { type SignUp, withTitleHue } from '#shared/accounts/rules.ts'
import { ownSessions } from '#shared/accounts/sessions/contract.ts'
import type { Given, Reply } from '#shared/endpoint.ts'
import { client } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { clearSession, leaveSession } from '#web/lib/session-end.ts'
import { forgetInviter, forgetPerson, pageAfterSignIn, storedInviter, storedToken, storeSession } from '#web/lib/storage.ts'
import { themeInEffect } from '#web/lib/theme.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { applyPreferences, beginSession, sessionQuery } from './session.ts'
import { restored, withChange } from './user-change.ts'

const api = client({ ...accounts, ...ownSessions })
const REDIRECT_FALLBACK_MS = 200

/** Returns what a call returns; rejects when that takes longer than `patience` (milliseconds). */
const inTime = <T>(call: Promise<T>, patience: number): Promise<T> =>
  Promise.race([call, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer in time')), patience))])

type UserChange = Given<typeof accounts.updateMe>['body']
/** Those that are changed as they are; the colors of titles are set one by one. */
type PreferencesChange = Partial<Omit<Preferences, 'titleHues'>>

/** The session as a query: `data` is the user, null for nobody, undefined while it is checked. */
export const useSession = () => useQuery(sessionQuery)

/** The signed-in person. Only for pages behind the signed-in gate; throws elsewhere. */
export const useUser = (): User => {
  const { data } = useSession()
  if (!data) throw new Error('useUser is for pages behind the signed-in gate')
  return data
}

const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => api.settings() })

/** What this installation tells everyone: its password rule, and which services outside it has. */
export const useSettings = () => useQuery(settingsQuery)

/** Returns who may sign up here; everybody where that isn't known. */
export const useSignUp = (): SignUp => useSettings().data?.signUp ?? { mode: 'open' }

/** Asks for the settings. Never rejects: who uses them asks again. */
export const fetchSettings = (): Promise<void> => queryClient.prefetchQuery(settingsQuery)

/** Returns the settings that were fetched; undefined where none have come. */
export const knownSettings = () => queryClient.getQueryData(settingsQuery.queryKey)

/** Returns how much of their storage the signed-in person uses; fetched each time it is shown. */
export const useStorage = () => useQuery({ queryKey: ['storage'], queryFn: () => api.storage(), refetchOnMount: 'always', gcTime: 0 })

/** Goes to the planner, or to the page that asked for the sign-in; with a full page load if the address has not changed by then. Back does not lead to where a guest was made. */
const goToPlanner = (): void => {
  const page = pageAfterSignIn()
  navigate(page, { replace: window.location.pathname === '/try' })
  setTimeout(() => {
    if (window.location.pathname === '/auth') window.location.assign(page)
  }, REDIRECT_FALLBACK_MS)
}

/** A server that answers without a token (an older one, or one that mails a link to set the password) has not signed anybody in. */
const hasToken = <R extends { token?: string | undefined }>(reply: R): reply is R & { token: string } => Boolean(reply.token)

const knownPerson = (): User | null => queryClient.getQueryData<User | null>(SESSION_KEY) ?? null
const forgetKnownPerson = (): void => forgetPerson(knownPerson()?.id ?? '')

/** Signs somebody in where a guest has planned: by a full load, since nothing of the guest may stay in memory. */
const replaceGuest = ({ token, user }: Reply<typeof accounts.login>): void => {
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

/** The time zone of this device, where it tells. */
export const zoneHere = (): { timezone?: string } => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { timezone: timeZone } : {}
}

/** Signs in somebody who is new here. */
export const beginAccount = (reply: Reply<typeof accounts.login>): void => {
  const theme = themeInEffect()
  beginSession(reply)
  // A new account has saved no preference yet: the theme on screen (the system's choice) becomes it.
  if (theme !== reply.user.preferences.theme) savePreferences({ theme })
}

const beginNew = (reply: Reply<typeof accounts.login>): void => {
  beginAccount(reply)
  goToPlanner()
}

/** Opens a planner to try, without an address or a password. */
export const useOpenAsGuest = () => useMutation({ mutationFn: () => api.openAsGuest({ body: zoneHere() }), onSuccess: beginNew })

type NewPerson = {
  email: string
  /** Undefined where it is set by a mailed link. */
  password: string | undefined
  displayName: string
}

/** Registers, and signs in when the reply holds a token; the result says whether it did. A guest keeps all that they planned. */
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
      // Their session has ended: they come back by the link.
      else if (knownPerson()?.isGuest) clearSession()
    },
    onError: (error) => showToast({ tone: 'destructive', title: 'Error', description: error.message || 'Registration failed' }),
  })

/** How long a sign-out waits for the server, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 2000

/** Signs out here, and tells the server so that the token is worth nothing from then on. */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      const token = storedToken()
      forgetKnownPerson()
      if (token) await inTime(client(accounts, token).logout(), SIGN_OUT_PATIENCE_MS)
    },
    onSuccess: () => leaveSession(),
    onError: () => {
      clearSession()
      showToast({
        title: 'Signed out on this device',
        description: 'The server could not be reached, so it will end the session by itself later.',
      })
    },
  })

const UPDATE_KEY = [...SESSION_KEY, 'update']
const putUser = (change: (user: User) => User): void =>
  void queryClient.setQueryData<User | null>(SESSION_KEY, (user) => (user ? change(user) : user))

/** A reply knows nothing of the changes still on their way after it: only the last one may replace what is shown. */
const putAnswer = (user: User): void => {
  if (queryClient.isMutating({ mutationKey: UPDATE_KEY }) === 1) putUser(() => user)
}

/** Changes the own account: shown at once, taken back when the server refuses. One at a time, in order. */
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
 * Has the guided tutorial shown, or shown no more, here and on the next device. When it cannot be ended for good
 * (offline), it is ended here and comes again with the next visit.
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

/** Sets the color of a title, for all lessons with it; null lets the planner choose. Shown at once, taken back when it is refused. */
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
      showToast({ tone: 'destructive', title: 'The color was not saved', description: error.message })
    },
  }).mutate

/** In one line with other changes of the account, so that the last choice is also the last to reach the server. */
const preferencesSaver = new MutationObserver(queryClient, {
  mutationKey: UPDATE_KEY,
  scope: { id: 'user' },
  mutationFn: (preferences: PreferencesChange) => api.updateMe({ body: { preferences } }),
  onSuccess: putAnswer,
})

/** Merges into the preferences, at once and locally, and saves them to the server. A failed save leaves the local change. */
const savePreferences = (change: PreferencesChange): void => {
  putUser((user) => withChange(user, { preferences: change }))
  const user = queryClient.getQueryData<User | null>(SESSION_KEY)
  if (!user) return
  applyPreferences(user.preferences)
  preferencesSaver
    .mutate(change)
    // biome-ignore lint/suspicious/noConsole: the specification has this failure logged and nothing more; the local change stays.
    .catch((error: Error) => console.warn('The preferences were kept on this device only:', error.message))
}

/** How to change preferences, for the signed-in person. */
export const useUpdatePreferences = (): ((change: PreferencesChange) => void) => savePreferences

const SESSIONS_KEY = ['sessions']

/** Where the account is signed in, fetched again each time it is shown. */
export const useDevices = () => useQuery({ queryKey: SESSIONS_KEY, queryFn: () => api.sessions(), staleTime: 0, gcTime: 0 })

/** Ends one sign-in, or with null all but this one. */
export const useEndDevices = () =>
  useMutation({
    mutationFn: (id: string | null) => (id === null ? api.endOtherSessions() : api.endSession({ params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })

/** Proves by the password that it is its person who sits here. */
export const useProve = () => useMutation({ mutationFn: (password: string) => api.prove({ body: { password } }) })

/** Changes the password, which ends all other sign-ins. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) => api.changePassword({ body: passwords }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })

/** Deletes the account for good, and leaves nothing of it on this device either. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async () => {
      await api.deleteMe({ body: { confirmation: DELETE_WORD } })
      forgetKnownPerson()
      leaveSession({ title: 'Your account is deleted', description: 'Nothing of it is left.' })
    },
  })
