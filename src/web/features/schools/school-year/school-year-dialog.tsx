import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import type { SchoolYear } from '#shared/timetables/school/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useRangeMarks } from '#web/features/calendar/days/marks/mark-calls.ts'
import { problemWithYear, rhythmIn } from '#web/features/timetables/model/timetable-draft.ts'
import { countingOf, inWeek } from '#web/features/timetables/result/counting.ts'
import { DaysOffList } from '#web/features/timetables/result/days-off.tsx'
import { rangesOff } from '#web/features/timetables/result/outcome.ts'
import { DayOffChoice, DayStepper, WeekChoice } from '#web/features/timetables/year/cycle-fields.tsx'
import { YearFields } from '#web/features/timetables/year/year-fields.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { BellSchedules } from './bell-schedules.tsx'
import { daysOfYear, formOf, problemIn, type YearForm, yearOf } from './year-form.ts'
import { saveSchoolYear } from './year-saves.ts'

type FieldsProps = { form: YearForm; today: string; onChange: (changed: Partial<YearForm>) => void; onManage: () => void }

/** The number of today, what a day off does, and the days off. */
const CountedDays = ({ form, today, onChange, onManage }: FieldsProps) => {
  const calendar = useCalendar()
  const { firstDay, lastDay, setByHand } = form
  const { data: marks } = useRangeMarks(calendar, firstDay, lastDay)
  const isOff = (date: string) => marks?.days.get(date)?.isBlocked === true
  const counting = marks ? countingOf(form, isOff, today) : null
  const setDay = (date: string, day: number | undefined) => {
    const { [date]: _, ...others } = setByHand
    onChange({ setByHand: day === undefined ? others : { ...others, [date]: day } })
  }
  return (
    <>
      {counting && form.kind === 'cycle' && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 small:grid-cols-1">
          <DayStepper
            {...counting}
            today={today}
            days={daysOf(rhythmIn(form))}
            firstDay={firstDay}
            onChange={(day) => setDay(counting.date, day === counting.counted ? undefined : day)}
          />
          <DayOffChoice value={form.onDayOff} next={counting.next} onChange={(onDayOff) => onChange({ onDayOff })} />
        </div>
      )}
      {counting && form.kind === 'ab' && (
        <WeekChoice
          date={counting.date}
          isWeekB={counting.number > 5}
          onChange={(isWeekB) => setDay(counting.date, inWeek(counting.date, isWeekB))}
        />
      )}
      {marks && <DaysOffList ranges={rangesOff(daysOfYear(form, marks), firstDay)} onManage={onManage} />}
    </>
  )
}

type SchoolYearDialogProps = {
  year: SchoolYear | null
  today: string
  /** Opens the list of days off. */
  onManage: () => void
  onClose: () => void
}

/** Sets the school's dates, its cycle and its bell schedules. Its days off are the block-outs of its calendar. */
export const SchoolYearDialog = ({ year, today, onManage, onClose }: SchoolYearDialogProps) => {
  const calendar = useCalendar()
  const [before] = useState(() => ({ form: formOf(year, today), basedOn: year?.operationId ?? null }))
  const [form, setForm] = useState(before.form)
  const [isBusy, whileBusy] = usePending()
  const change = (changed: Partial<YearForm>) => setForm((now) => ({ ...now, ...changed }))
  const datesProblem = problemWithYear(form, MAX.timetableDays)
  const problem = problemIn(form)
  const save = async () => {
    if (await whileBusy(() => saveSchoolYear(calendar, { ...yearOf(form), basedOn: before.basedOn }))) onClose()
  }
  return (
    <FormDialog
      title="School year"
      description="Teachers can follow it. Nothing in their planners moves until they agree."
      size="lg"
      submitLabel="Save school year"
      isReady={problem === null}
      missing={problem ?? undefined}
      busy={isBusy}
      isChanged={() => JSON.stringify(yearOf(form)) !== JSON.stringify(yearOf(before.form))}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <div className="grid gap-3">
          <YearFields draft={form} problem={datesProblem} label="The school’s days repeat" isNarrow onChange={change} />
          {datesProblem === null && <CountedDays form={form} today={today} onChange={change} onManage={onManage} />}
        </div>
        <BellSchedules schedules={form.bellSchedules} onChange={(bellSchedules) => change({ bellSchedules })} />
      </div>
    </FormDialog>
  )
}
