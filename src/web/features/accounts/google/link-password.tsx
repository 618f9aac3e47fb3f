import { CurrentPasswordField } from '#web/features/accounts/current-password-field.tsx'

type LinkPasswordProps = { value: string; onChange: (password: string) => void }

/** The password of who links Google: nobody who finds a planner open adds a way in of their own. */
export const LinkPassword = (props: LinkPasswordProps) => (
  <CurrentPasswordField hint="We ask once, because Google will be able to open your account." {...props} />
)
