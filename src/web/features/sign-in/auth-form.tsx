import { clsx } from 'clsx'
import { type FormEvent, useId, useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { useSettings, useSignUp } from '#web/features/people/data.ts'
import { isSharedComputer, setSharedComputer } from '#web/lib/device/shared-computer.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
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

const EMPTY = { name: '', email: '', password: '', confirmation: '', hasAgreed: false }
type Typed = typeof EMPTY

const missingWords = ({ differs, hasAgreed }: { differs: boolean; hasAgreed: boolean }): string | undefined => {
  if (differs)
    return hasAgreed ? 'Enter the same password twice to continue.' : 'Enter the same password twice and agree to the terms to continue.'
  return hasAgreed ? undefined : 'Agree to the terms to continue.'
}

/** Returns the typed values, their validation rules, and the submit handler. Switching modes keeps the name and email. */
const useAuthForm = ({ mode, onModeChange }: Pick<AuthFormProps, 'mode' | 'onModeChange'>) => {
  const [typed, setTyped] = useState(EMPTY)
  const [linkTo, setLinkTo] = useState<string>()
  const login = useLogin()
  const register = useRegister()
  const { data: settings } = useSettings()
  const signUp = useSignUp()
  const { name, email, password, confirmation, hasAgreed } = typed
  const isRegistering = mode === 'register'
  const isBusy = login.isPending || register.isPending
  const differs = password !== confirmation
  /** True if the user will set the password through an emailed link. */
  const isByLink = isRegistering && signUp.mode !== 'open' && settings?.mail === true
  const minLength = isRegistering ? (settings?.passwordMinLength ?? 0) : 0
  const lengthRule = minLength > 0 ? `Use at least ${minLength} characters` : undefined

  const set = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }))
  const switchTo = (next: AuthMode) => {
    set({ password: '', confirmation: '', hasAgreed: false })
    onModeChange(next)
  }
  const registered = ({ isSignedIn }: { isSignedIn: boolean }) => {
    if (isSignedIn) return
    if (isByLink) return setLinkTo(email)
    showToast({
      tone: 'success',
      title: 'Account Created!',
      description: 'Your account has been created successfully. You can now sign in.',
    })
    switchTo('login')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isRegistering) return login.mutate({ email, password })
    if (!isByLink && differs) return refuse('Error', 'Passwords do not match')
    if (!hasAgreed) return refuse('Agreement Required', 'Please agree to the Terms of Service and Privacy Policy to create an account.')
    if (!isByLink && password.length < minLength) return refuse('Error', `${lengthRule}.`)
    register.mutate({ email, password: isByLink ? undefined : password, displayName: name.trim() }, { onSuccess: registered })
  }
  /** Says what is still missing, while the button is disabled. */
  const missing = isRegistering ? missingWords({ differs: differs && !isByLink, hasAgreed }) : undefined
  return { typed, set, submit, switchTo, linkTo, isRegistering, isByLink, isBusy, missing, differs, lengthRule }
}
type Form = ReturnType<typeof useAuthForm>

const LinkSent = ({ to, onBack }: { to: string; onBack: () => void }) => (
  <div className="grid gap-4">
    <p role="status">
      We sent a link to <strong className="break-words">{to}</strong>. Open it to set your password. The link works once and expires in 7
      days. Check your spam folder, too.
    </p>
    <Button variant="ghost" className="justify-self-center" onClick={onBack}>
      Back to sign-in
    </Button>
  </div>
)

const NameField = ({ typed, set }: Form) => (
  <Field label="Name for your sub plans (optional)">
    {(wiring) => (
      <TextInput
        {...wiring}
        name="name"
        autoComplete="name"
        maxLength={MAX.name}
        value={typed.name}
        onChange={(event) => set({ name: event.target.value })}
      />
    )}
  </Field>
)

const EmailField = ({ typed, set }: Form) => (
  <Field label="Email">
    {(wiring) => (
      <TextInput
        {...wiring}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={typed.email}
        onChange={(event) => set({ email: event.target.value })}
      />
    )}
  </Field>
)

const PasswordField = ({ typed: { email, password }, set, isRegistering, lengthRule }: Form) => (
  <Field
    label="Password"
    hint={isRegistering && <StrengthMeter strength={passwordStrength(password, email)} hint={lengthRule ?? 'Longer is stronger.'} />}
  >
    {(wiring) => (
      <PasswordInput
        {...wiring}
        name="password"
        autoComplete={isRegistering ? 'new-password' : 'current-password'}
        required
        maxLength={256}
        value={password}
        onChange={(event) => set({ password: event.target.value })}
      />
    )}
  </Field>
)

const ConfirmationField = ({ typed: { confirmation }, set, differs }: Form) => (
  <Field label="Confirm password" error={confirmation && differs ? 'Passwords do not match' : undefined}>
    {(wiring) => (
      <PasswordInput
        {...wiring}
        name="confirm-password"
        autoComplete="new-password"
        required
        maxLength={256}
        value={confirmation}
        onChange={(event) => set({ confirmation: event.target.value })}
      />
    )}
  </Field>
)

const Agreement = ({ typed, set }: Form) => (
  <Checkbox
    checked={typed.hasAgreed}
    onChange={(event) => set({ hasAgreed: event.target.checked })}
    label={
      <>
        I agree to the <TextLink href="/terms">Terms of Service</TextLink> and <TextLink href="/privacy">Privacy Policy</TextLink>
      </>
    }
  />
)

/** Says that others use this computer too. Applies to every way to sign in, from now on. */
const SharedComputer = () => {
  const [isShared, setIsShared] = useState(isSharedComputer)
  return (
    <Checkbox
      checked={isShared}
      onChange={({ target: { checked } }) => {
        setIsShared(checked)
        setSharedComputer(checked)
      }}
      label={
        <>
          This is a shared computer
          {isShared && (
            <span className="block text-caption text-ink-soft">We’ll keep nothing here, and sign you out when you close the tab.</span>
          )}
        </>
      }
    />
  )
}

/** The email form for sign-in and sign-up. */
export const AuthForm = ({ mode, onModeChange, onForgot }: AuthFormProps) => {
  const hintId = useId()
  const form = useAuthForm({ mode, onModeChange })
  const { isRegistering, isByLink, isBusy, linkTo } = form
  if (isRegistering && linkTo !== undefined) return <LinkSent to={linkTo} onBack={() => onModeChange('login')} />
  return (
    <form onSubmit={form.submit} className="grid gap-4 phone:gap-3">
      {isRegistering && <NameField {...form} />}
      <EmailField {...form} />
      {!isByLink && (
        <div className={clsx('grid items-start gap-4', isRegistering && 'gap-3 sm:grid-cols-2')}>
          <PasswordField {...form} />
          {isRegistering && <ConfirmationField {...form} />}
        </div>
      )}
      {!isRegistering && (
        <button type="button" onClick={onForgot} className={clsx(QUIET_BUTTON, '-mt-2 -mr-3 justify-self-end small:-mb-2')}>
          Forgot password?
        </button>
      )}
      {isRegistering && <Agreement {...form} />}
      <SharedComputer />
      <Button
        type="submit"
        variant="solid"
        size="lg"
        className="mt-1 w-full"
        busy={isBusy}
        disabled={form.missing !== undefined}
        aria-describedby={form.missing && hintId}
      >
        {isBusy ? 'Loading...' : isByLink ? 'Send link' : texts[mode].submit}
      </Button>
      {form.missing && (
        <p id={hintId} className="-mt-1.5 text-center text-caption text-ink-soft">
          {form.missing}
        </p>
      )}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => form.switchTo(isRegistering ? 'login' : 'register')}
        className={clsx(QUIET_BUTTON, 'justify-self-center')}
      >
        {texts[mode].toggle}
      </button>
    </form>
  )
}
