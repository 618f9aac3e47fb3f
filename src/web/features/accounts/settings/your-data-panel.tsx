import { DeleteAccountForm } from './delete-account-form.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { StorageSection } from './storage-section.tsx'

/** How much the user has stored, and how to download or delete all of it. */
export const YourDataPanel = () => (
  <div className="grid gap-6">
    <StorageSection />
    <ExportDataForm />
    <DeleteAccountForm />
  </div>
)
