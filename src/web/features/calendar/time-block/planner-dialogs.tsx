import { Suspense } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useConflictQuestion } from '#web/features/calendar/days/conflict-question.ts'
import { saveBlock } from '#web/features/calendar/days/save-block.ts'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { BlockEdit } from '#web/features/calendar/model/block-edit.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { useUser } from '#web/features/people/data.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { dropDraft } from './kept-drafts.ts'

export const TimeBlockDialogPart = lazyPart(async () => (await import('./time-block-dialog.tsx')).TimeBlockDialog)
const ViewBlockDialogPart = lazyPart(async () => (await import('./view-block-dialog.tsx')).ViewBlockDialog)
const ConflictDialogPart = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

/** A time block dialog, open or queued. If a save fails, its dialog reopens with the unsaved text. */
export type OpenDialog = {
  key: string
  date: string
  before: TimeBlock | null
  /** The CSS class of the color of `before`. */
  hue?: string | undefined
  /** The title and times of a new block, if the teacher chose them in an empty day. */
  slot?: Partial<Slot> | undefined
  unsaved?: { draft: BlockDraft; blockId: string; reason: string }
}

type PlannerDialogsProps = {
  preferences: Preferences
  /** Only the first dialog is shown. */
  dialogs: readonly OpenDialog[]
  onChange: (change: (dialogs: readonly OpenDialog[]) => readonly OpenDialog[]) => void
}

/** The dialogs on top of the planner. Their state lives above the week in the component tree, so that the week's cards can be stateless. */
export const PlannerDialogs = ({ preferences, dialogs, onChange }: PlannerDialogsProps) => {
  const calendar = useCalendar()
  const { id: owner } = useUser()
  const question = useConflictQuestion()
  const [dialog] = dialogs
  const close = () => onChange((now) => now.slice(1))

  const save = ({ date, before }: OpenDialog, edit: BlockEdit & { later?: LaterLessons | undefined }, draft: BlockDraft | null) => {
    close()
    const blockId = (edit.after ?? edit.before)?.id ?? ''
    const reopen = (reason: string) => {
      if (draft) onChange((now) => [...now, { key: `unsaved ${Date.now()}`, date, before, unsaved: { draft, blockId, reason } }])
    }
    void saveBlock({ calendar, date, edit, onSaved: () => dropDraft({ owner, date, blockId }), onFailed: reopen })
  }

  const viewed = !calendar.mayEdit && dialog?.before
  return (
    <Suspense>
      {dialog && viewed && (
        <ViewBlockDialogPart
          key={dialog.key}
          date={dialog.date}
          block={viewed}
          hue={dialog.hue ?? ''}
          timeFormat={preferences.timeFormat}
          onClose={close}
        />
      )}
      {dialog && !viewed && (
        <TimeBlockDialogPart
          key={dialog.key}
          date={dialog.date}
          before={dialog.before}
          slot={dialog.slot}
          unsaved={dialog.unsaved}
          duration={preferences.defaultBlockDuration}
          onSave={(after, draft, later) => save(dialog, { before: dialog.before, after, later }, draft)}
          onDelete={() => save(dialog, { before: dialog.before, after: null }, null)}
          onClose={close}
        />
      )}
      {question && !dialog && <ConflictDialogPart key={question.conflict.id} question={question} timeFormat={preferences.timeFormat} />}
    </Suspense>
  )
}
