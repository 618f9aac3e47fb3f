import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { type OAuthPurpose, PROVIDERS, type Provider, type ProviderArrival, providers } from '#shared/accounts/providers/contract.ts'
import type { Given } from '#shared/endpoint.ts'
import { signIn } from '#shared/sign-in/contract.ts'
import { fetchSettings, knownSettings, useSettings, useUser } from '#web/features/people/data.ts'
import { client, isUnproven, RefusedCall } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { newFlowId, OAuthFailed, openOAuthPopup, WindowBlocked } from './oauth-popup.ts'

const api = client(providers)

const UNNAMED = 'Your school’s sign-in'

/** Returns the provider's name for use in a sentence, or undefined while the settings load. */
export const useProviderName = (provider: Provider): string | undefined => {
  const { data, isPending } = useSettings()
  if (provider === 'google') return 'Google'
  return isPending ? undefined : (data?.oidc?.name ?? UNNAMED)
}

/** Like {@link useProviderName}, for use outside of components. */
export const providerName = async (provider: Provider): Promise<string> => {
  if (provider === 'google') return 'Google'
  await fetchSettings()
  return knownSettings()?.oidc?.name ?? UNNAMED
}

const isLinked = ({ googleId, hasOidc }: Pick<User, 'googleId' | 'hasOidc'>, provider: Provider): boolean =>
  provider === 'google' ? googleId !== null : hasOidc

/** Returns the providers that the signed-in user has linked, and the providers that the user could link. */
export const useProviders = (): { linked: readonly Provider[]; offered: readonly Provider[] } => {
  const user = useUser()
  const { data: settings } = useSettings()
  const linked = PROVIDERS.filter((provider) => isLinked(user, provider))
  return { linked, offered: PROVIDERS.filter((provider) => settings?.[provider] && !linked.includes(provider)) }
}

/** Exchanges a token from the URL. Returns null if it isn't a provider's one-time code. */
export const exchanged = async (token: string): Promise<ProviderArrival | null> => {
  try {
    return await api.exchange({ body: { token } })
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return null
    throw error
  }
}

/** Ends an unwanted session that was created for this browser. If the server can't be reached, the session expires automatically. */
export const dropSession = (token: string): void =>
  void client(signIn, token)
    .logout()
    .catch(() => undefined)

/** Resolves a sign-in that conflicts with an existing account. */
export const useJoinByProvider = () =>
  useMutation({ mutationFn: (body: Given<typeof providers.joinByProvider>['body']) => api.joinByProvider({ body }) })

const reloadPerson = () => queryClient.invalidateQueries({ queryKey: SESSION_KEY })

export const useUnlink = (provider: Provider) =>
  useMutation({ mutationFn: () => (provider === 'google' ? api.unlinkGoogle() : api.unlinkOidc()), onSuccess: reloadPerson })

/** Sets the account's first password. */
export const useSetPassword = () =>
  useMutation({ mutationFn: (newPassword: string) => api.setPassword({ body: { newPassword } }), onSuccess: reloadPerson })

const problemOf = (error: unknown): string | undefined => {
  if (isUnproven(error)) return undefined
  if (error instanceof OAuthFailed || error instanceof RefusedCall) return error.message
  throw error
}

/**
 * Runs a provider round trip in a popup. Call `go` from a click handler, and again if the user closed the popup. It resolves to true if the
 * round trip succeeded. Otherwise, `problem` has the reason. Linking sends a request to the server before opening the popup, because the
 * user may have to re-authenticate. If the browser then blocks the popup, the next click opens it.
 */
export const useOAuthPopup = (provider: Provider, purpose: OAuthPurpose) => {
  const links = !isLinked(useUser(), provider) && purpose !== 'confirm'
  const name = useProviderName(provider) ?? UNNAMED
  const [round] = useState(newFlowId)
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const wait = useRef<AbortController>(undefined)
  const begun = useRef<{ url: string }>(undefined)
  useEffect(() => () => wait.current?.abort(), [])

  const go = async (): Promise<boolean> => {
    wait.current?.abort()
    const own = new AbortController()
    wait.current = own
    setProblem(undefined)
    const ask = () => (provider === 'google' ? api.goToGoogle({ body: { purpose } }) : api.goToOidc({ body: { purpose } }))
    try {
      if (links) begun.current ??= await ask()
      setIsWaiting(true)
      const known = begun.current
      await openOAuthPopup({ round, name }, known ? async () => known : ask, own.signal)
      begun.current = undefined
      if (purpose !== 'confirm') await reloadPerson()
      return true
    } catch (error) {
      if (!(error instanceof WindowBlocked)) begun.current = undefined
      if (wait.current === own) setProblem(problemOf(error))
      return false
    } finally {
      if (wait.current === own) setIsWaiting(false)
      own.abort()
    }
  }
  return { go, isWaiting, problem }
}
