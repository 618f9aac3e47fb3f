/** Changes of the signed-in user's account. They appear immediately, and are reverted if the server refuses them. */
import { MutationObserver, useMutation } from '@tanstack/react-query'
import { accounts, type Preferences, type User } from '#shared/accounts/contract.ts'
import { withTitleHue } from '#shared/accounts/rules.ts'
import type { Given } from '#shared/endpoint.ts'
import { applyPreferences } from '#web/features/people/session.ts'
import { restored, withChange } from '#web/features/people/user-change.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const api = client(accounts)

type UserChange = Given<typeof accounts.updateMe>['body']
/** Preferences that are replaced as a whole. Title colors are updated one at a time instead. */
type PreferencesChange = Partial<Omit<Preferences, 'titleHues'>>

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
