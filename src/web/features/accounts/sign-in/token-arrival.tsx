import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { beginSession, userOfToken } from '#web/features/accounts/session.ts'
import { storedToken, storedUserId, storeSession } from '#web/lib/storage.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { tokenDecision } from './token-decision.ts'

type Step = { at: 'checking' } | { at: 'asking'; arriving: User; current: User | null } | { at: 'settled' }

const settle = async (token: string): Promise<Step> => {
  const stored = storedToken()
  const [arriving, current] = await Promise.all([userOfToken(token), stored ? userOfToken(stored) : null])
  const decision = tokenDecision(arriving, current, storedUserId())
  if (decision === 'ask' && arriving) return { at: 'asking', arriving, current }
  if (decision === 'take' && arriving) beginSession({ token, user: arriving })
  if (decision === 'ignore' && window.location.pathname === '/auth/success')
    showToast({ tone: 'destructive', title: 'Error', description: 'Login failed' })
  return { at: 'settled' }
}

/** Holds the app back while a token from the address is looked at, and asks before one account replaces another. */
export const TokenArrival = ({ token, children }: { token: string; children: ReactNode }) => {
  const [step, setStep] = useState<Step>({ at: 'checking' })

  useEffect(() => {
    let isCurrent = true
    void settle(token)
      .catch((error: Error): Step => {
        showToast({ tone: 'destructive', title: 'Error', description: error.message })
        return { at: 'settled' }
      })
      .then((next) => {
        if (isCurrent) setStep(next)
      })
    return () => {
      isCurrent = false
    }
  }, [token])

  if (step.at === 'checking')
    return (
      <LoadingPlace className="min-h-dvh" label={window.location.pathname === '/auth/success' ? 'Completing sign in...' : 'Loading...'} />
    )
  return (
    <>
      {children}
      {step.at === 'asking' && (
        <ConfirmDialog
          open
          title="Switch account?"
          description={
            <>
              {step.current ? (
                <>
                  You are signed in as <strong className="text-ink">{step.current.email ?? 'a guest'}</strong>.
                </>
              ) : (
                'Another account was signed in here before.'
              )}{' '}
              The link you followed signs in <strong className="text-ink">{step.arriving.email ?? 'a guest'}</strong>.
            </>
          }
          confirmLabel="Switch account"
          cancelLabel={step.current ? 'Stay signed in' : 'Cancel'}
          onCancel={() => setStep({ at: 'settled' })}
          onConfirm={() => {
            storeSession({ token, userId: step.arriving.id })
            // A full load: nothing of the other person's plans may stay in memory.
            window.location.assign('/dashboard')
          }}
        />
      )}
    </>
  )
}
