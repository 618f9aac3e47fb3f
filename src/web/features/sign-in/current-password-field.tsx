import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

type CurrentPasswordFieldProps = {
  label?: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (password: string) => void
}

/** Input for the account's existing password. Takes focus on mount. */
export const CurrentPasswordField = ({ label = 'Your password', hint, error, value, onChange }: CurrentPasswordFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(wiring) => (
      <PasswordInput
        {...wiring}
        autoFocus
        autoComplete="current-password"
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
