import { CalendarDays, ChevronDown, ChevronUp, Repeat2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { addDays, formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useAllMarks } from '#web/features/calendar/days/marks/mark-calls.ts'
import { datesOfSpan, type MarkKind, markText, rangeProblem, repeatProblem, type Span } from '#web/features/calendar/model/marks.ts'
import { type MonthMarks, ownMonth } from '#web/features/calendar/model/month-marks.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

const DAYS = <CalendarDays className="size-4" />
const REPEAT = <Repeat2 className="size-4" />
const OPEN = <ChevronDown className="size-4" />
const SHUT = <ChevronUp className="size-4" />

const EVERY = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Weekly' },
  { value: '2', label: 'Every 2 weeks' },
] as const
/** Default number of days from the first days of a repeat to its end. */
const REPEAT_LENGTH = 28

type ReplacedMarksProps = { marks: MonthMarks | undefined; kind: MarkKind; dates: readonly string[] }

/** Says how many of the dates already have a mark of this kind, whose text would be replaced. */
export const ReplacedMarks = ({ marks, kind, dates }: ReplacedMarksProps) => {
  const count = dates.filter((date) => markText(marks?.days.get(date), kind) !== null).length
  return (
    count > 0 && (
      <p className="text-caption text-ink-soft">
        {`${count} of these dates already ${count === 1 ? 'has' : 'have'} a ${kind === 'note' ? 'note' : 'reason'}. We’ll replace it. Undo brings it back.`}
      </p>
    )
  )
}

/** Like {@link ReplacedMarks}, for a dialog that doesn't have the marks of other days. Loads them. */
const LoadedReplacedMarks = (props: Omit<ReplacedMarksProps, 'marks'>) => {
  const { data } = useAllMarks(useCalendar())
  return <ReplacedMarks marks={data && ownMonth(data)} {...props} />
}

type SpanRowProps = { icon: ReactNode; label: string; words: string; children: ReactNode }

/** A row that shows a choice in words, and expands into its fields. */
const SpanRow = ({ icon, label, words, children }: SpanRowProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mt-1.5 grid border-t border-line">
      <Button
        variant="ghost"
        icon={icon}
        aria-expanded={isOpen}
        className="-mx-2 justify-start px-2! whitespace-normal!"
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <span className="ml-auto text-right font-normal">{words}</span>
        {isOpen ? SHUT : OPEN}
      </Button>
      {isOpen && children}
    </div>
  )
}

type SpanPartProps = { span: Span; onSpan: (span: Span) => void }

const DaysRow = ({ span, onSpan }: SpanPartProps) => {
  const { from, to } = span
  const problem = rangeProblem(from, to)
  const words =
    from !== to && !problem ? `${formatDay(from, 'short')} – ${formatDay(to, 'short')}` : `Just ${formatDay(from, 'weekdayLong')}`
  return (
    <SpanRow icon={DAYS} label="Days" words={words}>
      <div className="mb-1.5">
        <DateField
          label="End date"
          error={problem}
          required
          autoFocus
          min={from}
          value={to}
          onChange={(chosen) => onSpan({ ...span, to: chosen })}
        />
      </div>
    </SpanRow>
  )
}

const RepeatRow = ({ span, onSpan }: SpanPartProps) => {
  const { from, to, everyWeeks, until } = span
  const problem = rangeProblem(from, to) ? undefined : repeatProblem(span)
  const words = EVERY.find(({ value }) => Number(value) === everyWeeks)?.label ?? ''
  const isRepeated = everyWeeks !== 0
  const choose = (chosen: (typeof EVERY)[number]['value']) =>
    onSpan({
      ...span,
      everyWeeks: Number(chosen) as Span['everyWeeks'],
      until: until || addDays(rangeProblem(from, to) ? from : to, REPEAT_LENGTH),
    })
  return (
    <SpanRow icon={REPEAT} label="Repeat" words={isRepeated && !problem ? `${words} until ${formatDay(until, 'monthDay')}` : words}>
      <div className="mb-1.5 grid gap-2.5">
        <Segmented label="Repeat" value={`${everyWeeks}`} options={EVERY} onChange={choose} className="*:px-1.5!" />
        {isRepeated && (
          <>
            <DateField
              label="Until"
              error={problem}
              required
              min={to}
              value={until}
              onChange={(chosen) => onSpan({ ...span, until: chosen })}
            />
            {!problem && <p className="text-caption text-ink-soft">{`This adds the note to ${datesOfSpan(span).length} days.`}</p>}
          </>
        )}
      </div>
    </SpanRow>
  )
}

/** Rows that show which days a block-out or a note is for, and whether a note repeats. */
export const MarkSpan = ({ kind, ...part }: SpanPartProps & { kind: MarkKind }) => {
  const dates = datesOfSpan(part.span)
  return (
    <div className="mt-1.5">
      <DaysRow {...part} />
      {kind === 'note' && <RepeatRow {...part} />}
      {dates.length > 1 && <LoadedReplacedMarks kind={kind} dates={dates} />}
    </div>
  )
}
