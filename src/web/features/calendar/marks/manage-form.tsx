import { useId, useState } from 'react'
import { addDays, daysInRange } from '#shared/dates.ts'
import { hasPlansOn } from '#web/features/calendar/closing/plans-on.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { type MarkKind, markText, rangeProblem } from '#web/features/calendar/model/marks.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { MarkDraft } from './kept-marks.ts'
import { MarkField, MISSING } from './mark-field.tsx'
import { submitMark } from './mark-saves.ts'
import { ReplacedMarks } from './mark-span.tsx'
import { ShortDayOffer } from './short-day-offer.tsx'

const SPANS = [
  { value: 'single', label: 'Single Date' },
  { value: 'range', label: 'Date Range' },
] as const
const KINDS = [
  { value: 'block-out', label: 'Block Out' },
  { value: 'note', label: 'Add Note' },
] as const
/** Default number of days from the start of a new range to its end. */
const RANGE_LENGTH = 7

export type ManageDraft = { span: 'single' | 'range'; kind: MarkKind; date: string; from: string; to: string; text: string }

/** Returns an empty entry that starts on `day`. */
export const newManageDraft = (day: string): ManageDraft => ({
  span: 'single',
  kind: 'block-out',
  date: day,
  from: day,
  to: addDays(day, RANGE_LENGTH),
  text: '',
})

export type ManageFormProps = {
  marks: MonthMarks | undefined
  draft: ManageDraft
  onDraft: (draft: ManageDraft) => void
  /** Opens the dialog that asks about the plans of the days. */
  onBlockOut: (draft: MarkDraft, onSaved: () => void) => void
  onClose: () => void
}

/** Blocks out a date or a range of dates, or adds a note to them. Keeps the text until it is saved. */
export const ManageForm = ({ marks, draft, onDraft, onBlockOut, onClose }: ManageFormProps) => {
  const calendar = useCalendar()
  const [isSaving, whileSaving] = usePending()
  const [savedCount, setSavedCount] = useState(0)
  const { span, kind, text } = draft
  const [from, to] = span === 'single' ? [draft.date, draft.date] : [draft.from, draft.to]
  const problem = rangeProblem(from, to)
  const dates = problem ? [] : daysInRange(from, to)
  const isBlank = text.trim() === ''
  const missing = useId()
  const change = (part: Partial<ManageDraft>) => onDraft({ ...draft, ...part })
  const day = (label: string, field: 'date' | 'from' | 'to', error?: string) => (
    <DateField label={label} error={error} required value={draft[field]} onChange={(date) => change({ [field]: date })} />
  )

  const save = async () => {
    if (isSaving || problem || isBlank) return
    const empty = () => {
      change({ text: '' })
      setSavedCount(savedCount + 1)
    }
    const isSaved = await whileSaving(async () => {
      const marked = { dates, kind, text: text.trim(), seen: markText(marks?.days.get(from), kind) }
      if (kind === 'note' || !(await hasPlansOn(calendar, from, to))) return submitMark(calendar, marked)
      onBlockOut({ text: marked.text, span: { from, to, everyWeeks: 0, until: '' } }, empty)
      return false
    })
    if (isSaved) empty()
  }

  return (
    <form
      noValidate
      className="grid content-start gap-3.5 self-start sm:not-short:sticky sm:not-short:top-0"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-title">Add New</h3>
        <Segmented label="Dates" value={span} options={SPANS} onChange={(chosen) => change({ span: chosen })} />
      </div>
      {span === 'single' ? (
        day('Date', 'date', problem)
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {day('Start date', 'from')}
          {day('End date', 'to', problem)}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-caption font-semibold text-ink-soft" aria-hidden="true">
          Action Type
        </span>
        <Segmented label="Action Type" value={kind} options={KINDS} onChange={(chosen) => change({ kind: chosen })} />
      </div>
      <MarkField key={`${kind} ${savedCount}`} kind={kind} value={text} onChange={(typed) => change({ text: typed })} isArea />
      {kind === 'block-out' && <ShortDayOffer reason={text} date={from} onTaken={onClose} />}
      {!isBlank && <ReplacedMarks marks={marks} kind={kind} dates={dates} />}
      <Button variant="solid" type="submit" busy={isSaving} disabled={isBlank || problem !== undefined} aria-describedby={missing}>
        {isSaving ? 'Processing...' : kind === 'note' ? 'Add Note' : 'Block Out'}
      </Button>
      {isBlank && !isSaving && (
        <p id={missing} className="-mt-1.5 text-caption text-ink-soft">
          {MISSING[kind]}
        </p>
      )}
    </form>
  )
}
