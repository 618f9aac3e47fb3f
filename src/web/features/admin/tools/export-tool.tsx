import { Download } from 'lucide-react'
import { useState } from 'react'
import { GuardedForm } from '#web/features/accounts/guarded-section.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type ExportFormat, exportUsers } from './data.ts'
import { ToolCard } from './tool-card.tsx'

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
]

const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [isPending, whilePending] = usePending()
  return (
    <Dialog size="sm" title="Export User Data" description="This export is logged." onClose={onClose}>
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Export', variant: 'solid', icon: <Download className="size-4" /> }}
        isPending={isPending}
        call={() => whilePending(() => exportUsers(format))}
        messages={{
          done: () => ({ title: 'Download started' }),
          failed: (description) => ({ title: 'Failed to export', description }),
        }}
        onDone={onClose}
        onCancel={onClose}
      >
        <Segmented label="Format" value={format} options={FORMATS} onChange={setFormat} className="justify-self-start" />
      </GuardedForm>
    </Dialog>
  )
}

/** Exports all users to a file. */
export const ExportTool = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ToolCard
      title="Export User Data"
      Icon={Download}
      description="Everyone, with their plan, school, and credits, as CSV or JSON. Never lessons or notes."
    >
      <Button onClick={() => setIsOpen(true)}>Export…</Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </ToolCard>
  )
}
