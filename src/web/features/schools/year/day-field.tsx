import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useUser } from '#web/features/people/data.ts'
import { Popover } from '#web/ui/popover.tsx'
import { whenWords } from './school-year.ts'

type DayFieldProps = {
  label: string
  date: string
  today: string
  /** The day's number in the school's cycle, such as 'Day 3', or ''. */
  number?: string
  /** Rendered at the end of the label's line. */
  beside?: ReactNode
  onChange: (date: string) => void
}

/** A day in words, which opens a month to choose another one. */
export const DayField = ({ label, date, today, number = '', beside, onChange }: DayFieldProps) => {
  const calendar = useCalendar()
  const { preferences } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const words = formatDay(date, 'weekdayAndDay')
  const when = whenWords(date, today)
  // A far day is already named by its date.
  const isNear = when === 'today' || when === 'tomorrow'
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end justify-between gap-2 [&>a]:-mt-6 [&>a]:items-end">
        <span className="text-caption font-semibold text-ink-soft" aria-hidden="true">
          {label}
        </span>
        {beside}
      </div>
      <Popover
        label={label}
        open={isOpen}
        onOpenChange={setIsOpen}
        className="w-[300px] max-w-[calc(100vw-16px)]"
        trigger={
          <button
            type="button"
            aria-label={[`${label}: ${words}`, isNear && when, number].filter(Boolean).join(', ')}
            className="school-day-field"
          >
            <CalendarDays className="size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 text-left font-semibold">{words}</span>
            {number !== '' && <span className="cycle-day">{number}</span>}
            {isNear && <span className="school-when">{when}</span>}
          </button>
        }
      >
        <DayPicker
          calendar={calendar}
          label={label}
          chosen={[date]}
          today={today}
          weekStartsOn={preferences.weekStartsOn}
          areDaysOffOpen
          onToggle={(chosen) => {
            setIsOpen(false)
            onChange(chosen)
          }}
        />
      </Popover>
    </div>
  )
}
