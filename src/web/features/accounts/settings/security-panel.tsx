import { useUser } from '#web/features/accounts/data.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { DeviceList } from './device-list.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { PasswordForm } from './password-form.tsx'

export const SecurityPanel = () => {
  const { isGuest } = useUser()
  return (
    <div className="grid gap-6">
      {/* A guest has no password, and is known on this device alone. */}
      {!isGuest && <PasswordForm />}
      {!isGuest && <DeviceList />}
      <ExportDataForm />
      <DeleteAccountForm />
    </div>
  )
}
