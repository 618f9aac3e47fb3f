import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { Decision } from '#web/features/calendar/closing/closing-saves.ts'
import { unblocking } from '#web/features/calendar/closing/unblocking.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { datesOfSpan, type MarkKind, markText, type WriteMark } from '#web/features/calendar/model/marks.ts'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { dropMark, type MarkDraft, type UnsavedMark } from './kept-marks.ts'
import { submitMark } from './mark-saves.ts'

const MarkDialogPart = lazyPart(async () => (await import('./mark-dialog.tsx')).MarkDialog)
const ClosingDialogPart = lazyPart(async () => (await import('./closing-dialog.tsx')).ClosingDialog)
const OpeningDialogPart = lazyPart(async () => (await import('#web/features/calendar/closing/opening-dialog.tsx')).OpeningDialog)
const ManageDialogPart = lazyPart(async () => (await import('./manage-dialog.tsx')).ManageDialog)

/** The dates to mark, and their current text. */
type Marked = { kind: MarkKind; date: string; to: string; seen: string | null }
/** A dialog for one date or a break, open or queued. If a save fails, its dialog reopens with the unsaved text. */
type OpenMark = Marked & { key: string; unsaved?: UnsavedMark; onSaved?: () => void }

const useMarkDialog = () => {
  const calendar = useCalendar()
  const { id: owner } = useUser()
  const hasClasses = useClasses().length > 0
  const [marks, setMarks] = useState<readonly OpenMark[]>([])
  const [mark] = marks
  const write: WriteMark = (kind, date, seen, to = date) =>
    setMarks((now) => [{ key: `${kind} ${date} ${Date.now()}`, kind, date, to, seen }, ...now])
  /** Asks about the plans of days whose reason was typed elsewhere, which keeps it until it is saved. */
  const blockOut = (draft: MarkDraft, onSaved: () => void) => {
    const { from, to } = draft.span
    setMarks((now) => [
      { key: `typed ${from} ${Date.now()}`, kind: 'block-out', date: from, to, seen: null, unsaved: draft, onSaved },
      ...now,
    ])
  }
  const close = () => setMarks((now) => now.slice(1))
  const leave = ({ kind, date, to, seen, onSaved }: OpenMark, isKept: boolean) => {
    close()
    if (!isKept || onSaved) return
    const description = `${kind === 'note' ? 'The note' : 'The reason'} for ${formatDay(date, 'short')} isn’t saved yet.`
    const action = { label: 'Continue', onPress: () => write(kind, date, seen, to) }
    showToast({ tone: 'neutral', title: 'Kept as a draft', description, action })
  }
  const save = async ({ key: _, ...mark }: OpenMark, draft: MarkDraft, decision?: Decision) => {
    close()
    const { kind, date, seen } = mark
    const reopen = (reason: string, seenNow: string | null = seen) =>
      setMarks((now) => [...now, { ...mark, key: `unsaved ${Date.now()}`, seen: seenNow, unsaved: { ...draft, reason } }])
    const { text, span } = draft
    const isSaved = decision
      ? await (await import('#web/features/calendar/closing/closing-saves.ts')).closeDays(calendar, { ...span, ...decision, text }, reopen)
      : await submitMark(calendar, { dates: datesOfSpan(span), kind, text, seen }, reopen)
    if (!isSaved) return
    dropMark({ owner, calendarId: calendar.id, date, kind })
    mark.onSaved?.()
  }
  /** A new block-out asks about the lessons of classes. Editing a reason moves nothing. */
  const asks = mark?.kind === 'block-out' && mark.seen === null && calendar.kind === 'own' && hasClasses
  const dialog =
    mark && asks ? (
      <ClosingDialogPart
        key={mark.key}
        date={mark.date}
        to={mark.to}
        unsaved={mark.unsaved}
        onSave={(draft, decision) => void save(mark, draft, decision)}
        onClose={(isKept) => leave(mark, isKept)}
      />
    ) : (
      mark && (
        <MarkDialogPart
          key={mark.key}
          kind={mark.kind}
          date={mark.date}
          to={mark.to}
          seen={mark.seen}
          unsaved={mark.unsaved}
          onSave={(draft) => void save(mark, draft)}
          onClose={(isKept) => leave(mark, isKept)}
        />
      )
    )
  return { write, blockOut, dialog }
}

/**
 * Registers the commands for block-outs and notes. Returns functions that open their dialogs, and the open dialogs, which need a Suspense
 * boundary. `textOn` returns a day's current text.
 */
export const useMarkDialogs = (today: string, textOn?: (date: string, kind: MarkKind) => string | null) => {
  const calendar = useCalendar()
  const chosen = useFollowingAddress(today).date
  const [isManaging, setIsManaging] = useState(false)
  const { write, blockOut, dialog } = useMarkDialog()
  const question = useStore(unblocking)
  const manage = () => setIsManaging(true)
  const known = textOn ?? ((date: string, kind: MarkKind) => markText(shownDay(calendar, date)?.own, kind))
  const markDay =
    (kind: MarkKind) =>
    (date = chosen) =>
      write(kind, date, known(date, kind))
  useCommands([
    ...(calendar.mayEdit
      ? ([
          {
            id: 'block-out',
            label: `Block out ${formatDay(chosen, 'short')}…`,
            group: 'Plan',
            words: 'this day non-instructional day off holiday',
            run: markDay('block-out'),
          },
          {
            id: 'add-note',
            label: `Add note to ${formatDay(chosen, 'short')}…`,
            group: 'Plan',
            words: 'this day write reminder',
            run: markDay('note'),
          },
        ] as const)
      : []),
    ...(calendar.isViewed
      ? []
      : ([
          { id: 'manage-marks', label: 'Manage Blockouts and Notes', group: 'Plan', words: 'non-instructional holiday break', run: manage },
        ] as const)),
  ] satisfies Command[])
  const dialogs = (
    <>
      {dialog}
      {question && <OpeningDialogPart question={question} onClose={() => unblocking.set(null)} />}
      {isManaging && <ManageDialogPart today={today} onEdit={write} onBlockOut={blockOut} onClose={() => setIsManaging(false)} />}
    </>
  )
  return { write, manage, dialogs }
}
