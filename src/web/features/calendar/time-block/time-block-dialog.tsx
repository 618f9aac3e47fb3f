import { Maximize2, Trash2 } from 'lucide-react'
import { Fragment, type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasBlock } from '#web/features/calendar/days/shown.ts'
import { type BlockDraft, blockFrom, type DraftProblems, isChanged, problemsOf } from '#web/features/calendar/model/block-draft.ts'
import { PlannerSlot } from '#web/features/calendar/navigation/planner-slots.tsx'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { BlockTimeFields } from './block-time-fields.tsx'
import { DraftNote } from './draft-note.tsx'
import { beginDraft } from './kept-drafts.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const BIN = <Trash2 aria-hidden="true" className="size-4" />
const EXPAND = <Maximize2 aria-hidden="true" className="size-4" />
const FORM = 'time-block'

export type TimeBlockDialogProps = {
  date: string
  /** The block to edit; null to create one. */
  before: TimeBlock | null
  /** What was typed before a save that failed, and why it failed. */
  unsaved?: { draft: BlockDraft; blockId: string; reason: string } | undefined
  /** Minutes that a new block lasts. */
  duration: number
  onSave: (after: TimeBlock, draft: BlockDraft) => void
  onDelete: () => void
  onClose: () => void
}

/**
 * Where a time block is made or changed. Expanded, the same text has nearly the whole screen ('Lesson Plan Details'):
 * Cancel there takes back what was written there, 'Save & Close' saves the time block.
 */
export const TimeBlockDialog = ({ date, before, unsaved, duration, onSave, onDelete, onClose }: TimeBlockDialogProps) => {
  const calendar = useCalendar()
  const { id: owner } = useUser()
  const [beginning, setBeginning] = useState(() => {
    const found = beginDraft({ owner, date, before, duration, isPlanned: (id) => hasBlock(calendar, date, id), now: Date.now() })
    const place = { owner, date, blockId: unsaved?.blockId ?? found.place.blockId }
    return unsaved ? { ...found, place, draft: unsaved.draft, keptAt: null } : found
  })
  const { from, place, keptAt, hasMovedOn } = beginning
  // Its description is what the editor began with: what stands there now is read when it is needed.
  const [fields, setFields] = useState(beginning.draft)
  const [editorKey, setEditorKey] = useState(0)
  const readDescription = useRef<() => string>(undefined)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isAsking, setIsAsking] = useState(false)
  /** While expanded, the description as it was before. */
  const [unexpanded, setUnexpanded] = useState<string | null>(null)
  const isExpanded = unexpanded !== null

  const read = (): BlockDraft => ({ ...fields, description: readDescription.current?.() ?? fields.description })
  const keeper = useKeptDraft(beginning, before === null, read)
  const change = (changed: BlockDraft) => {
    setFields(changed)
    keeper.touch()
  }
  const restartEditor = (draft: BlockDraft) => {
    readDescription.current = undefined
    setFields(draft)
    setEditorKey((key) => key + 1)
  }
  const fill = (draft: BlockDraft) => {
    restartEditor(draft)
    keeper.touch()
  }
  const focusText = () => document.querySelector<HTMLElement>(`#${FORM} [role='textbox']`)?.focus()
  const expand = () => {
    flushSync(() => setUnexpanded(read().description))
    focusText()
  }
  const unexpand = () => {
    flushSync(() => setUnexpanded(null))
    focusText()
  }

  const save = () => {
    const draft = read()
    const found = problemsOf(draft)
    if (Object.keys(found).length === 0)
      return onSave(
        blockFrom(draft, before, () => place.blockId),
        draft,
      )
    // The fields at fault stand in the small dialog.
    flushSync(() => {
      setProblems(found)
      setUnexpanded(null)
    })
    const first = (['title', 'startTime', 'endTime'] as const).find((field) => found[field])
    if (first) document.querySelector<HTMLElement>(`#${FORM} [name='${first}']`)?.focus()
  }
  const hearKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  const leave = () => {
    if (isExpanded) return read().description === unexpanded ? unexpand() : setIsAsking(true)
    if (isChanged(read(), from)) return setIsAsking(true)
    keeper.drop()
    onClose()
  }
  const discard = () => {
    setIsAsking(false)
    if (isExpanded) {
      restartEditor({ ...fields, description: unexpanded })
      keeper.touch()
      return unexpand()
    }
    keeper.drop()
    onClose()
  }
  const dropDraft = () => {
    keeper.drop()
    setBeginning({ ...beginning, draft: from, keptAt: null })
    restartEditor(from)
  }

  // Keyed: the pressed button must not become another one, which the same press would then set off.
  const footer = isExpanded ? (
    <Fragment key="expanded">
      <span className="flex-1" />
      <Button onClick={leave}>Cancel</Button>
      <Button variant="solid" type="submit" form={FORM}>
        {'Save & Close'}
      </Button>
    </Fragment>
  ) : (
    <Fragment key="whole">
      {before && (
        <Button variant="danger" icon={BIN} onClick={onDelete}>
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      )}
      <PlannerSlot name="BlockFoot" readDraft={read} />
      <span className="flex-1" />
      <Button variant="ghost" icon={EXPAND} onClick={expand}>
        <span className="max-sm:sr-only">Expand</span>
      </Button>
      <Button onClick={leave}>Cancel</Button>
      <Button variant="solid" type="submit" form={FORM}>
        Save
      </Button>
    </Fragment>
  )

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      size={isExpanded ? 'full' : 'lg'}
      title={isExpanded ? 'Lesson Plan Details' : before ? 'Edit Time Block' : 'Create Time Block'}
      description={isExpanded && fields.title ? `${fields.title}, ${formatDay(date, 'full')}` : formatDay(date, 'full')}
      actions={!isExpanded && <PlannerSlot name="BlockMenu" readDraft={read} onChoose={fill} />}
      footer={footer}
    >
      <form
        id={FORM}
        noValidate
        className={isExpanded ? 'flex h-full flex-col' : undefined}
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
        {keptAt !== null && !isExpanded && <DraftNote keptAt={keptAt} hasMovedOn={hasMovedOn} onDrop={dropDraft} />}
        <div hidden={isExpanded}>
          <BlockTimeFields draft={fields} problems={problems} duration={before ? null : duration} onChange={change} />
        </div>
        <div className={isExpanded ? 'min-h-0 flex-1' : 'my-3.5'} data-expanded={isExpanded || undefined}>
          <Suspense fallback={<Skeleton className="h-[146px] rounded-[13px] small:h-[160px]" />}>
            <EditorPart
              key={editorKey}
              initial={fields.description}
              onEdit={(readNow) => {
                readDescription.current = readNow
                keeper.touch()
              }}
            />
          </Suspense>
          {problems.description && (
            <p role="alert" className="mt-1.5 text-[12.5px] font-medium text-blocked">
              {problems.description}
            </p>
          )}
        </div>
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2" hidden={isExpanded}>
          <Switch
            label="Alert"
            description="Puts a bell with your message on this lesson"
            checked={fields.hasAlert}
            onChange={(hasAlert) => change({ ...fields, hasAlert })}
          />
          {fields.hasAlert && (
            <TextInput
              aria-label="Alert message"
              placeholder="What to remember"
              maxLength={500}
              className="min-w-48 flex-1"
              value={fields.alertMessage}
              onChange={(event) => change({ ...fields, alertMessage: event.target.value })}
            />
          )}
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Leave without saving?"
        description={isExpanded ? 'What you wrote here has not been saved.' : 'What you changed in this time block has not been saved.'}
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        destructive
        onConfirm={discard}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
