import { useState } from 'react'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useAllMarks } from '#web/features/calendar/days/marks/mark-calls.ts'
import { markRows } from '#web/features/calendar/model/mark-rows.ts'
import type { MarkKind, WriteMark } from '#web/features/calendar/model/marks.ts'
import { ownMonth, schoolMarks } from '#web/features/calendar/model/month-marks.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ManageForm, type ManageFormProps, newManageDraft } from './manage-form.tsx'
import { ManageList } from './manage-list.tsx'
import { removeMark } from './mark-saves.ts'

const inOrder = (marks: Iterable<DayMark> = []): DayMark[] => [...marks].sort((a, b) => (a.date < b.date ? -1 : 1))

/** Placeholders in the shape of the lists. */
const LoadingDates = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading your dates...</span>
    {[2, 3].map((rows) => (
      <div key={rows} className="grid gap-2.5">
        <Skeleton className="h-5 w-32" />
        <div className="grid divide-y divide-line rounded-control border border-line">
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="grid gap-1.5 px-3 py-3">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-3.5 w-44" />
            </div>
          ))}
        </div>
      </div>
    ))}
  </div>
)

type ManageDialogProps = {
  today: string
  /** Opens the dialog that edits a date or a break. */
  onEdit: WriteMark
  onBlockOut: ManageFormProps['onBlockOut']
  onClose: () => void
}

/** Lists all block-outs and notes, with a form to add new ones. Pressing one edits it. */
export const ManageDialog = ({ today, onEdit, onBlockOut, onClose }: ManageDialogProps) => {
  const calendar = useCalendar()
  const { data: all, error, isFetching, refetch } = useAllMarks(calendar)
  const marks = all && ownMonth(all)
  const [draft, setDraft] = useState(() => newManageDraft(schoolDayOf(today)))

  const days = inOrder(marks?.days.values())
  const ofSchool = inOrder(all && schoolMarks(all))
  const list = (kind: MarkKind) => (
    <ManageList
      kind={kind}
      rows={markRows(days, kind)}
      today={today}
      onEdit={calendar.mayEdit ? ({ from, to, text }) => onEdit(kind, from, text, to) : undefined}
      onRemove={calendar.mayEdit ? ({ from, to, text }) => void removeMark(calendar, { from, to, kind, seen: text }) : undefined}
    />
  )
  return (
    <Dialog
      onClose={onClose}
      unsaved={{ isChanged: () => draft.text.trim() !== '', message: 'You have an unsaved entry.' }}
      size="lg"
      title={calendar.mayEdit ? 'Manage Blockouts and Notes' : 'Blockouts and Notes'}
      description={
        calendar.kind === 'school'
          ? 'Days off and notes you add here show on every teacher’s calendar'
          : calendar.mayEdit
            ? 'Add or remove blockout dates and notes for your calendar'
            : 'Blocked dates and notes on this calendar'
      }
      footer={
        <div className="flex flex-1 justify-end phone:flex-col">
          <CloseButton>Close</CloseButton>
        </div>
      }
    >
      <div className="grid gap-6 sm:min-h-[min(640px,100dvh-260px)] sm:grid-cols-2">
        {calendar.mayEdit && <ManageForm marks={marks} draft={draft} onDraft={setDraft} onBlockOut={onBlockOut} onClose={onClose} />}
        <div className="grid content-start gap-3.5 max-sm:border-t max-sm:border-line max-sm:pt-5">
          <h3 className="text-title">Existing Dates</h3>
          {!marks && error && (
            <ErrorState title="Couldn’t load your dates" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
          )}
          {!marks && !error && <LoadingDates />}
          {marks && (
            <>
              {list('block-out')}
              {list('note')}
              {ofSchool.length > 0 && (
                <>
                  <h3 className="mt-1.5 text-title">From Your School</h3>
                  <p className="-mt-2 text-caption text-ink-soft">Set by your school. Only a school administrator can change them.</p>
                  {(['block-out', 'note'] as const).map((kind) => {
                    const rows = markRows(ofSchool, kind)
                    return rows.length > 0 && <ManageList key={kind} kind={kind} rows={rows} today={today} />
                  })}
                </>
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
