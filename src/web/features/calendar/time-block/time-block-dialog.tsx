import { clsx } from 'clsx'
import { Maximize2, Trash2 } from 'lucide-react'
import { type KeyboardEvent, Suspense, useRef } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { PlannerSlot } from '#web/features/calendar/navigation/planner-slots.tsx'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlertFields } from './alert-fields.tsx'
import { BlockTimeFields } from './block-time-fields.tsx'
import { DraftNote } from './draft-note.tsx'
import { TitleColour } from './title-colour.tsx'
import { FORM, useBlockForm } from './use-block-form.ts'

const BIN = <Trash2 className="size-4" />
const EXPAND = <Maximize2 className="size-4" />

export type TimeBlockDialogProps = {
  date: string
  /** The block to edit, or null to create one. */
  before: TimeBlock | null
  /** The title and times of a new block, if they are known. */
  slot?: Slot | undefined
  /** The draft from a failed save, and the reason for the failure. */
  unsaved?: { draft: BlockDraft; blockId: string; reason: string } | undefined
  /** A new block's length, in minutes. */
  duration: number
  onSave: (after: TimeBlock, draft: BlockDraft) => void
  onDelete: () => void
  onClose: () => void
}

type Form = ReturnType<typeof useBlockForm>

const ExpandedFooter = () => (
  <>
    <span className="flex-1" />
    <CloseButton>Cancel</CloseButton>
    <Button variant="solid" type="submit" form={FORM}>
      {'Save & Close'}
    </Button>
  </>
)

const Footer = ({ form, onDelete }: { form: Form; onDelete: (() => void) | null }) => (
  <>
    {onDelete && (
      <Button variant="danger" icon={BIN} onClick={onDelete}>
        <span className="max-sm:sr-only">Delete</span>
      </Button>
    )}
    <PlannerSlot name="BlockFoot" readDraft={form.read} />
    <span className="flex-1" />
    <Button variant="ghost" icon={EXPAND} onClick={form.expand}>
      <span className="max-sm:sr-only">Expand</span>
    </Button>
    <CloseButton>Cancel</CloseButton>
    <Button variant="solid" type="submit" form={FORM}>
      Save
    </Button>
  </>
)

/**
 * Creates or edits a time block. When expanded ('Lesson Plan Details'), the description fills nearly the whole screen. Cancel then discards
 * the text typed there, and 'Save & Close' saves the time block.
 */
export const TimeBlockDialog = ({ date, before, slot, unsaved, duration, onSave, onDelete, onClose }: TimeBlockDialogProps) => {
  const form = useBlockForm({ date, before, slot, unsaved, duration, onSave, onClose })
  const { fields, problems, isExpanded } = form
  const text = useRef<TextHandle>(null)
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.save()
  }

  return (
    <Dialog
      onClose={form.close}
      unsaved={form.unsaved}
      size={isExpanded ? 'full' : 'lg'}
      title={isExpanded ? 'Lesson Plan Details' : before ? 'Edit Time Block' : 'Create Time Block'}
      description={isExpanded && fields.title ? `${fields.title}, ${formatDay(date, 'full')}` : formatDay(date, 'full')}
      actions={!isExpanded && <PlannerSlot name="BlockMenu" readDraft={form.read} onChoose={form.fill} />}
      aside={<PlannerSlot name="BlockAside" date={date} readDraft={form.read} text={text} onPending={form.setPending} />}
      // Keyed so that React doesn't reuse the clicked button for another one, which the same click would then trigger.
      footer={isExpanded ? <ExpandedFooter key="expanded" /> : <Footer key="whole" form={form} onDelete={before && onDelete} />}
    >
      <form
        id={FORM}
        noValidate
        className={isExpanded ? 'flex h-full flex-col' : 'phone:flex phone:min-h-full phone:flex-col'}
        onKeyDown={saveByKey}
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        {unsaved && (
          <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
            Not saved. {unsaved.reason} Your text is still here. Save again to retry.
          </p>
        )}
        {form.keptAt !== null && !isExpanded && <DraftNote keptAt={form.keptAt} hasMovedOn={form.hasMovedOn} onDrop={form.dropKept} />}
        <div hidden={isExpanded}>
          <BlockTimeFields draft={fields} problems={problems} duration={duration} onChange={form.change} />
        </div>
        <div
          className={clsx('flex flex-col', isExpanded ? 'min-h-0 flex-1' : 'my-3.5 phone:flex-1')}
          data-expanded={isExpanded || undefined}
          data-fills={!isExpanded || undefined}
        >
          <Suspense fallback={<Skeleton className="h-[146px] rounded-card small:h-[160px]" />}>
            <EditorPart
              key={form.editorKey}
              initial={fields.description}
              onEdit={form.onEdit}
              text={text}
              tools={<PlannerSlot name="TextTool" text={text} />}
            />
          </Suspense>
          {problems.description && (
            <p role="alert" className="mt-1.5 text-caption font-medium text-blocked">
              {problems.description}
            </p>
          )}
        </div>
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2" hidden={isExpanded}>
          <TitleColour title={fields.title} />
          <AlertFields draft={fields} onChange={form.change} />
        </div>
      </form>
      <ConfirmDialog
        open={form.isAsking}
        title="Save and close?"
        description={`${form.pending ?? ''} If you save and close now, you’ll lose it.`}
        confirmLabel="Save anyway"
        cancelLabel="Keep editing"
        onCancel={form.stopAsking}
        onConfirm={() => form.save({ hasAsked: true })}
      />
    </Dialog>
  )
}
