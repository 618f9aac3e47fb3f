import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '#web/features/people/data.ts'
import { pageAfterSignIn } from '#web/features/sign-in/before-sign-in.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ClosingPage } from './closing-page.tsx'
import { useProviderName } from './providers/data.ts'
import { finishOAuthPopup } from './providers/oauth-popup.ts'
import { wordsOfProblem } from './providers/problems.ts'

type Phase = 'telling' | 'closing' | 'told'

/** The landing page after a provider sign-in. The token is removed from the URL before this renders. */
export const AuthSuccessPage = () => {
  usePageTitle('Sign In')
  const { data: user, isPending } = useSession()
  const [search] = useState(() => new URLSearchParams(window.location.search))
  const problem = search.get('problem')
  const name = useProviderName(search.get('provider') === 'oidc' ? 'oidc' : 'google')
  const [step, setStep] = useState<Phase>(problem === null ? 'told' : 'telling')
  useEffect(() => {
    if (name === undefined || step !== 'telling') return
    const words = wordsOfProblem(problem, name)
    if (!words) return
    if (finishOAuthPopup(words.description)) return setStep('closing')
    showToast(words)
    setStep('told')
  }, [problem, name, step])

  if (step === 'closing') return <ClosingPage />
  if (isPending || step === 'telling') return <LoadingPlace className="min-h-dvh" label="Completing sign in..." />
  return <Redirect to={user ? pageAfterSignIn() : '/auth'} replace />
}
