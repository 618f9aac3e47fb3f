import { MutationObserver, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { accounts, type Preferences, type User } from '#shared/accounts/contract.ts'
import { type SignUp, withTitleHue } from '#shared/accounts/rules.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import type { Given } from '#shared/endpoint.ts'
import { forgetDatabase } from '#web/lib/device/forget-kept.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { forgetPerson } from '#web/lib/stored-session.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { applyPreferences, sessionQuery } from './session.ts'
import { restored, withChange } from './user-change.ts'

const api = client({ ...accounts, ...publicSettings })

type UserChange = Given<typeof accounts.updateMe>['body']
/** Preferences that are replaced as a whole. Title colors are updated one at a time instead. */
type PreferencesChange = Partial<Omit<Preferences, 'titleHues'>>

/** Returns the session query. Its `data` is the user, null if nobody is signed in, or undefined while loading. */
export const useSession = () => useQuery(sessionQuery)

/** Returns the signed-in user. Throws on pages that don't require sign-in. */
export const useUser = (): User => {
  const { data } = useSession()
  if (!data) throw new Error('useUser is for pages behind the signed-in gate')
  return data
}

const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => api.settings() })

/** Returns the query for this server's public settings: the password rule, the available services, and the contact address. */
export const useSettings = () => useQuery(settingsQuery)

/** Returns the sign-up rule, or `open` until the settings have loaded. */
export const useSignUp = (): SignUp => useSettings().data?.signUp ?? { mode: 'open' }

/** Prefetches the settings. Never rejects, because components that use the settings fetch them again. */
export const fetchSettings = (): Promise<void> => queryClient.prefetchQuery(settingsQuery)

/** Returns the settings, or undefined if they haven't loaded. */
export const knownSettings = () => queryClient.getQueryData(settingsQuery.queryKey)

/** Returns the signed-in user from the query cache, or null. */
export const knownPerson = (): User | null => queryClient.getQueryData<User | null>(SESSION_KEY) ?? null
/** Deletes the data that this device stores about the signed-in user. Resolves once their database is gone, too. Never rejects. */
export const forgetKnownPerson = async (): Promise<void> => {
  const id = knownPerson()?.id ?? ''
  forgetPerson(id)
  if (id) await forgetDatabase(id)
}

const UPDATE_KEY = [...SESSION_KEY, 'update']
const putUser = (change: (user: User) => User): void =>
  void queryClient.setQueryData<User | null>(SESSION_KEY, (user) => (user ? change(user) : user))

/** A response doesn't include changes that are still in flight, so only the last response may replace the user. */
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
 * Turns the guided tour on or off for the account. If turning it off fails (for example, offline), the tour still ends here but starts
 * again on the next visit.
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

/** Sets the color of all lessons with this title. Null restores the automatic color. Updates optimistically and rolls back on failure. */
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

/** Uses the same scope as other account updates, so that the last choice also reaches the server last. */
const preferencesSaver = new MutationObserver(queryClient, {
  mutationKey: UPDATE_KEY,
  scope: { id: 'user' },
  mutationFn: (preferences: PreferencesChange) => api.updateMe({ body: { preferences } }),
  onSuccess: putAnswer,
})

/** Merges the change into the preferences, first locally and then on the server. A failed save keeps the local change. */
export const savePreferences = (change: PreferencesChange): void => {
  putUser((user) => withChange(user, { preferences: change }))
  const user = queryClient.getQueryData<User | null>(SESSION_KEY)
  if (!user) return
  applyPreferences(user.preferences)
  preferencesSaver
    .mutate(change)
    // biome-ignore lint/suspicious/noConsole: the specification says to log this failure and keep the local change.
    .catch((error: Error) => console.warn('Preferences were only saved on this device:', error.message))
}
