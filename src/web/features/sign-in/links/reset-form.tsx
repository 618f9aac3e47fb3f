import { type FormEvent, useState } from 'react'
import { FORGOT_ADDRESS } from '#shared/addresses.ts'
import { PasswordInput } from '#web/features/sign-in/password-input.tsx'
import { passwordStrength } from '#web/features/sign-in/password-strength.ts'
import { StrengthMeter } from '#web/features/sign-in/strength-meter.tsx'
import { leaveSession } from '#web/lib/net/session-end.ts'
import { forgetSession } from '#web/lib/stored-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'
import { useResetPassword } from './data.ts'

const MIN_LENGTH = 6

/** Sets a new password with a link's token, then opens the sign-in page. */
export const ResetForm = ({ token }: { token: string }) => {
  const reset = useResetPassword()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [problem, setProblem] = useState<string>()
  const differs = confirmation !== '' && password !== confirmation

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending) return
    const found =
      password.length < MIN_LENGTH
        ? `Use at least ${MIN_LENGTH} characters.`
        : password !== confirmation
          ? 'Passwords do not match'
          : undefined
    setProblem(found)
    if (found) return
    try {
      await reset.mutateAsync({ token, newPassword: password })
      // The reset ended every session, including one in this browser.
      forgetSession()
      leaveSession({ title: 'New password saved', description: 'Sign in with your new password. We signed you out on every device.' })
    } catch (error) {
      setProblem(reasonOf(error))
      rethrowBugs(error)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-ink-soft">You’ll be signed out everywhere. Sign in again with the new one.</p>
      <Field
        label="New password"
        hint={<StrengthMeter strength={passwordStrength(password, '')} hint={`At least ${MIN_LENGTH} characters`} />}
      >
        {(wiring) => (
          <PasswordInput
            {...wiring}
            name="password"
            autoComplete="new-password"
            autoFocus
            maxLength={256}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="Confirm new password" error={differs ? 'Passwords do not match' : undefined}>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            name="confirm-password"
            autoComplete="new-password"
            maxLength={256}
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <p role="alert" className="font-medium text-blocked">
          {problem}
        </p>
      )}
      <Button type="submit" variant="solid" size="lg" className="w-full" busy={reset.isPending}>
        Save password
      </Button>
      <ButtonLink href={FORGOT_ADDRESS} variant="ghost" className="-mb-3 justify-self-center">
        Link expired? Get a new one
      </ButtonLink>
    </form>
  )
}
