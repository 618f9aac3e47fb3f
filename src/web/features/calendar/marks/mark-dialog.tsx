import { formatDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { DraftNote } from '#web/features/calendar/draft-note.tsx'
import { datesOfSpan, type MarkKind } from '#web/features/calendar/model/marks.ts'
import { dayOfWeek } from '#web/features/calendar/model/planned-week.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { isUnsaved, type MarkDraft, type UnsavedMark } from './kept-marks.ts'
import { MarkField, MISSING } from './mark-field.tsx'
import { MarkSpan } from './mark-span.tsx'
import { ShortDayOffer } from './short-day-offer.tsx'
import { useMarkDraft } from './use-mark-draft.ts'

type MarkDialogProps = {
  kind: MarkKind
  date: string
  /** The last date of a break. The teacher can choose another one. */
  to: string
  /** The existing text. */
  seen: string | null
  /** The draft of a failed save, and the reason it failed. */
  unsaved?: UnsavedMark | undefined
  onSave: (draft: MarkDraft) => void
  /** `isKept` is true if unsaved text is kept on this device. */
  onClose: (isKept: boolean) => void
}

/** Says how many lessons a block-out hides. A school's calendar has no lessons of its own, but hides those of its teachers. */
const HiddenLessons = ({ date }: { date: string }) => {
  const calendar = useCalendar()
  const { data: week } = useWeek(calendar, mondayOf(date))
  const count = calendar.kind === 'own' && week ? dayOfWeek(week, date)?.lessons.length : undefined
  if (count === 0) return null
  if (count === 1) return <p>1 lesson will be hidden, not deleted. Unblock the day to bring it back.</p>
  return (
    <p>{`${count === undefined ? 'This day’s lessons' : `${count} lessons`} will be hidden, not deleted. Unblock the day to bring them back.`}</p>
  )
}

/** Blocks out one date or several, or adds a note to them. Closing it keeps the text as a draft. */
export const MarkDialog = ({ onSave, onClose, ...begun }: MarkDialogProps) => {
  const { kind, date, seen, unsaved } = begun
  const { text, span, draft, keptAt, hasMovedOn, change, dropKept } = useMarkDraft(begun)
  const dates = datesOfSpan(span)
  const { from, to } = span
  const isRange = from !== to && dates.length > 0
  return (
    <FormDialog
      size="sm"
      title={kind === 'note' ? 'Add Note to Date' : 'Block Out Date'}
      description={isRange ? spanWords(span) : formatDay(date, 'full')}
      submitLabel={kind === 'note' ? 'Add Note' : 'Block Out'}
      missing={text.trim() === '' ? MISSING[kind] : undefined}
      isReady={text.trim() !== '' && dates.length > 0}
      onSubmit={() => onSave({ text: text.trim(), span })}
      onClose={() => onClose(isUnsaved(draft.text, seen))}
    >
      {unsaved && (
        <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
          Not saved. {unsaved.reason} Your text is still here. Save again to retry.
        </p>
      )}
      {keptAt !== null && <DraftNote keptAt={keptAt} hasMovedOn={hasMovedOn} of={kind === 'note' ? 'note' : 'reason'} onDrop={dropKept} />}
      <MarkField kind={kind} value={text} onChange={(typed) => change({ text: typed })} />
      {kind === 'block-out' && seen === null && (
        <ShortDayOffer
          reason={text}
          date={from}
          onTaken={() => {
            dropKept()
            onClose(false)
          }}
        />
      )}
      {kind === 'block-out' && (
        <div className="mt-2 text-caption text-ink-soft">
          {isRange ? (
            <p>These days’ lessons will be hidden, not deleted. Unblock the days to bring them back.</p>
          ) : (
            <HiddenLessons date={date} />
          )}
        </div>
      )}
      <MarkSpan kind={kind} span={span} onSpan={(chosen) => change({ span: chosen })} />
    </FormDialog>
  )
}
