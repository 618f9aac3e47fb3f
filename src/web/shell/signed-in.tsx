import { type ReactNode, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { User } from '#shared/accounts/contract.ts'
import { knownPerson, SignedInUser, useSession } from '#web/features/people/data.ts'
import { wantedPage } from '#web/features/sign-in/before-sign-in.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'

/** Subscribes to live updates once the page has loaded, and keeps what the device needs without a network. */
const useChanges = (user: User | null | undefined): void => {
  const id = user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream depends only on the user's id
  useEffect(() => {
    if (!user) return undefined
    let stop: (() => void) | undefined
    const cancel = whenIdle(() => {
      import('#web/features/live/follow.ts').then(
        ({ followChanges }) => {
          // The server's answer, if it arrived after the planner was drawn from this device.
          stop ??= followChanges(knownPerson() ?? user)
        },
        // The module failed to load, usually because the browser is offline. The planner refetches colleagues' changes when the teacher
        // next opens their calendars.
        () => undefined,
      )
      // Offline, or the browser refuses. The next visit tries again.
      import('./keep-ahead.ts').then(({ keepAhead }) => keepAhead(knownPerson() ?? user)).catch(() => undefined)
    })
    return () => {
      cancel()
      stop?.()
      stop = () => undefined
    }
  }, [id])
}

/** Redirects to the sign-in page, which returns the user to the current URL after sign-in. */
const SignInFirst = () => {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    wantedPage.set(window.location.pathname + window.location.search)
    setIsKept(true)
  }, [])
  return isKept && <Redirect to="/auth" replace />
}

/**
 * Renders its children for a signed-in user and redirects everyone else to the sign-in page. With `comesBack`, the user returns to the
 * current URL after sign-in.
 */
export const SignedIn = ({ comesBack = false, children }: { comesBack?: boolean; children: ReactNode }) => {
  const { data: user, error, isFetching, refetch } = useSession()
  useChanges(user)
  if (user) return <SignedInUser value={user}>{children}</SignedInUser>
  if (user === null) return comesBack ? <SignInFirst /> : <Redirect to="/auth" replace />
  if (error)
    return (
      <main className="grid min-h-dvh place-content-center">
        <ErrorState title="Couldn’t open your planner" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  return <LoadingPlace className="min-h-dvh" />
}
