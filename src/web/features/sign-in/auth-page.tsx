import { DoorClosed, Gift } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { signUpRule } from '#shared/accounts/rules.ts'
import { FORGOT_ADDRESS, SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useSession, useSignUp } from '#web/features/people/data.ts'
import { inviter, pageAfterSignIn } from '#web/features/sign-in/before-sign-in.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { storedToken } from '#web/lib/stored-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { AuthForm, type AuthMode } from './auth-form.tsx'
import { AuthPromise } from './auth-promise.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { TryForm } from './try-form.tsx'

const ForgotForm = lazyPart(async () => (await import('./links/forgot-form.tsx')).ForgotForm)

const texts = {
  login: { heading: 'Welcome Back', subtitle: 'Sign in to access your lesson plans', title: 'Sign In' },
  register: { heading: 'Get Started', subtitle: 'Create your account to start planning', title: 'Sign Up' },
  forgot: { heading: 'Forgot Your Password?', subtitle: 'Get a link to set a new one', title: 'Forgot Password' },
} as const

/** Subtitles for guests. */
const guestTexts = {
  login:
    'Heads up: lessons you planned as a guest won’t move to an existing account, and you won’t be able to get them back. To keep them, create a new account.',
  register: 'Create your account. Everything you’ve planned comes with you.',
} as const

/** Keeps the mode in the URL for reloads. Uses replace, so that Back leaves the page instead of switching modes. */
const goToMode = (mode: AuthMode): void => navigate(mode === 'register' ? SIGN_UP_ADDRESS : '/auth', { replace: true })

const REFERRAL_CODE = /^[A-Za-z0-9-]{4,32}$/
/**
 * Stores the referral code from the URL for a later sign-up, which the visitor may complete after using the planner as a guest. Returns the
 * stored code.
 */
const keptInviter = (ref: string | null): string | null => {
  if (ref !== null && REFERRAL_CODE.test(ref)) inviter.set(ref)
  return inviter.get()
}

/** The sign-in and sign-up page. The URL selects the mode. Redirects signed-in users other than guests to the planner. */
export const AuthPage = () => {
  const address = new URLSearchParams(useSearch())
  const ref = address.get('ref')
  // A visitor with a referral code is new, so show the sign-up form.
  const mode: AuthMode = address.get('mode') === 'register' || ref !== null ? 'register' : 'login'
  const isForgetting = address.get('mode') === 'forgot'
  const said = texts[isForgetting ? 'forgot' : mode]
  const [inviter] = useState(() => keptInviter(ref))
  const rule = signUpRule(useSignUp())
  usePageTitle(said.title)
  const { data: user, isPending } = useSession()
  if (user && !user.isGuest) return <Redirect to={pageAfterSignIn()} replace />
  if (isPending && storedToken()) return <LoadingPlace className="min-h-dvh" />

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1.15fr)_minmax(440px,1fr)]">
      <AuthPromise />
      <div className="relative flex flex-col bg-surface lg:border-l lg:border-line">
        <div aria-hidden="true" className="sunrise h-1.5 lg:hidden" />
        <header className="px-8 pt-6 lg:hidden small:px-5 phone:pt-3">
          <Logo />
        </header>
        <main tabIndex={-1} className="m-auto w-full max-w-[420px] px-5 py-6 phone:py-3">
          <h1 className="text-display-small leading-tight tracking-[-.02em]">{said.heading}</h1>
          <p className="mt-1 mb-5 text-lead text-ink-soft phone:mb-3">{user && !isForgetting ? guestTexts[mode] : said.subtitle}</p>
          {mode === 'register' && !isForgetting && rule && (
            <p className="mb-5 flex items-start gap-2.5 rounded-control bg-brass-soft px-3.5 py-2.5 text-label text-brass-ink">
              <DoorClosed className="mt-px size-4 shrink-0" />
              <span className="min-w-0 break-words">{rule}</span>
            </p>
          )}
          {mode === 'register' && inviter && (
            <p className="mb-5 flex items-start gap-2.5 rounded-control bg-brand-soft phone:mb-3 px-3.5 py-2.5 text-label">
              <Gift className="mt-px size-4 shrink-0 text-brand" />A colleague invited you. Subscribe, and you each get a free month.
            </p>
          )}
          {isForgetting ? (
            <Suspense>
              <ForgotForm onBack={() => goToMode('login')} />
            </Suspense>
          ) : (
            <>
              {user && mode === 'login' && (
                <Button className="mb-5 w-full" onClick={() => goToMode('register')}>
                  Create an account instead
                </Button>
              )}
              <ProviderSignIn isSigningUp={mode === 'register'} />
              <AuthForm mode={mode} onModeChange={goToMode} onForgot={() => navigate(FORGOT_ADDRESS)} />
            </>
          )}
          {isForgetting ? null : user ? (
            <Button className="mt-2 w-full" onClick={() => navigate('/dashboard')}>
              Back to my planner
            </Button>
          ) : (
            rule === null && <TryForm />
          )}
        </main>
        <footer className="flex justify-center gap-5 px-5 pb-6 text-label text-ink-soft">
          <a href="/privacy" className="underline-offset-4 hover:text-ink hover:underline small:-mx-2 small:px-2 small:py-[13px]">
            Privacy
          </a>
          <a href="/terms" className="underline-offset-4 hover:text-ink hover:underline small:-mx-2 small:px-2 small:py-[13px]">
            Terms
          </a>
          <a href="/accessibility" className="underline-offset-4 hover:text-ink hover:underline small:-mx-2 small:px-2 small:py-[13px]">
            Accessibility
          </a>
        </footer>
      </div>
    </div>
  )
}
