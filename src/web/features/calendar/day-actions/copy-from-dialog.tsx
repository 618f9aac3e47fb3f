import { useState } from 'react'
import { formatDay, formatTimes, stepSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useDays } from '#web/features/calendar/days/use-days.ts'
import { usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useUser } from '#web/features/people/data.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { copyDay } from './copy-saves.ts'

/** Asks which day's lessons to copy to an empty day, and shows them. */
export const CopyFromDialog = ({ date, onClose }: { date: string; onClose: () => void }) => {
  const { preferences, timezone } = useUser()
  const calendar = useCalendar()
  const today = useToday(timezone)
  const [from, setFrom] = useState(() => stepSchoolDay(date, -1))
  const { days, error, isFetching, refetch } = useDays(calendar, [from])
  const day = days.get(from)
  const lessons = day ? usualLessonsOf(day) : []
  const copy = async () => {
    onClose()
    if (await copyDay(calendar, { from, lessons, dates: [date], mode: 'add' })) focusPlans()
  }
  return (
    <Dialog
      onClose={onClose}
      isSheet
      title="Copy another day"
      description={`To ${formatDay(date, 'full')}`}
      footer={
        <div className="flex flex-1 justify-end gap-2 phone:flex-col-reverse">
          <CancelButton />
          <Button variant="solid" disabled={lessons.length === 0} onClick={() => void copy()}>
            {lessons.length === 0 ? 'Copy' : `Copy ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`}
          </Button>
        </div>
      }
    >
      <DayPicker
        calendar={calendar}
        label="Day to copy"
        chosen={[from]}
        today={today}
        weekStartsOn={preferences.weekStartsOn}
        except={date}
        areDaysOffOpen={false}
        onToggle={setFrom}
      />
      <section aria-live="polite" aria-label={formatDay(from, 'full')} className="mt-4 rounded-control bg-sunken px-3.5 py-3">
        <h3 className="font-text text-label font-semibold tracking-normal">{formatDay(from, 'full')}</h3>
        {day && lessons.length === 0 && <p className="mt-1 text-label text-ink-soft">No lessons on this day.</p>}
        {!day && !error && <Skeleton className="mt-2 h-16" />}
        <ul className="mt-1 grid gap-1">
          {lessons.map((block) => (
            <li key={block.id} className="flex gap-2.5 text-label">
              <span className="w-32 shrink-0 text-ink-soft tabular-nums">{formatTimes(block, preferences.timeFormat)}</span>
              <span className="min-w-0 break-words">{block.title}</span>
            </li>
          ))}
        </ul>
      </section>
      {error && <ErrorState title="Couldn’t load this day" description={error.message} busy={isFetching} onRetry={refetch} />}
    </Dialog>
  )
}
