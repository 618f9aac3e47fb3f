import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '#web/features/accounts/data.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'

/** Shows its children to a signed-in person and sends everybody else to the sign-in page. */
export const SignedIn = ({ children }: { children: ReactNode }) => {
  const { data: user, error, isFetching, refetch } = useSession()
  if (user) return <>{children}</>
  if (user === null) return <Redirect to="/auth" replace />
  if (error)
    return (
      <main className="grid min-h-dvh place-content-center">
        <ErrorState title="Your planner could not be opened" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  return <LoadingPlace className="min-h-dvh" />
}
