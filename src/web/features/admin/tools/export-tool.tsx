import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type ExportFormat, exportUsers } from './data.ts'
import { ToolCard } from './tool-card.tsx'

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
]

const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const [format, setFormat] = useState<ExportFormat>('csv')
  return (
    <ActionDialog
      title="Export User Data"
      description="This export is logged."
      submitLabel="Export"
      submitLook={{ icon: <Download className="size-4" /> }}
      call={() => exportUsers(format)}
      messages={{
        done: () => ({ title: 'Download started' }),
        failed: (description) => ({ title: 'Failed to export', description }),
      }}
      onClose={onClose}
    >
      <Segmented label="Format" value={format} options={FORMATS} onChange={setFormat} className="w-fit" />
    </ActionDialog>
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
