import { useUser } from '#web/features/accounts/data.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { DeviceList } from './device-list.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { WaysToSignIn } from './ways-to-sign-in.tsx'

/** How one signs in and where, and what becomes of the data. */
export const SecurityPanel = () => {
  const { isGuest, hasPassword } = useUser()
  return (
    <div className="grid gap-6">
      {/* A guest is known on this device alone. */}
      {!isGuest && <WaysToSignIn />}
      {hasPassword && <PasswordForm />}
      {!isGuest && <DeviceList />}
      <ExportDataForm />
      <DeleteAccountForm />
    </div>
  )
}
