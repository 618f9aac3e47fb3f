import { CloudAlert, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Redirect } from 'wouter'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useSession } from '#web/features/people/data.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LonePage } from '#web/ui/lone-page.tsx'
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
    <LonePage className="justify-center justify-items-center gap-3 text-center">
      <span aria-hidden="true" className="mb-2 grid size-14 place-items-center rounded-full bg-sunken text-ink-soft">
        <CloudAlert className="size-7" />
      </span>
      <div role="alert" className="grid justify-items-center gap-3">
        <h1 className="text-heading-large leading-tight">Couldn’t open a planner</h1>
        <p className="max-w-[48ch] text-balance text-ink-soft">{failure.message}</p>
      </div>
      <Button
        variant="solid"
        size="lg"
        className="mt-3"
        icon={<RotateCw className="size-4" />}
        busy={isPending || session.isFetching}
        onClick={() => (error ? open() : void session.refetch())}
      >
        Try again
      </Button>
      <ButtonLink href="/" variant="ghost">
        Back to home
      </ButtonLink>
    </LonePage>
  )
}
