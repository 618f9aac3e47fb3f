import { CalendarDays, ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { daysBetween, formatDay, isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useAllMarks } from '#web/features/calendar/days/shown.ts'
import { type MarkKind, markText } from '#web/features/calendar/model/marks.ts'
import { type MonthMarks, ownMonth } from '#web/features/calendar/model/month-marks.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'

const DAYS = <CalendarDays className="size-4" />
const OPEN = <ChevronDown className="size-4" />
const SHUT = <ChevronUp className="size-4" />

/** Returns the reason a block-out or note can't cover these dates, or undefined if it can. */
export const spanProblem = (from: string, to: string): string | undefined => {
  if (!isDay(from) || !isDay(to)) return 'Use a date between 1970 and 2199'
  if (to < from) return 'End date can’t be before start date'
  if (daysBetween(from, to) >= MAX.rangeDays) return `A range can be up to ${MAX.rangeDays} days`
  return undefined
}

type ReplacedMarksProps = { marks: MonthMarks | undefined; kind: MarkKind; from: string; to: string }

/** Says how many days of the range already have a mark of this kind, whose text would be replaced. */
export const ReplacedMarks = ({ marks, kind, from, to }: ReplacedMarksProps) => {
  const count = [...(marks?.days.values() ?? [])].filter(
    (mark) => mark.date >= from && mark.date <= to && markText(mark, kind) !== null,
  ).length
  return (
    count > 0 && (
      <p className="text-caption text-ink-soft">
        {`${count} of these dates already ${count === 1 ? 'has' : 'have'} a ${kind === 'note' ? 'note' : 'reason'}. We’ll replace it.`}
      </p>
    )
  )
}

/** Like {@link ReplacedMarks}, for a dialog that doesn't have the marks of other days. Loads them. */
const LoadedReplacedMarks = (props: Omit<ReplacedMarksProps, 'marks'>) => {
  const { data } = useAllMarks(useCalendar())
  return <ReplacedMarks marks={data && ownMonth(data)} {...props} />
}

type MarkSpanProps = { kind: MarkKind; from: string; to: string; onTo: (to: string) => void }

/** A row that shows which days a block-out or note is for. It expands into a field for the last day. */
export const MarkSpan = ({ kind, from, to, onTo }: MarkSpanProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const problem = spanProblem(from, to)
  const isRange = from !== to
  const words = isRange && !problem ? `${formatDay(from, 'short')} – ${formatDay(to, 'short')}` : `Just ${formatDay(from, 'weekdayLong')}`
  return (
    <div className="mt-2 grid gap-1.5 border-t border-line pt-1">
      <Button
        variant="ghost"
        icon={DAYS}
        aria-expanded={isOpen}
        className="-mx-2 justify-start px-2! whitespace-normal!"
        onClick={() => setIsOpen(!isOpen)}
      >
        Days
        <span className="ml-auto font-normal">{words}</span>
        {isOpen ? SHUT : OPEN}
      </Button>
      {isOpen && <DateField label="End date" error={problem} required autoFocus min={from} value={to} onChange={onTo} />}
      {isRange && !problem && <LoadedReplacedMarks kind={kind} from={from} to={to} />}
    </div>
  )
}
