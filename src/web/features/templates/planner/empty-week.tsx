import { CalendarClock, CalendarPlus, CopyPlus, LayoutTemplate } from 'lucide-react'
import { addDays, mondayOf } from '#shared/dates.ts'
import { copyWeek } from '#web/features/calendar/day-actions/copy-saves.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useUsualWeek } from '#web/features/calendar/days/usual.ts'
import { addUsualWeek } from '#web/features/calendar/first-week/first-week-saves.ts'
import { isUnplanned, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { DAYS_BACK } from '#web/features/templates/last-year/last-year-plan.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'

const USUAL = <CalendarPlus className="size-4" />
const COPY = <CopyPlus className="size-4" />
const LAST_YEAR = <CalendarClock className="size-4" />
const TEMPLATE = <LayoutTemplate className="size-4" />

/** The ways to fill an unplanned week, each a button. The first is the page's main action. */
const WaysToPlan = ({ week }: { week: PlannedWeek }) => {
  const calendar = useCalendar()
  const lastWeek = useWeek(calendar, addDays(week.monday, -7)).data
  const aYearAgo = useWeek(calendar, addDays(week.monday, -DAYS_BACK)).data
  const known = useUsualWeek(calendar, week.monday)
  const [isBusy, whileBusy] = usePending()
  const open = week.days.filter(({ marks }) => !marks.isBlocked).map(({ date }) => date)
  const usual = new Map([...(known ?? [])].filter(([date, slots]) => open.includes(date) && slots.length > 0))
  const mayCopy = lastWeek?.days.some(({ lessons }, place) => lessons.length > 0 && !week.days[place]?.marks.isBlocked)
  const add = async () => {
    // The lessons replace this button.
    if (await whileBusy(() => addUsualWeek(calendar, usual))) focusPlans()
  }
  return (
    <section
      aria-label="Ways to plan this week"
      data-week-ways=""
      className="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken py-1.5 pr-1.5 pl-3.5 text-label text-ink-soft small:mx-4 phone:gap-y-2.5 phone:p-3"
    >
      <p className="min-w-[24ch] flex-1 text-balance">Nothing planned this week.{usual.size > 0 && ' These are your usual lessons.'}</p>
      <div className="flex flex-wrap gap-1.5 phone:basis-full">
        {usual.size > 0 && (
          <Button variant="solid" size="sm" icon={USUAL} busy={isBusy} className="phone:basis-full" onClick={() => void add()}>
            Add my usual week
          </Button>
        )}
        {lastWeek && mayCopy && (
          <Button
            size="sm"
            icon={COPY}
            busy={isBusy}
            className="phone:flex-auto"
            onClick={() => void whileBusy(() => copyWeek(calendar, lastWeek, week))}
          >
            Copy last week
          </Button>
        )}
        {aYearAgo && aYearAgo.totals.lessons > 0 && (
          <Button
            size="sm"
            icon={LAST_YEAR}
            aria-haspopup="dialog"
            className="phone:flex-auto"
            onClick={() => openTemplateDialog({ is: 'last-year', date: week.monday })}
          >
            Fill from last year…
          </Button>
        )}
        <Button
          variant={known && usual.size === 0 ? 'solid' : 'outline'}
          size="sm"
          icon={TEMPLATE}
          className="phone:flex-auto"
          onClick={() => openTemplateDialog({ is: 'manager', tab: 'weekly' })}
        >
          Apply a template
        </Button>
      </div>
    </section>
  )
}

/** Shown above a week without lessons. Each empty day has its own buttons, too. For a teacher's first week, see first-week.tsx. */
export const EmptyWeek = () => {
  const user = useUser()
  const calendar = useCalendar()
  const { view, date } = usePlannerAddress(useToday(user.timezone))
  const week = useWeek(calendar, mondayOf(date)).data
  const isMine = user.hasPlanned && calendar.mayAddLessons && calendar.id === user.calendarId
  if (!isMine || view !== 'week' || !week || !isUnplanned(week)) return null
  return <WaysToPlan week={week} />
}
