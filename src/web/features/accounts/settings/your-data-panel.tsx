import { BringInSection } from './bring-in-section.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { ExportDataForm } from './export-data-form.tsx'
import { StorageSection } from './storage-section.tsx'

/** How to download, bring in or delete everything the user has stored, and how much that is. */
export const YourDataPanel = () => (
  <div className="grid divide-y divide-line *:py-5 *:first:pt-3">
    <ExportDataForm />
    <BringInSection />
    <DeleteAccountForm />
    <StorageSection />
  </div>
)
