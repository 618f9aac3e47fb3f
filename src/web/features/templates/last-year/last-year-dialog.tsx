import { ChevronLeft, ChevronRight, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { addDays, formatDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { counted } from '#web/lib/counted.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DAYS_BACK, daysToSave, filledWeek, lessonsIn, problemWith } from './last-year-plan.ts'
import { fillWeek } from './last-year-saves.ts'
import { SideBySide } from './side-by-side.tsx'

const EARLIER = <ChevronLeft className="size-[18px]" />
const LATER = <ChevronRight className="size-[18px]" />
const PLANS = [
  { value: 'plans', label: 'Titles and plans' },
  { value: 'titles', label: 'Titles only' },
] as const

const NONE: ReadonlySet<string> = new Set()

type WeekStepperProps = { from: string; latest: string; onChange: (monday: string) => void }

/** Chooses the week to fill from, up to the one before the week on screen. */
const WeekStepper = ({ from, latest, onChange }: WeekStepperProps) => (
  <div className="flex items-center gap-1.5">
    <IconButton label="Earlier week" onClick={() => onChange(addDays(from, -7))}>
      {EARLIER}
    </IconButton>
    <IconButton label="Later week" disabled={from >= latest} onClick={() => onChange(addDays(from, 7))}>
      {LATER}
    </IconButton>
    <h3 aria-live="polite" className="ml-1 font-text text-control font-semibold tracking-normal">
      Week of {formatDay(from, 'medium')}
    </h3>
  </div>
)

/** Returns both weeks, and what the chosen one brings. */
const useFilledWeek = (monday: string) => {
  const calendar = useCalendar()
  const classes = useClasses()
  const [from, setFrom] = useState(() => addDays(monday, -DAYS_BACK))
  const [withPlans, setWithPlans] = useState(true)
  const [leftOut, setLeftOut] = useState(NONE)
  const [now] = useState(() => Date.now())
  const weeks = [useWeek(calendar, from), useWeek(calendar, monday)] as const
  const [{ data: lastYear }, { data: thisYear }] = weeks
  const days = useMemo(
    () => lastYear && thisYear && filledWeek(lastYear.days, thisYear.days, { classes, withPlans, leftOut, now }),
    [lastYear, thisYear, classes, withPlans, leftOut, now],
  )
  const toggle = (id: string) => setLeftOut((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]))
  return { calendar, from, setFrom, withPlans, setWithPlans, toggle, days, failed: weeks.find(({ error, data }) => error && !data) }
}

/** Fills a week with the plans of the same week of last year, side by side. Lessons written this year stay. A single Undo reverts it. */
export const LastYearDialog = ({ date, onClose }: { date: string; onClose: () => void }) => {
  const monday = mondayOf(date)
  const { timeFormat } = useUser().preferences
  const colors = useOwnColors()
  const [isBusy, whileBusy] = usePending()
  const { calendar, from, setFrom, withPlans, setWithPlans, toggle, days, failed } = useFilledWeek(monday)
  const lessons = days ? lessonsIn(days) : 0
  const problem = days ? problemWith(days) : null
  const hueOf = huesOf(days?.map(({ brought, after }) => [...brought.map((one) => one.from), ...after]) ?? [], colors)
  const fill = async () => {
    if (!days) return
    if (!(await whileBusy(() => fillWeek(calendar, { days: daysToSave(days), lessons, from: formatDay(from, 'long') })))) return
    onClose()
    focusPlans()
  }
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="Fill from last year"
      description={`Week of ${formatDay(monday, 'long')}. What you’ve already written stays.`}
      footer={
        <>
          {problem ? (
            <p role="status" className="min-w-0 flex-1 text-label font-medium small:w-full small:flex-none">
              {problem}
            </p>
          ) : (
            <p className="flex flex-1 items-center gap-2 text-label text-ink-soft small:w-full small:flex-none">
              <Undo2 aria-hidden="true" className="size-4 shrink-0" />
              You can undo this in one step.
            </p>
          )}
          <div className="flex justify-end gap-2 small:flex-1 phone:flex-col-reverse">
            <CancelButton />
            <Button variant="solid" disabled={lessons === 0 || problem !== null} busy={isBusy} onClick={() => void fill()}>
              {lessons === 0 ? 'Fill in lessons' : `Fill in ${counted(lessons, 'lesson')}`}
            </Button>
          </div>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <WeekStepper from={from} latest={addDays(monday, -7)} onChange={setFrom} />
        <Segmented
          label="Include"
          value={withPlans ? 'plans' : 'titles'}
          options={PLANS}
          onChange={(value) => setWithPlans(value === 'plans')}
        />
      </div>
      {failed && (
        <ErrorState
          title="Couldn’t load the week"
          description={failed.error?.message ?? ''}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!days && !failed && <Skeleton className="h-96" />}
      {days?.every(({ brought, off, wasOff }) => brought.length === 0 && off === null && wasOff === null) ? (
        <div className="grid justify-items-center gap-1 rounded-card bg-sunken px-4 py-10 text-center">
          <p className="font-semibold">Nothing was planned that week.</p>
          <p className="text-label text-ink-soft">Try an earlier or a later week.</p>
        </div>
      ) : (
        days && <SideBySide days={days} timeFormat={timeFormat} hueOf={hueOf} onToggle={toggle} />
      )}
    </Dialog>
  )
}
