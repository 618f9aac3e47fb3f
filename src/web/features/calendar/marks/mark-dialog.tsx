import { useState } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { dayOfWeek } from '#web/features/calendar/model/planned-week.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { MarkField, MISSING } from './mark-field.tsx'
import { spanWords } from './mark-saves.ts'
import { MarkSpan, spanProblem } from './mark-span.tsx'

type MarkDialogProps = {
  kind: MarkKind
  date: string
  /** The last date of a break. The teacher can choose another one. */
  to: string
  /** The existing text. */
  seen: string | null
  /** The text of a failed save, and the reason it failed. */
  unsaved?: { text: string; reason: string } | undefined
  onSave: (text: string, to: string) => void
  onClose: () => void
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

/** Blocks out one date or several in a row, or adds a note to them. */
export const MarkDialog = ({ kind, date, to: first, seen, unsaved, onSave, onClose }: MarkDialogProps) => {
  const [text, setText] = useState(unsaved?.text ?? seen ?? '')
  const [to, setTo] = useState(first)
  const isRange = date !== to && !spanProblem(date, to)
  return (
    <FormDialog
      size="sm"
      title={kind === 'note' ? 'Add Note to Date' : 'Block Out Date'}
      description={isRange ? spanWords({ from: date, to }) : formatDay(date, 'full')}
      submitLabel={kind === 'note' ? 'Add Note' : 'Block Out'}
      missing={text.trim() === '' ? MISSING[kind] : undefined}
      isReady={text.trim() !== '' && spanProblem(date, to) === undefined}
      isChanged={() => text.trim() !== (seen ?? '')}
      onSubmit={() => onSave(text.trim(), to)}
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
          {isRange ? (
            <p>These days’ lessons will be hidden, not deleted. Unblock the days to bring them back.</p>
          ) : (
            <HiddenLessons date={date} />
          )}
        </div>
      )}
      <MarkSpan kind={kind} from={date} to={to} onTo={setTo} />
      {kind === 'block-out' && <p className="text-caption text-ink-soft">Half day? Keep the lessons and add a note.</p>}
    </FormDialog>
  )
}
