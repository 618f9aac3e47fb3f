import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { MarkField } from './mark-field.tsx'
import { spanWords } from './mark-saves.ts'

type MarkDialogProps = {
  kind: MarkKind
  date: string
  /** The last date of a break. */
  to: string
  /** The existing text. */
  seen: string | null
  /** The text of a failed save, and the reason it failed. */
  unsaved?: { text: string; reason: string } | undefined
  onSave: (text: string) => void
  onClose: () => void
}

/** Blocks out one date, or adds a note to it. */
export const MarkDialog = ({ kind, date, to, seen, unsaved, onSave, onClose }: MarkDialogProps) => {
  const [text, setText] = useState(unsaved?.text ?? seen ?? '')
  return (
    <FormDialog
      size="sm"
      title={kind === 'note' ? 'Add Note to Date' : 'Block Out Date'}
      description={date === to ? formatDay(date, 'full') : spanWords({ from: date, to })}
      submitLabel={kind === 'note' ? 'Add Note' : 'Block Out'}
      isReady={text.trim() !== ''}
      isChanged={() => text.trim() !== (seen ?? '')}
      onSubmit={() => onSave(text.trim())}
      onClose={onClose}
    >
      {unsaved && (
        <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
          Not saved. {unsaved.reason} Your text is still here. Save again to retry.
        </p>
      )}
      <MarkField kind={kind} value={text} onChange={setText} />
      {kind === 'block-out' && (
        <div className="mt-2 text-caption text-ink-soft">
          <p>This day’s lessons will be hidden, not deleted. Unblock the day to bring them back.</p>
          <p>Half day? Keep the lessons and add a note.</p>
        </div>
      )}
    </FormDialog>
  )
}
