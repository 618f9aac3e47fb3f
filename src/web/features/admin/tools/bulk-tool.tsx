import { UsersRound } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'
import { BulkPreviewPart, peopleOf } from './bulk-preview.tsx'
import { applyBulk, type BulkPreview, previewBulk } from './data.ts'
import { ToolCard } from './tool-card.tsx'

type UploadState = { csv: string; preview: BulkPreview } | { problem: string } | undefined

const readFile = async (file: File): Promise<UploadState> => {
  if (file.size > MAX.bulkCharacters) return { problem: 'This file is over 1 MB. Choose a smaller one.' }
  try {
    const csv = await file.text()
    return { csv, preview: await previewBulk(csv) }
  } catch (error) {
    rethrowBugs(error)
    return { problem: reasonOf(error) }
  }
}

const BulkDialog = ({ onClose }: { onClose: () => void }) => {
  const [step, setStep] = useState<UploadState>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    setStep(undefined)
    if (file) setStep(await readFile(file))
  }
  const changes = step && 'preview' in step && step.preview.problems.length === 0 ? step.preview.changes.length : 0
  return (
    <ActionDialog
      size="lg"
      title="Bulk User Update"
      description="Grant plans and the AI add-on, through a date, to up to 5,000 people."
      submitLabel={changes === 0 ? 'Change people' : `Change ${peopleOf(changes)}`}
      isReady={changes > 0}
      call={() => applyBulk(step && 'csv' in step ? step.csv : '')}
      messages={{
        done: ({ changed }) => ({ title: `${peopleOf(changed)} changed` }),
        failed: (description) => ({ title: 'No changes made', description }),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field
          label="CSV file"
          hint="Columns: email, plan_until, ai_until, in any order. Write dates like 2027-06-30. A blank cell changes nothing; none removes the grant."
          error={step && 'problem' in step ? step.problem : undefined}
        >
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => void choose(event)}
              className="min-h-11 w-full text-control file:mr-3 file:min-h-10 file:rounded-control file:border file:border-line-control file:bg-surface file:px-3.5 file:font-semibold file:text-ink"
            />
          )}
        </Field>
        {step && 'preview' in step && <BulkPreviewPart preview={step.preview} />}
      </div>
    </ActionDialog>
  )
}

/** Updates plans for many users from a file. */
export const BulkTool = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ToolCard
      title="Bulk User Update"
      Icon={UsersRound}
      description="Grant plans and AI to many people from a CSV file. You’ll see a preview first, and it’s all or nothing."
    >
      <Button onClick={() => setIsOpen(true)}>Choose file…</Button>
      {isOpen && <BulkDialog onClose={() => setIsOpen(false)} />}
    </ToolCard>
  )
}
