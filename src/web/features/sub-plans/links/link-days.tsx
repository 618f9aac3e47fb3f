import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatTime } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useUser } from '#web/features/people/data.ts'
import type { LinkChange } from '#web/features/sub-links/data.ts'
import { withDateToggled } from '#web/features/sub-plans/plan-draft.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { datesWords, endChoices } from './link-words.ts'

const DAYS = <CalendarDays className="size-4 text-ink-soft" />
const OPEN = <ChevronDown className="ml-auto size-4 text-ink-soft" />
/** A link ends at the end of its last day. */
const ENDS_AT = '23:59'

type LinkDaysProps = { link: SubLink; calendar: CalendarRef; disabled: boolean; onChange: (change: LinkChange) => void }

/** A link's days and its end. */
export const LinkDays = ({ link: { dates, endsOn }, calendar, disabled, onChange }: LinkDaysProps) => {
  const { timezone, preferences } = useUser()
  const today = useToday(timezone)
  const [isOpen, setIsOpen] = useState(false)
  const toggle = (date: string) => {
    const next = withDateToggled(dates, date)
    // A link without days would show nothing.
    if (next.length > 0) onChange({ dates: next })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <span id="link-days" className="text-caption font-semibold text-ink-soft">
          Days
        </span>
        <Popover
          label="Days of the link"
          open={isOpen}
          onOpenChange={setIsOpen}
          align="start"
          className="w-[330px] max-w-[calc(100vw-32px)] overflow-y-auto p-3!"
          trigger={
            <Button
              icon={DAYS}
              disabled={disabled}
              aria-describedby="link-days"
              className="h-10! w-full min-w-0 justify-start! touch:h-11!"
            >
              <span className="truncate">{datesWords(dates)}</span>
              {OPEN}
            </Button>
          }
        >
          <DayPicker
            calendar={calendar}
            label="Days of the link"
            areDaysOffOpen
            chosen={dates}
            today={today}
            weekStartsOn={preferences.weekStartsOn}
            onToggle={toggle}
          />
        </Popover>
      </div>
      <Field label="Ends">
        {(wiring) => (
          <Select {...wiring} value={endsOn} disabled={disabled} onChange={(event) => onChange({ endsOn: event.target.value })}>
            {endChoices(dates, endsOn, today).map((day) => (
              <option key={day} value={day}>
                {formatDay(day, 'short')}, {formatTime(ENDS_AT, preferences.timeFormat)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
