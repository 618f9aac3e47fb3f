import { ChevronDown, Ellipsis } from 'lucide-react'
import { memo, Suspense } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { CycleDay } from '#web/features/calendar/navigation/cycle-day.tsx'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useOneDay } from './planner-steps.tsx'

const ClassHeadingPart = lazyPart(async () => (await import('#web/features/calendar/class-view/class-heading.tsx')).ClassHeading)

const DOWN = <ChevronDown className="size-[17px] text-ink-soft" />
const MORE = <Ellipsis className="size-[17px]" />

/**
 * The displayed week or day. Always fits on one line: a narrow bar abbreviates the date, and always leaves room for the save status. On
 * phones, clicking it opens the month.
 */
const DateHeading = ({ today, onCalendar }: { today: string; onCalendar: () => void }) => {
  const { view, date } = usePlannerAddress(today)
  const isOneDay = useOneDay()
  const isPhone = useMedia(PHONE)
  const isWeek = view === 'week' && !isOneDay
  const [weekday = '', monthAndDay = '', year] = formatDay(isWeek ? mondayOf(date) : date, 'full').split(', ')
  const [month = '', day] = monthAndDay.split(' ')
  const rest = '@max-[1100px]:hidden'
  const words = (
    <>
      {isWeek ? <span className="phone:group-has-data-[notice=unsent]/bar:sr-only">Week of </span> : weekday.slice(0, 3)}
      {!isWeek && <span className={rest}>{weekday.slice(3)}</span>}
      {!isWeek && ', '}
      {month.slice(0, 3)}
      <span className={rest}>{month.slice(3)}</span> {day}
      <span className="@max-[1240px]:hidden">, {year}</span>
    </>
  )
  const heading = (
    <h1 className="ml-1 text-heading-medium leading-tight whitespace-nowrap phone:ml-0 phone:text-heading">
      {isPhone && !isOneDay ? (
        <button type="button" aria-haspopup="dialog" className="flex min-h-11 items-center gap-1" onClick={onCalendar}>
          <span>{words}</span>
          {DOWN}
        </button>
      ) : (
        words
      )}
    </h1>
  )
  if (isWeek) return heading
  return (
    <div className={isOneDay ? 'contents' : 'flex items-center gap-1'} data-day-head="">
      {heading}
      <CycleDay date={date} className={isOneDay ? 'order-2' : ''} />
      <IconButton
        variant="ghost"
        label={`More for ${formatDay(date, 'full')}`}
        aria-haspopup="menu"
        data-day-menu={date}
        className={isOneDay ? 'order-2' : ''}
      >
        {MORE}
      </IconButton>
    </div>
  )
}

/** A separate component, so that navigation doesn't re-render the whole bar. */
export const PlannerHeading = memo(({ today, onCalendar }: { today: string; onCalendar: () => void }) => {
  const { view, date, classId } = usePlannerAddress(today)
  if (view === 'class')
    return (
      <Suspense>
        <ClassHeadingPart classId={classId} />
      </Suspense>
    )
  if (view !== 'month') return <DateHeading today={today} onCalendar={onCalendar} />
  const [month = '', year] = formatDay(date, 'month').split(' ')
  return (
    <h1 className="ml-1 text-heading-medium leading-tight whitespace-nowrap phone:ml-0 phone:text-heading">
      {month.slice(0, 3)}
      <span className="@max-[560px]:hidden">{month.slice(3)}</span> {year}
    </h1>
  )
})
