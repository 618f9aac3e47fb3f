import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import { forgetDatabase } from '#web/lib/device/forget-kept.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { forgetPerson } from '#web/lib/stored-session.ts'
import { sessionQuery } from './session.ts'

const api = client(publicSettings)

/** Returns the session query. Its `data` is the user, null if nobody is signed in, or undefined while loading. */
export const useSession = () => useQuery(sessionQuery)

/** The user of the pages below. When the session ends, they keep it until they leave the page, in whichever order they render. */
export const SignedInUser = createContext<User | null>(null)

/** Returns the signed-in user. Throws on pages that don't require sign-in. */
export const useUser = (): User => {
  const user = useContext(SignedInUser)
  if (!user) throw new Error('useUser must be used inside SignedInUser')
  return user
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
