import { FileDown } from 'lucide-react'
import { GuardedForm, GuardedSection } from '#web/features/accounts/guarded-section.tsx'
import { useExportData } from '#web/features/export/data.ts'

const FILE = <FileDown aria-hidden="true" className="size-4" />

/** Downloads all of the person's data. Warns that the file includes student notes. */
export const ExportDataForm = ({ isRow }: { isRow?: boolean }) => {
  const exportData = useExportData()
  return (
    <GuardedSection
      isRow={isRow}
      title="Export my data"
      description="One archive with your lessons, notes, templates, history and account: a page to read and print, and files for other programs."
      opener={{ label: 'Export My Data', icon: FILE }}
    >
      {(close) => (
        <GuardedForm
          hint="Student notes are in it: keep the file where only you can open it."
          cancelLabel="Cancel"
          confirm={{ label: 'Download', variant: 'solid', icon: FILE }}
          isPending={exportData.isPending}
          call={() => exportData.mutateAsync()}
          messages={{
            done: () => ({ title: 'The download of your data has begun' }),
            failed: (reason) => ({ title: 'Failed to Export Your Data', description: reason }),
          }}
          onDone={close}
          onCancel={close}
        />
      )}
    </GuardedSection>
  )
}
