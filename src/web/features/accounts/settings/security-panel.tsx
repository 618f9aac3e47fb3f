import { useUser } from '#web/features/people/data.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { DeviceList } from './device-list.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { WaysToSignIn } from './ways-to-sign-in.tsx'

/** Sign-in methods, password, devices, data export, and account deletion. */
export const SecurityPanel = () => {
  const { isGuest, hasPassword } = useUser()
  return (
    <div className="grid gap-6">
      {/* Guests have no sign-in methods and only this device. */}
      {!isGuest && <WaysToSignIn />}
      {hasPassword && <PasswordForm />}
      {!isGuest && <DeviceList />}
      <ExportDataForm />
      <DeleteAccountForm />
    </div>
  )
}
