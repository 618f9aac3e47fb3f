import { useQuery } from '@tanstack/react-query'
import { Clock, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { addDays, formatDay } from '#shared/dates.ts'
import { horizonOf } from '#shared/moves/plan/rules.ts'
import type { NamedTimes } from '#shared/moves/short-days/contract.ts'
import { bellSchedulesQuery } from '#web/features/calendar/days/bells/bell-calls.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { type PlannedDay, usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { useUser } from '#web/features/people/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { bodyOf, type Choices, choicesFor, fitsSchedule, planInWords, planOf, usableSchedules, type Way } from './choices.ts'
import { DayLanes } from './day-lanes.tsx'
import { RuleFields, TooShort } from './rule-fields.tsx'
import { SaveSchedule } from './save-schedule.tsx'
import { removeSchedule, shortenDay } from './short-day-saves.ts'
import { WayChoice } from './way-choice.tsx'

const CLOCK = <Clock className="size-4" />
const NONE: readonly NamedTimes[] = []

/** Returns what the teacher can choose for a day, the choices, and their result. */
const useShortDay = (day: PlannedDay) => {
  const { data, error } = useQuery(bellSchedulesQuery)
  const { data: timetables = [] } = useQuery(timetablesQuery)
  const [lessons] = useState(() => usualLessonsOf(day))
  const schedules = usableSchedules(data ?? NONE, lessons)
  const [chosen, setChosen] = useState<Choices | null>(null)
  const [first] = schedules
  // Until the teacher chooses, it is the first bell schedule.
  const choices = chosen ?? choicesFor(first ? { scheduleId: first.id } : 'late', lessons)
  const last = horizonOf(timetables, day.date)
  return {
    isLoading: !data && !error,
    ...{ lessons, schedules, choices, last },
    plan: planOf(choices, lessons, schedules),
    change: (change: Partial<Choices>) => setChosen({ ...choices, ...change }),
    choose: (way: Way) =>
      setChosen({ ...choicesFor(way, lessons), share: choices.share, leaveOut: choices.leaveOut, isWeekly: choices.isWeekly }),
  }
}

/** Returns the dates of a weekday until a date. */
const everyWeek = (date: string, last: string): string[] => {
  const dates: string[] = []
  for (let next = date; next <= last; next = addDays(next, 7)) dates.push(next)
  return dates
}

type OutlookProps = { date: string; last: string; words: string; choices: Choices; onChange: (change: Partial<Choices>) => void }

/** Says that there is Undo, and asks whether the day is short every week. */
const Outlook = ({ date, last, words, choices, onChange }: OutlookProps) => (
  <>
    {/* On phones, the preview is out of sight. */}
    <p className="hidden w-full text-label text-ink-soft phone:block">{words}</p>
    <p className="flex flex-1 items-center gap-2 text-label text-ink-soft phone:hidden">
      <Undo2 className="size-4 shrink-0" />
      You can undo this in one step.
    </p>
    {last > addDays(date, 6) && (
      <Checkbox
        label={`Every ${formatDay(date, 'weekdayLong')} until ${formatDay(last, 'medium')}`}
        checked={choices.isWeekly}
        onChange={({ target }) => onChange({ isWeekly: target.checked })}
        className="mr-2 phone:w-full"
      />
    )}
  </>
)

/** Asks how to shorten a day, and shows what that does to its lessons. A single Undo reverts all of it. */
export const ShortDayDialog = ({ day, onClose }: { day: PlannedDay; onClose: () => void }) => {
  const { date } = day
  const calendar = useCalendar()
  const { timeFormat } = useUser().preferences
  const { isLoading, lessons, schedules, choices, last, plan, change, choose } = useShortDay(day)
  const [isBusy, whileBusy] = usePending()
  const hues = new Map(day.lessons.map(({ block, hue }) => [block.id, hue]))
  const weekday = formatDay(date, 'weekdayLong')
  const isRule = typeof choices.way !== 'object'
  const words = plan ? planInWords(plan, timeFormat) : ''

  const run = async () => {
    if (!plan) return
    const shortening = {
      body: bodyOf(choices, { date, last }),
      dates: choices.isWeekly ? everyWeek(date, last) : [date],
      words: `${plan.name}: ${words}`,
    }
    if (await whileBusy(() => shortenDay(calendar, shortening))) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={`A short ${formatDay(date, 'weekdayAndDay')}`}
      description="Plans stay word for word. Only the times change."
      footer={
        <>
          <Outlook date={date} last={last} words={words} choices={choices} onChange={change} />
          <div className="flex justify-end gap-2 phone:w-full phone:flex-col-reverse">
            <CancelButton />
            <Button variant="solid" icon={CLOCK} busy={isBusy} onClick={() => void run()}>
              {`Shorten ${choices.isWeekly ? `${weekday}s` : weekday}`}
            </Button>
          </div>
        </>
      }
    >
      {isLoading ? (
        <Skeleton className="h-96" />
      ) : (
        <div className="grid grid-cols-[296px_minmax(0,1fr)] gap-5 small:grid-cols-1">
          <div className="grid content-start gap-4">
            <WayChoice
              way={choices.way}
              schedules={schedules}
              timeFormat={timeFormat}
              onChange={choose}
              onRemove={async (schedule) => {
                if (await removeSchedule(schedule)) choose('late')
              }}
            />
            {isRule && <RuleFields choices={choices} lessons={lessons} timeFormat={timeFormat} onChange={change} />}
            {plan && (
              <TooShort
                lessons={plan.lessons}
                onLeaveOut={isRule ? (classId) => change({ leaveOut: new Set([...choices.leaveOut, classId]) }) : undefined}
              />
            )}
            {isRule && plan && fitsSchedule(plan) && (
              <SaveSchedule key={String(choices.way)} plan={plan} onSaved={(id) => choose({ scheduleId: id })} />
            )}
          </div>
          <section aria-label="Before and after" className="min-w-0 rounded-card bg-paper p-3 pt-4 phone:-mx-2 phone:p-2.5">
            <p role="status" className="sr-only">
              {words}
            </p>
            {plan && <DayLanes date={date} plan={plan} timeFormat={timeFormat} hueOf={(id) => hues.get(id) ?? 'h10'} />}
          </section>
        </div>
      )}
    </Dialog>
  )
}
