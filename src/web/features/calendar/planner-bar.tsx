import { CalendarDays, ChevronLeft, ChevronRight, Ellipsis, Eye, EyeOff } from 'lucide-react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { PlannerSlot } from '#web/features/calendar/navigation/planner-slots.tsx'
import { inView, type PlannerAddress, readAddress, stepAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SaveIndication } from './save-indication.tsx'

const CALENDAR = <CalendarDays aria-hidden="true" className="size-[17px]" />
const BACK = <ChevronLeft aria-hidden="true" className="size-[18px]" />
const ON = <ChevronRight aria-hidden="true" className="size-[18px]" />
const MORE = <Ellipsis aria-hidden="true" className="size-[17px]" />
const SHOW = <Eye aria-hidden="true" className="size-[17px]" />
const HIDE = <EyeOff aria-hidden="true" className="size-[17px]" />
const VIEWS = [
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
] as const

const HEADING = 'ml-1 min-w-0 text-heading-medium leading-tight small:-order-3 small:ml-0 small:flex-1'

/** A component of its own, so that a step redraws the heading and not the whole bar. */
const Heading = ({ today }: { today: string }) => {
  const { view, date } = usePlannerAddress(today)
  if (view === 'week') return <h1 className={HEADING}>{`Week of ${formatDay(mondayOf(date), 'long')}`}</h1>
  const day = formatDay(date, 'full')
  return (
    <div className="flex min-w-0 items-center gap-1 small:-order-3 small:flex-1" data-day-head="">
      <h1 className={HEADING}>{day}</h1>
      <IconButton variant="ghost" label={`More for ${day}`} aria-haspopup="menu" data-day-menu={date}>
        {MORE}
      </IconButton>
    </div>
  )
}

type PlannerBarProps = {
  view: PlannerAddress['view']
  today: string
  areDetailsShown: boolean
  onDetails: (areShown: boolean) => void
  /** Opens the calendar, where it has no sidebar of its own. */
  onCalendar: () => void
}

export const PlannerBar = ({ view, today, areDetailsShown, onDetails, onCalendar }: PlannerBarProps) => {
  const step = view === 'week' ? 'Week' : 'Day'
  return (
    <div className="planner-bar @container flex min-h-[62px] flex-wrap items-center gap-x-2 gap-y-2 bg-paper px-5 py-3 small:px-4">
      <IconButton
        label="Calendar"
        aria-haspopup="dialog"
        data-tutorial="calendar"
        className="small:-order-4 wide:hidden"
        onClick={onCalendar}
      >
        {CALENDAR}
      </IconButton>
      <div className="flex gap-1.5">
        <IconButton label={`Previous ${step}`} onClick={() => goTo(today, (now) => stepAddress(now, -1, today))}>
          {BACK}
        </IconButton>
        <IconButton label={`Next ${step}`} onClick={() => goTo(today, (now) => stepAddress(now, 1, today))}>
          {ON}
        </IconButton>
      </div>
      <Button size="sm" onClick={() => goTo(today, (now) => ({ ...now, date: readAddress('', today).date }))}>
        Today
      </Button>
      <Heading today={today} />
      <div className="flex-1" />
      <SaveIndication />
      <div className="hidden small:-order-1 small:block small:basis-full" />
      <Button
        variant="ghost"
        size="sm"
        icon={areDetailsShown ? HIDE : SHOW}
        className="small:min-w-11"
        title={areDetailsShown ? 'Hide Details' : 'Show Details'}
        onClick={() => onDetails(!areDetailsShown)}
      >
        <span className="@max-[1060px]:sr-only">{areDetailsShown ? 'Hide Details' : 'Show Details'}</span>
      </Button>
      <div className="max-sm:-order-2">
        <PlannerSlot name="BarMenu" today={today} view={view} />
      </div>
      <Segmented label="View" value={view} options={VIEWS} onChange={(chosen) => goTo(today, (now) => inView(now, chosen, today))} />
    </div>
  )
}
