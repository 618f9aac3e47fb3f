import { Suspense } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useConflictQuestion } from '#web/features/calendar/days/conflict-question.ts'
import { blockNotSaved, blockSaved, saveBlock } from '#web/features/calendar/days/save-block.ts'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { useUser } from '#web/features/people/data.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { TimeBlockDialogPart } from './dialog-part.ts'
import { dropDraft } from './kept-drafts.ts'
import type { Ended } from './sitting.ts'
import type { Unsaved } from './use-block-form.ts'

const ViewBlockDialogPart = lazyPart(async () => (await import('./view-block-dialog.tsx')).ViewBlockDialog)
const ConflictDialogPart = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

/** A time block dialog, open or queued. If a save fails after its dialog closed, it reopens with the unsaved text. */
export type OpenDialog = {
  key: string
  date: string
  before: TimeBlock | null
  /** The CSS class of the color of `before`. */
  hue?: string | undefined
  /** The title and times of a new block, if the teacher chose them in an empty day. */
  slot?: Partial<Slot> | undefined
  unsaved?: Unsaved
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
  const [dialog] = dialogs
  const question = useConflictQuestion(dialog?.before?.id)
  const close = () => onChange((now) => now.slice(1))

  const remove = ({ date }: OpenDialog, before: TimeBlock) => {
    close()
    void saveBlock({ calendar, date, edit: { before, after: null } })
  }
  /** Shows how the sitting ended. If a save failed, its dialog reopens with the text. */
  const end = async (dialog: OpenDialog, ended: Promise<Ended>, draft: BlockDraft, blockId: string) => {
    const { saved, before, after, later, failure, date } = await ended
    if (failure === null) {
      for (const on of new Set([date, dialog.date])) dropDraft({ owner, date: on, blockId })
      if (saved) showToast({ tone: 'success', ...blockSaved({ calendar, date: dialog.date, edit: { before, after }, later, saved }) })
      return
    }
    showToast({ tone: 'destructive', ...blockNotSaved({ before, after: after ?? before }, failure) })
    onChange((now) => [...now, { key: `unsaved ${Date.now()}`, date, before: after, unsaved: { draft, blockId, reason: failure } }])
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
          onEnd={(ended, draft, blockId) => void end(dialog, ended, draft, blockId)}
          onDelete={(block) => remove(dialog, block)}
          onClose={close}
        />
      )}
      {question && <ConflictDialogPart key={question.conflict.id} question={question} timeFormat={preferences.timeFormat} />}
    </Suspense>
  )
}
