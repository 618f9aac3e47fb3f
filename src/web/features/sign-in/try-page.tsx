import { useEffect, useRef } from 'react'
import { Redirect } from 'wouter'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useSession } from '#web/features/people/data.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { useOpenAsGuest } from './data.ts'

/** Creates a guest planner for new visitors right away. Redirects signed-in users to their planner. */
export const TryPage = () => {
  usePageTitle('Try It Now')
  const session = useSession()
  const { mutate: open, error, isPending } = useOpenAsGuest()
  const isAsked = useRef(false)
  const user = session.data

  useEffect(() => {
    if (user !== null || isAsked.current) return
    isAsked.current = true
    open()
  }, [user, open])

  if (user) return <Redirect to="/dashboard" replace />
  // Guests are only allowed with open sign-up. The sign-up page explains the rule.
  if (error instanceof RefusedCall && error.code === 'sign_up_closed') return <Redirect to={SIGN_UP_ADDRESS} replace />
  const failure = error ?? session.error
  if (!failure) return <LoadingPlace className="min-h-dvh" label="Opening your planner..." />
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState
        title="Couldn’t open your planner"
        description={failure.message}
        busy={isPending || session.isFetching}
        onRetry={() => (error ? open() : void session.refetch())}
      />
    </main>
  )
}
