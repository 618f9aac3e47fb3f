import { DeleteAccountForm } from './delete-account-form.tsx'
import { DeviceList } from './device-list.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { PasswordForm } from './password-form.tsx'

export const SecurityPanel = () => (
  <div className="grid gap-6">
    <PasswordForm />
    <DeviceList />
    <ExportDataForm />
    <DeleteAccountForm />
  </div>
)
