import { clsx } from 'clsx'
import { type FormEvent, useState } from 'react'
import { MAX_NAME } from '#shared/accounts/contract.ts'
import { useSettings, useSignUp } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { useLogin, useRegister } from './data.ts'
import { PasswordInput } from './password-input.tsx'
import { passwordStrength } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { TextLink } from './text-link.tsx'

export type AuthMode = 'login' | 'register'

const texts = {
  login: { submit: 'Sign In', toggle: "Don't have an account? Sign up" },
  register: { submit: 'Create Account', toggle: 'Already have an account? Sign in' },
} as const

const QUIET_BUTTON = 'rounded-lg px-3 py-1.5 text-control font-semibold text-brand underline-offset-4 hover:underline small:min-h-11'

const refuse = (title: string, description: string): void => showToast({ tone: 'destructive', title, description })

type AuthFormProps = { mode: AuthMode; onModeChange: (mode: AuthMode) => void; onForgot: () => void }

/** Email form for sign-in and sign-up. Switching modes keeps the name and email and clears the other fields. */
export const AuthForm = ({ mode, onModeChange, onForgot }: AuthFormProps) => {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [hasAgreed, setHasAgreed] = useState(false)
  const login = useLogin()
  const register = useRegister()
  const { data: settings } = useSettings()
  const signUp = useSignUp()
  const [linkTo, setLinkTo] = useState<string>()

  const isRegistering = mode === 'register'
  const isBusy = login.isPending || register.isPending
  const differs = password !== confirmation
  /** True if the password will be set with a mailed link. */
  const isByLink = isRegistering && signUp.mode !== 'open' && settings?.mail === true
  const minLength = isRegistering ? (settings?.passwordMinLength ?? 0) : 0
  const lengthRule = minLength > 0 ? `Use at least ${minLength} characters` : undefined

  const switchTo = (next: AuthMode) => {
    setPassword('')
    setConfirmation('')
    setHasAgreed(false)
    onModeChange(next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isRegistering) return login.mutate({ email, password })
    if (!isByLink && differs) return refuse('Error', 'Passwords do not match')
    if (!hasAgreed) return refuse('Agreement Required', 'Please agree to the Terms of Service and Privacy Policy to create an account.')
    if (!isByLink && password.length < minLength) return refuse('Error', `${lengthRule}.`)
    register.mutate(
      { email, password: isByLink ? undefined : password, displayName: name.trim() },
      {
        onSuccess: ({ isSignedIn }) => {
          if (isSignedIn) return
          if (isByLink) return setLinkTo(email)
          showToast({
            tone: 'success',
            title: 'Account Created!',
            description: 'Your account has been created successfully. You can now sign in.',
          })
          switchTo('login')
        },
      },
    )
  }

  if (isRegistering && linkTo !== undefined)
    return (
      <div className="grid gap-4">
        <p role="status">
          We sent a link to <strong className="break-words">{linkTo}</strong>. Open it to set your password. The link works once and expires
          in 7 days. Check your spam folder, too.
        </p>
        <Button variant="ghost" className="justify-self-center" onClick={() => onModeChange('login')}>
          Back to sign-in
        </Button>
      </div>
    )
  return (
    <form onSubmit={submit} className="grid gap-4">
      {isRegistering && (
        <Field label="Name (optional)" hint="How it appears on your sub plans.">
          {(wiring) => (
            <TextInput
              {...wiring}
              name="name"
              autoComplete="name"
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label="Email">
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {!isByLink && (
        <Field label="Password" hint={isRegistering && <StrengthMeter strength={passwordStrength(password, email)} hint={lengthRule} />}>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              name="password"
              autoComplete={isRegistering ? 'new-password' : 'current-password'}
              required
              maxLength={256}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      {!isRegistering && (
        <button type="button" onClick={onForgot} className={clsx(QUIET_BUTTON, '-mt-2 justify-self-end')}>
          Forgot password?
        </button>
      )}
      {isRegistering && (
        <>
          {!isByLink && (
            <Field label="Confirm password" error={confirmation && differs ? 'Passwords do not match' : undefined}>
              {(wiring) => (
                <PasswordInput
                  {...wiring}
                  name="confirm-password"
                  autoComplete="new-password"
                  required
                  maxLength={256}
                  value={confirmation}
                  onChange={(event) => setConfirmation(event.target.value)}
                />
              )}
            </Field>
          )}
          <Checkbox
            checked={hasAgreed}
            onChange={(event) => setHasAgreed(event.target.checked)}
            label={
              <>
                I agree to the <TextLink href="/terms">Terms of Service</TextLink> and <TextLink href="/privacy">Privacy Policy</TextLink>
              </>
            }
          />
        </>
      )}
      <Button
        type="submit"
        variant="solid"
        size="lg"
        className="mt-1 w-full"
        busy={isBusy}
        disabled={isRegistering && ((differs && !isByLink) || !hasAgreed)}
      >
        {isBusy ? 'Loading...' : isByLink ? 'Send link' : texts[mode].submit}
      </Button>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => switchTo(isRegistering ? 'login' : 'register')}
        className={clsx(QUIET_BUTTON, 'justify-self-center')}
      >
        {texts[mode].toggle}
      </button>
    </form>
  )
}
