import { PasswordInput } from '#web/features/accounts/password-input.tsx'
import { Field } from '#web/ui/field.tsx'

type LinkPasswordProps = { value: string; onChange: (password: string) => void }

/** The password of who links Google: nobody who finds a planner open adds a way in of their own. */
export const LinkPassword = ({ value, onChange }: LinkPasswordProps) => (
  <Field label="Your password" hint="We ask once, because Google will be able to open your account.">
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
