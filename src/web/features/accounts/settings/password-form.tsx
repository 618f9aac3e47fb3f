import { type FormEvent, useState } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { useChangePassword } from '#web/features/sign-in/data.ts'
import { PasswordInput } from '#web/features/sign-in/password-input.tsx'
import { passwordStrength } from '#web/features/sign-in/password-strength.ts'
import { useSetPassword } from '#web/features/sign-in/providers/data.ts'
import { StrengthMeter } from '#web/features/sign-in/strength-meter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' }
const MIN_LENGTH = 6

const problemOf = ({ currentPassword, newPassword, confirmation }: typeof EMPTY, hasPassword: boolean): string | undefined => {
  if ((hasPassword && !currentPassword) || !newPassword || !confirmation) return 'Please fill in all password fields.'
  if (newPassword !== confirmation) return 'Please make sure your new passwords match.'
  return newPassword.length < MIN_LENGTH ? `Password must be at least ${MIN_LENGTH} characters long.` : undefined
}

/** Changes the password, or sets the first one for users who sign in with a provider. */
export const PasswordForm = ({ onClose }: { onClose: () => void }) => {
  const { hasPassword, ...user } = useUser()
  // Only guests lack an email address, and they never see this form.
  const email = user.email ?? ''
  const changePassword = useChangePassword()
  const setPassword = useSetPassword()
  const [passwords, setPasswords] = useState(EMPTY)
  const [problem, setProblem] = useState<string>()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(passwords, hasPassword)
    setProblem(found)
    if (found) return
    const { currentPassword, newPassword } = passwords
    const isDone = await report(
      () => (hasPassword ? changePassword.mutateAsync({ currentPassword, newPassword }) : setPassword.mutateAsync(newPassword)),
      {
        done: () => ({
          title: hasPassword ? 'Password changed' : 'Password saved',
          description: 'We signed you out on your other devices.',
        }),
        failed: (reason) => ({ title: hasPassword ? 'Failed to Change Password' : 'Failed to set the password', description: reason }),
      },
    )
    if (isDone) onClose()
  }
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <Field
      label={label}
      hint={
        name === 'newPassword' && <StrengthMeter strength={passwordStrength(passwords.newPassword, email)} hint="At least 6 characters" />
      }
    >
      {(wiring) => (
        <PasswordInput
          {...wiring}
          autoComplete={autoComplete}
          autoFocus={name === (hasPassword ? 'currentPassword' : 'newPassword')}
          maxLength={256}
          value={passwords[name]}
          onChange={(event) => setPasswords({ ...passwords, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-3">
      <h3 className="text-large">{hasPassword ? 'Change password' : 'Set a password'}</h3>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && field('currentPassword', 'Current password', 'current-password')}
      {field('newPassword', 'New password', 'new-password')}
      {field('confirmation', 'Confirm new password', 'new-password')}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {problem && (
          <p role="alert" className="flex-1 font-medium text-blocked">
            {problem}
          </p>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="solid" type="submit" busy={changePassword.isPending || setPassword.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </div>
    </form>
  )
}
