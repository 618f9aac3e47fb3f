import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accounts } from '#shared/accounts/contract.ts'
import { type GoogleArrival, type GooglePurpose, google } from '#shared/accounts/google/contract.ts'
import type { Given } from '#shared/endpoint.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { client, isUnproven, RefusedCall } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { goRound, newRound, RoundFailed, WindowBlocked } from './round.ts'

const api = client(google)

/** Returns what a token from the address stands for; null where Google's sign-in has not made it. */
export const exchanged = async (token: string): Promise<GoogleArrival | null> => {
  try {
    return await api.exchange({ body: { token } })
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return null
    throw error
  }
}

/** Ends a session that was made for this browser and is not wanted. Where the server cannot be told it ends by itself later. */
export const dropSession = (token: string): void =>
  void client(accounts, token)
    .logout()
    .catch(() => undefined)

/** Opens the account that has the address which Google vouches for. */
export const useJoinByGoogle = () =>
  useMutation({ mutationFn: (body: Given<typeof google.joinByGoogle>['body']) => api.joinByGoogle({ body }) })

const reloadPerson = () => queryClient.invalidateQueries({ queryKey: SESSION_KEY })

export const useUnlinkGoogle = () => useMutation({ mutationFn: () => api.unlinkGoogle(), onSuccess: reloadPerson })

/** Gives the account a password. */
export const useSetPassword = () =>
  useMutation({ mutationFn: (newPassword: string) => api.setPassword({ body: { newPassword } }), onSuccess: reloadPerson })

const problemOf = (error: unknown): string | undefined => {
  if (isUnproven(error)) return undefined
  if (error instanceof RoundFailed || error instanceof RefusedCall) return error.message
  throw error
}

/**
 * A round to Google in a window of its own. `go` is called within a press, again too where the window was closed; it resolves with
 * whether it is done, and `problem` then says why not. A round that links Google asks the server first, which may want a proof: its
 * window opens after that, or, in a browser that blocks it by then, with the next press.
 */
export const useGoogleRound = (purpose: GooglePurpose) => {
  const { googleId } = useUser()
  const links = purpose !== 'confirm' && googleId === null
  const [round] = useState(newRound)
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
    const ask = () => api.goToGoogle({ body: { purpose } })
    try {
      if (links) begun.current ??= await ask()
      setIsWaiting(true)
      const known = begun.current
      await goRound(round, known ? async () => known : ask, own.signal)
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
