import { type ReactNode, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { User } from '#shared/accounts/contract.ts'
import { useSession } from '#web/features/accounts/data.ts'
import { storeWantedPage } from '#web/lib/storage.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'

/** Once the page is there, what changes elsewhere comes to it as it happens. */
const useChanges = (user: User | null | undefined): void => {
  const id = user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: A stream is a person's; what else is known of them may change under it.
  useEffect(() => {
    if (!user) return undefined
    let stop: (() => void) | undefined
    const cancel = whenIdle(() => {
      import('#web/features/live/follow.ts').then(
        ({ followChanges }) => {
          stop ??= followChanges(user)
        },
        // Offline by now. What others plan is read again when somebody comes back to it.
        () => undefined,
      )
    })
    return () => {
      cancel()
      stop?.()
      stop = () => undefined
    }
  }, [id])
}

/** To the sign-in page, and from there back to here. */
const SignInFirst = () => {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    storeWantedPage(window.location.pathname + window.location.search)
    setIsKept(true)
  }, [])
  return isKept && <Redirect to="/auth" replace />
}

/** Shows its children to a signed-in person and sends everybody else to the sign-in page; `comesBack`: which leads back to this address. */
export const SignedIn = ({ comesBack = false, children }: { comesBack?: boolean; children: ReactNode }) => {
  const { data: user, error, isFetching, refetch } = useSession()
  useChanges(user)
  if (user) return <>{children}</>
  if (user === null) return comesBack ? <SignInFirst /> : <Redirect to="/auth" replace />
  if (error)
    return (
      <main className="grid min-h-dvh place-content-center">
        <ErrorState title="Your planner could not be opened" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  return <LoadingPlace className="min-h-dvh" />
}
