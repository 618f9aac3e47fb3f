import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { type BlockDraft, blockFrom, type DraftProblems, draftOf, isChanged, newDraft, problemsOf, withStart } from './block-draft.ts'
import { newBlockId } from './block-id.ts'
import { EditorPart } from './editor-part.ts'

const BIN = <Trash2 aria-hidden="true" className="size-4" />
const FORM = 'time-block'

export type TimeBlockDialogProps = {
  date: string
  /** The block to edit; null to create one. */
  before: TimeBlock | null
  /** What was typed before a save that failed, and why it failed. */
  unsaved?: { draft: BlockDraft; reason: string } | undefined
  /** Minutes that a new block lasts. */
  duration: number
  onSave: (after: TimeBlock, draft: BlockDraft) => void
  onDelete: () => void
  onClose: () => void
}

export const TimeBlockDialog = ({ date, before, unsaved, duration, onSave, onDelete, onClose }: TimeBlockDialogProps) => {
  const [initial] = useState(() => (before ? draftOf(before) : newDraft(duration)))
  const [draft, setDraft] = useState(unsaved?.draft ?? initial)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isAsking, setIsAsking] = useState(false)
  const change = (part: Partial<BlockDraft>) => setDraft((now) => ({ ...now, ...part }))

  const save = () => {
    const found = problemsOf(draft)
    setProblems(found)
    const first = (['title', 'startTime', 'endTime'] as const).find((field) => found[field])
    if (first) document.querySelector<HTMLElement>(`#${FORM} [name='${first}']`)?.focus()
    if (Object.keys(found).length === 0)
      onSave(
        blockFrom(draft, before, () => newBlockId(Date.now())),
        draft,
      )
  }
  const hearKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  const leave = () => (isChanged(draft, initial) ? setIsAsking(true) : onClose())

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      size="lg"
      title={before ? 'Edit Time Block' : 'Create Time Block'}
      description={formatDay(date, 'full')}
      footer={
        <>
          {before && (
            <Button variant="danger" icon={BIN} onClick={onDelete}>
              Delete
            </Button>
          )}
          <span className="flex-1" />
          <Button onClick={leave}>Cancel</Button>
          <Button variant="solid" type="submit" form={FORM}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onKeyDown={hearKey}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {unsaved && (
          <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
            This was not saved. {unsaved.reason} Your text is still here: save it again.
          </p>
        )}
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
          <Field label="Title" error={problems.title} className="max-sm:col-span-2">
            {(wiring) => (
              <TextInput
                {...wiring}
                autoFocus={!before}
                name="title"
                maxLength={200}
                autoComplete="off"
                required
                value={draft.title}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <Field label="Start" error={problems.startTime}>
            {(wiring) => (
              <TextInput
                {...wiring}
                type="time"
                name="startTime"
                required
                value={draft.startTime}
                onChange={(event) => setDraft(withStart(draft, event.target.value, before ? null : duration))}
              />
            )}
          </Field>
          <Field label="End" error={problems.endTime}>
            {(wiring) => (
              <TextInput
                {...wiring}
                type="time"
                name="endTime"
                required
                value={draft.endTime}
                onChange={(event) => change({ endTime: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="my-3.5">
          <Suspense fallback={<Skeleton className="h-[196px] rounded-[13px] small:h-[300px]" />}>
            <EditorPart initial={draft.description} onChange={(description) => change({ description })} />
          </Suspense>
          {problems.description && (
            <p role="alert" className="mt-1.5 text-[12.5px] font-medium text-blocked">
              {problems.description}
            </p>
          )}
        </div>
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
          <Switch
            label="Alert"
            description="Puts a bell with your message on this lesson"
            checked={draft.hasAlert}
            onChange={(hasAlert) => change({ hasAlert })}
          />
          {draft.hasAlert && (
            <TextInput
              aria-label="Alert message"
              placeholder="What to remember"
              maxLength={500}
              className="min-w-48 flex-1"
              value={draft.alertMessage}
              onChange={(event) => change({ alertMessage: event.target.value })}
            />
          )}
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Leave without saving?"
        description="What you changed in this time block has not been saved."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        destructive
        onConfirm={onClose}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
