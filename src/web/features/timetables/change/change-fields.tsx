import { ArrowRight, CalendarClock, Lock } from 'lucide-react'
import { addDays, formatDay, isDay, stepSchoolDay } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { counted } from '#web/lib/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { afterBreak } from './change-plan.ts'
import type { ChangeState } from './use-change.ts'

type ChangeFieldsProps = { timetable: Timetable; state: ChangeState; today: string; schoolName: string | null }

/** The date from which a change applies, with the dates that teachers choose most. */
export const ChangeFields = ({ timetable, state, today, schoolName }: ChangeFieldsProps) => {
  const { from, lastDay, plan, outline, dateProblem, put } = state
  const isFollowing = timetable.followsSchool && schoolName !== null
  const tomorrow = stepSchoolDay(today, 1)
  const next = outline.data && afterBreak(outline.data.days, today, timetable.lastDay)
  const isIn = (date: string) => date >= timetable.firstDay && date <= timetable.lastDay
  const chips = [
    ...(isIn(tomorrow) ? [{ date: tomorrow, label: tomorrow === addDays(today, 1) ? 'Tomorrow' : formatDay(tomorrow, 'short') }] : []),
    ...(next && next.date !== tomorrow ? [{ date: next.date, label: next.reason ? `After ${next.reason}` : 'After the break' }] : []),
  ]
  return (
    <section aria-labelledby="change-from" className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-card border border-brand bg-brand-soft px-3.5 py-3">
        <CalendarClock aria-hidden="true" className="size-6 shrink-0 self-center phone:hidden" />
        <div className="min-w-[200px] flex-1 self-center">
          <h2 id="change-from" className="text-title">
            From this day on
          </h2>
          <p className="text-label text-ink-soft">
            Edit the week below. The days before stay as they are.
            {isFollowing && ` ${schoolName} decides the last day.`}
          </p>
        </div>
        <DateField
          label="First day of the change"
          value={from}
          min={timetable.firstDay}
          max={lastDay}
          error={dateProblem ?? undefined}
          onChange={(date) => put({ from: date })}
        />
        {!isFollowing && (
          <DateField label="Last day" className="min-w-[176px]" value={lastDay} min={from} onChange={(date) => put({ lastDay: date })} />
        )}
        <div className="flex flex-wrap gap-1.5">
          {chips.map(({ date, label }) => (
            <Button
              key={date}
              size="sm"
              aria-pressed={date === from}
              className="aria-pressed:border-brand!"
              onClick={() => put({ from: date })}
            >
              <span className="max-w-44 truncate">{label}</span>
            </Button>
          ))}
        </div>
      </div>
      {isDay(from) && from > timetable.firstDay && (
        <div className="flex flex-wrap overflow-hidden rounded-control border border-line text-label phone:flex-col">
          <p className="flex min-w-0 flex-1 items-center gap-2 bg-sunken px-3 py-2 text-ink-soft">
            <Lock aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="flex-1">
              {formatDay(timetable.firstDay, 'monthDay')} – {formatDay(stepSchoolDay(from, -1), 'monthDay')}: the timetable you had
            </span>
            stays
          </p>
          <p className="flex min-w-0 flex-[1.2] items-center gap-2 border-l-2 border-brand bg-surface px-3 py-2">
            <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
            <b className="flex-1 font-semibold">
              {formatDay(from, 'monthDay')} – {isDay(lastDay) ? formatDay(lastDay, 'monthDay') : ''}: the timetable below
            </b>
            {plan && <span className="text-ink-soft">{counted(plan.schoolDays, 'school day')}</span>}
          </p>
        </div>
      )}
    </section>
  )
}
