import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { beginSession, countUnsent, userOfToken } from '#web/features/people/session.ts'
import { inviter } from '#web/features/sign-in/before-sign-in.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { storedToken, storedUserId } from '#web/lib/stored-session.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ClosingPage } from './closing-page.tsx'
import { beginAccount } from './data.ts'
import { exchanged, providerName } from './providers/data.ts'
import { finishOAuthPopup } from './providers/oauth-popup.ts'
import { wordsOfDone } from './providers/problems.ts'
import type { Arrival, Session } from './switch-question.tsx'
import { isNew, tokenDecision } from './token-decision.ts'

const SwitchQuestion = lazyPart(async () => (await import('./switch-question.tsx')).SwitchQuestion)
const ChoosePage = lazyPart(async () => (await import('./choose-page.tsx')).ChoosePage)

type ArrivalState =
  | { at: 'checking' }
  | ({ at: 'asking' } & Arrival)
  | { at: 'choosing'; provider: Provider; choice: string; email: string }
  | { at: 'closing' }
  | { at: 'settled' }

const SETTLED: ArrivalState = { at: 'settled' }

/** Starts a session from a provider or a link. Asks first if another account is signed in. */
const arrive = async (session: Session, by: Provider | null): Promise<ArrivalState> => {
  const stored = storedToken()
  // A guest who signs up keeps the same ID, and the old token is invalid.
  const current = stored && storedUserId() !== session.user.id ? await userOfToken(stored) : null
  if (tokenDecision(session.user, current, storedUserId()) === 'ask') {
    const [unsent] = await Promise.all([countUnsent(), SwitchQuestion.preload()])
    return { at: 'asking', session, by, current, unsent }
  }
  if (by) inviter.forget()
  if (by && isNew(session.user)) beginAccount(session)
  else beginSession(session)
  return SETTLED
}

const arriveByToken = async (token: string): Promise<ArrivalState> => {
  const user = await userOfToken(token)
  if (user) return arrive({ token, user }, null)
  if (window.location.pathname === '/auth/success') throw new Error('Login failed')
  return SETTLED
}

const stepOf = async (token: string): Promise<ArrivalState> => {
  const arrival = await exchanged(token)
  if (arrival === null) return arriveByToken(token)
  if (arrival.kind === 'signed_in') return arrive(arrival, arrival.provider)
  const { provider } = arrival
  if (arrival.kind === 'choose') return { at: 'choosing', provider, choice: arrival.choice, email: arrival.email }
  if (finishOAuthPopup(null)) return { at: 'closing' }
  showToast({ tone: 'success', ...wordsOfDone(arrival.purpose, await providerName(provider)) })
  return SETTLED
}

/** Resolves to the next step for a token from the URL. Never rejects, because failures are reported to the user. */
export const whatTokenBrings = (token: string): Promise<ArrivalState> =>
  stepOf(token).catch((error: Error): ArrivalState => {
    if (finishOAuthPopup(error.message)) return { at: 'closing' }
    showToast({ tone: 'destructive', title: 'Error', description: error.message })
    return SETTLED
  })

/** Blocks the app while the token from the URL is checked. Asks before switching to another account. */
export const TokenArrival = ({ brought, children }: { brought: Promise<ArrivalState>; children: ReactNode }) => {
  const [step, setStep] = useState<ArrivalState>({ at: 'checking' })

  useEffect(() => {
    let isCurrent = true
    void brought.then((next) => {
      if (isCurrent) setStep(next)
    })
    return () => {
      isCurrent = false
    }
  }, [brought])

  const loading = (
    <LoadingPlace className="min-h-dvh" label={window.location.pathname === '/auth/success' ? 'Completing sign in...' : 'Loading...'} />
  )
  if (step.at === 'checking') return loading
  if (step.at === 'closing') return <ClosingPage />
  if (step.at === 'choosing')
    return (
      <Suspense fallback={loading}>
        <ChoosePage
          provider={step.provider}
          choice={step.choice}
          email={step.email}
          onSignedIn={async (session) => setStep(await arrive(session, step.provider))}
          onLeave={() => setStep(SETTLED)}
        />
      </Suspense>
    )
  return (
    <>
      {children}
      <Suspense>{step.at === 'asking' && <SwitchQuestion {...step} onStay={() => setStep(SETTLED)} />}</Suspense>
    </>
  )
}
