import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { MarkField } from './mark-field.tsx'
import type { MarkKind } from './marks.ts'

const FORM = 'mark'

type MarkDialogProps = {
  kind: MarkKind
  date: string
  /** The text that stands there already. */
  seen: string | null
  /** What was typed before a save that failed, and why it failed. */
  unsaved?: { text: string; reason: string } | undefined
  onSave: (text: string) => void
  onClose: () => void
}

/** Blocks out one date, or adds a note to it. */
export const MarkDialog = ({ kind, date, seen, unsaved, onSave, onClose }: MarkDialogProps) => {
  const [text, setText] = useState(unsaved?.text ?? seen ?? '')
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => (text.trim() !== (seen ?? '') ? setIsAsking(true) : onClose())
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      size="sm"
      title={kind === 'note' ? 'Add Note to Date' : 'Block Out Date'}
      description={formatDay(date, 'full')}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={leave}>Cancel</Button>
          <Button variant="solid" type="submit" form={FORM} disabled={text.trim() === ''}>
            {kind === 'note' ? 'Add Note' : 'Block Out'}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text.trim())
        }}
      >
        {unsaved && (
          <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
            This was not saved. {unsaved.reason} Your text is still here: save it again.
          </p>
        )}
        <MarkField kind={kind} value={text} onChange={setText} autoFocus />
        {kind === 'block-out' && (
          <p className="mt-2 text-[12.5px] text-ink-soft">
            Lessons of this day are hidden and kept. They come back when the block-out is removed.
          </p>
        )}
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Leave without saving?"
        description="What you wrote has not been saved."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        destructive
        onConfirm={onClose}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
