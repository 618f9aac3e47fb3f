import { CopyPlus, LayoutTemplate } from 'lucide-react'
import { addDays, mondayOf } from '#shared/dates.ts'
import { copyWeek } from '#web/features/calendar/day-actions/copy-saves.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'

const COPY = <CopyPlus className="size-4" />
const TEMPLATE = <LayoutTemplate className="size-4" />

/**
 * Shown above a week without lessons, with two ways to fill the week. Each empty day has its own button. For a teacher's first week, see
 * first-week.tsx.
 */
export const EmptyWeek = () => {
  const user = useUser()
  const calendar = useCalendar()
  const { view, date } = usePlannerAddress(useToday(user.timezone))
  const monday = mondayOf(date)
  const week = useWeek(calendar, monday).data
  const lastWeek = useWeek(calendar, addDays(monday, -7)).data
  const [isBusy, whileBusy] = usePending()
  const isMine = user.hasPlanned && calendar.mayAddLessons && calendar.id === user.calendarId
  if (!isMine || view !== 'week' || !week) return null
  if (week.days.some(({ lessons }) => lessons.length > 0) || week.days.every(({ marks }) => marks.isBlocked)) return null
  const mayCopy = week.days.some(({ marks }, place) => !marks.isBlocked && (lastWeek?.days[place]?.lessons.length ?? 0) > 0)
  return (
    <section
      aria-label="Ways to plan this week"
      className="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken py-1.5 pr-1.5 pl-3.5 text-label text-ink-soft small:mx-4"
    >
      <p className="min-w-[24ch] flex-1">Nothing planned this week.</p>
      <div className="flex flex-wrap gap-1.5">
        {lastWeek && mayCopy && (
          <Button size="sm" icon={COPY} busy={isBusy} onClick={() => void whileBusy(() => copyWeek(calendar, lastWeek, week))}>
            Copy last week
          </Button>
        )}
        <Button size="sm" icon={TEMPLATE} onClick={() => openTemplateDialog({ is: 'manager', tab: 'weekly' })}>
          Apply a template
        </Button>
      </div>
    </section>
  )
}
