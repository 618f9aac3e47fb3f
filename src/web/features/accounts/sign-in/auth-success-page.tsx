import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '#web/features/accounts/data.ts'
import { wordsOfProblem } from '#web/features/accounts/google/problems.ts'
import { endRound } from '#web/features/accounts/google/round.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageAfterSignIn } from '#web/lib/storage.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ClosingPage } from './closing-page.tsx'

type Step = 'telling' | 'closing' | 'told'

/** Where an outside sign-in comes back to; its token has been taken out of the address before this is drawn. */
export const AuthSuccessPage = () => {
  usePageTitle('Sign In')
  const { data: user, isPending } = useSession()
  const [words] = useState(() => wordsOfProblem(new URLSearchParams(window.location.search).get('problem')))
  const [step, setStep] = useState<Step>(words ? 'telling' : 'told')
  useEffect(() => {
    if (!words || step !== 'telling') return
    if (endRound(words.description)) return setStep('closing')
    showToast(words)
    setStep('told')
  }, [words, step])

  if (step === 'closing') return <ClosingPage />
  if (isPending || step === 'telling') return <LoadingPlace className="min-h-dvh" label="Completing sign in..." />
  return <Redirect to={user ? pageAfterSignIn() : '/auth'} replace />
}
