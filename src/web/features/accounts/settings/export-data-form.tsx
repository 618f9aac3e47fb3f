import { FileDown } from 'lucide-react'
import { GuardedForm, GuardedSection } from '#web/features/accounts/guarded-section.tsx'
import { useExportData } from '#web/features/export/data.ts'

const FILE = <FileDown className="size-4" />

/** Downloads all of the user's data. Warns that the file includes student notes. */
export const ExportDataForm = ({ isRow, onOpen }: { isRow?: boolean; onOpen?: (isOpen: boolean) => void }) => {
  const exportData = useExportData()
  return (
    <GuardedSection
      isRow={isRow}
      onOpen={onOpen}
      title="Export"
      description="One download with your lessons, notes, templates, history, and account: a page to read or print, plus data files for other programs."
      opener={{ label: 'Export my data', icon: FILE }}
    >
      {(close) => (
        <GuardedForm
          hint="This file includes your student notes. Save it somewhere only you can open."
          cancelLabel="Cancel"
          confirm={{ label: 'Download', variant: 'solid', icon: FILE }}
          isPending={exportData.isPending}
          call={() => exportData.mutateAsync()}
          messages={{
            done: () => ({ title: 'Your download has started' }),
            failed: (reason) => ({ title: 'Failed to export your data', description: reason }),
          }}
          onDone={close}
          onCancel={close}
        />
      )}
    </GuardedSection>
  )
}
