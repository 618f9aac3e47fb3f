import { useUser } from '#web/features/people/data.ts'
import { DeviceList } from './device-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { WaysToSignIn } from './ways-to-sign-in.tsx'

/** Sign-in methods, password, and devices. */
export const SecurityPanel = () => (
  <div className="grid gap-6">
    <WaysToSignIn />
    {useUser().hasPassword && <PasswordForm />}
    <DeviceList />
  </div>
)
