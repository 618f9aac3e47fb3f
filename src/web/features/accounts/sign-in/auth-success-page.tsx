import { Redirect } from 'wouter'
import { useSession } from '#web/features/accounts/data.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'

/** Where an outside sign-in comes back to; its token has been taken out of the address before this is drawn. */
export const AuthSuccessPage = () => {
  usePageTitle('Sign In')
  const { data: user, isPending } = useSession()
  if (isPending) return <LoadingPlace className="min-h-dvh" label="Completing sign in..." />
  return <Redirect to={user ? '/dashboard' : '/auth'} replace />
}
