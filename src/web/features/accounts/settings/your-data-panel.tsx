import { DeleteAccountForm } from './delete-account-form.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { StorageSection } from './storage-section.tsx'

/** How to download or delete everything the user has stored, and how much that is. */
export const YourDataPanel = () => (
  <div className="grid divide-y divide-line *:py-5 *:first:pt-3">
    <ExportDataForm />
    <DeleteAccountForm />
    <StorageSection />
  </div>
)
