import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { useUpdateUser } from '#web/features/people/changes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { report } from '#web/ui/report.ts'
import { instructionsSize } from './instructions-size.ts'

/** Edits the instructions sent with every AI request, such as the class, the level and the tone. */
export const InstructionsDialog = ({ onClose }: { onClose: () => void }) => {
  const { aiCustomInstructions } = useUser()
  const { mutateAsync, isPending } = useUpdateUser()
  const [text, setText] = useState(aiCustomInstructions)
  const save = async () => {
    const isSaved = await report(() => mutateAsync({ aiCustomInstructions: text.trim() }), {
      done: () => ({ title: 'AI custom instructions saved' }),
      failed: (reason) => ({ title: 'Failed to update AI custom instructions', description: reason }),
    })
    if (isSaved) onClose()
  }
  return (
    <FormDialog
      title="AI Custom Instructions"
      description="What AI should always know: your grade, your class, how you like lessons written. Don’t include student names."
      isChanged={() => text.trim() !== aiCustomInstructions}
      busy={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field
        label="Instructions"
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="tabular">{instructionsSize(text)}</span>
            <span>Tip: Keep it under 500 characters. AI reads it with every request.</span>
          </span>
        }
      >
        {(wiring) => (
          <TextArea {...wiring} rows={8} maxLength={MAX.instructions} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}
