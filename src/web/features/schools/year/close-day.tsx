import { StickyNote, Undo2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { daysBetween, daysInRange, formatDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { submitMark } from '#web/features/calendar/marks/mark-saves.ts'
import { markText } from '#web/features/calendar/model/marks.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { DayField } from './day-field.tsx'
import { type Reason, ReasonChoice, reasonText } from './reason-choice.tsx'
import { closingEnd, rangeWords } from './school-year.ts'
import { SeenBy } from './seen-by.tsx'

const UNDO = <Undo2 className="mt-px size-[15px] shrink-0" />
const NOTE = <StickyNote className="mt-px size-[15px] shrink-0" />

/** Returns how many days after the first one are closed already, and get the new reason. */
const replaced = (marks: MonthMarks | undefined, from: string, to: string): number =>
  [...(marks?.days.values() ?? [])].filter(({ date, isBlocked }) => isBlocked && date > from && date <= to).length

/** The administrator's input, kept while they look at other days. */
export type Closing = { reason: Reason; lastDay: string | null }
export const NOT_CLOSING: Closing = { reason: { choice: 'Snow day', typed: '' }, lastDay: null }

type CloseDayProps = {
  date: string
  today: string
  /** Undefined while loading. */
  marks: MonthMarks | undefined
  closing: Closing
  onClosing: (closing: Closing) => void
  onDate: (date: string) => void
  /** Called when the school is closed, before the server has confirmed it. */
  onClosed: () => void
}

/** Closes the school on a day, or on several days in a row. */
export const CloseDay = ({ date, today, marks, closing, onClosing, onDate, onClosed }: CloseDayProps) => {
  const calendar = useCalendar()
  const [isSaving, whileSaving] = usePending()
  const { reason, lastDay } = closing
  const isRange = lastDay !== null
  const to = closingEnd(date, lastDay)
  const isTooLong = daysBetween(date, to) >= MAX.rangeDays
  const text = reasonText(reason)
  const note = markText(marks?.days.get(date), 'note')
  const again = replaced(marks, date, to)
  const chooseLast = (chosen: string) => {
    // The days may be chosen in either order.
    onClosing({ ...closing, lastDay: chosen < date ? date : chosen })
    if (chosen < date) onDate(chosen)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || isTooLong || text === '') return
    onClosed()
    const isSaved = await whileSaving(() => submitMark(calendar, { dates: daysInRange(date, to), kind: 'block-out', text, seen: null }))
    if (isSaved) onClosing({ reason: { ...reason, typed: '' }, lastDay: null })
  }
  return (
    <form noValidate className="grid gap-2.5" onSubmit={(event) => void submit(event)}>
      {isRange && <DayField label="Last day" date={to} today={today} onChange={chooseLast} />}
      {isTooLong && (
        <p role="alert" className="text-caption font-medium text-blocked">
          {`Close up to ${MAX.rangeDays} days at once.`}
        </p>
      )}
      <ReasonChoice reason={reason} onChange={(chosen) => onClosing({ ...closing, reason: chosen })} />
      <SeenBy />
      {note !== null && (
        <p className="school-aside-line">
          {NOTE}
          <span className="line-clamp-2 break-words">{`${formatDay(date, 'monthDay')} has a note: ${note}. It stays.`}</span>
        </p>
      )}
      {again > 0 && (
        <p className="school-aside-line">
          <span>{`${again} of these days ${again === 1 ? 'is' : 'are'} already closed. We’ll replace the reason.`}</span>
        </p>
      )}
      <Button variant="solid" type="submit" className="h-[42px]! small:h-12!" busy={isSaving} disabled={text === '' || isTooLong}>
        {isRange ? `School closed ${rangeWords(date, to)}` : `School closed on ${formatDay(date, 'short')}`}
      </Button>
      <p className="school-aside-line">
        {UNDO}
        <span>Lessons are kept. You can undo it.</span>
      </p>
    </form>
  )
}
