import type { ReactNode } from 'react'
import { Field, TextInput } from '#web/ui/field.tsx'

type EmailFieldProps = {
  hint: ReactNode
  problem: string | undefined
  email: string
  onChange: (email: string) => void
  className?: string
}

/** Input for the email address of a teacher to invite. */
export const EmailField = ({ hint, problem, email, onChange, className }: EmailFieldProps) => (
  <Field label="Teacher’s email" error={problem} hint={hint} className={className}>
    {(wiring) => (
      <TextInput
        {...wiring}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
