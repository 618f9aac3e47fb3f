import { type FocusEvent, type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDay, monthOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useClassesOf } from '#web/features/calendar/days/colors.ts'
import { useDays } from '#web/features/calendar/days/use-days.ts'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import type { ClassFilter } from '#web/features/classes/class-filter.ts'
import { counted } from '#web/lib/counted.ts'
import { oneOf, slot } from '#web/lib/storage.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { MonthCell } from './month-cell.tsx'
import { MonthClasses } from './month-classes.tsx'
import { followFocus, moveFocus } from './month-focus.ts'
import { schoolWeeksOfMonth } from './month-weeks.ts'
import './month-view.css'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const SHOWS = [
  { value: 'plans', label: 'Plans' },
  { value: 'names', label: 'Class names' },
] as const

/** What the month shows of each lesson on this device. */
const storedShow = slot('monthShows', oneOf('plans', 'names'), 'device')

type Show = (typeof SHOWS)[number]['value']
type MonthToolsProps = {
  schoolDays: number | undefined
  filter: ClassFilter
  onFilter: (without: readonly string[]) => void
  show: Show
  onShow: (show: Show) => void
}

const MonthTools = ({ schoolDays, filter, onFilter, show, onShow }: MonthToolsProps) => (
  <div className="month-tools">
    <p>{schoolDays !== undefined && counted(schoolDays, 'school day')}</p>
    <MonthClasses filter={filter} onChange={onFilter} />
    <Segmented label="Show" value={show} options={SHOWS} onChange={onShow} />
  </div>
)

const useTodayInSight = (place: RefObject<HTMLElement | null>, isReady: boolean): void => {
  const isPhone = useMedia(PHONE)
  useEffect(() => {
    const cell = isReady ? place.current?.querySelector('[data-today]') : null
    // On a phone, the month is a list, which begins at today.
    cell?.scrollIntoView({ block: isPhone ? 'start' : 'nearest' })
  }, [place, isReady, isPhone])
}

type MonthViewProps = {
  /** Names a day of the month, and the classes that are left out. */
  address: PlannerAddress
  today: string
  onOpenDay: (date: string) => void
  onOpenBlock: (date: string, blockId: string) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

const dateOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-date]')?.dataset['date']

/** The school days of a month, with the plans of each. A phone shows them below each other. One listener serves all plans. */
export const MonthView = ({ address, today, onOpenDay, onOpenBlock, onApproach }: MonthViewProps) => {
  const { date, without } = address
  const weeks = schoolWeeksOfMonth(date)
  const dates = weeks.flat()
  const calendar = useCalendar()
  const filter = { classes: useClassesOf(calendar), without: new Set(without) }
  const { days, error, isFetching, refetch } = useDays(calendar, dates)
  const [show, setShow] = useState(() => storedShow.get() ?? 'plans')
  const place = useRef<HTMLDivElement>(null)
  const hint = useId()
  const month = monthOf(date)
  const ofMonth = dates.filter((one) => monthOf(one) === month)
  const schoolDays = ofMonth.filter((one) => days.has(one) && !days.get(one)?.marks.isBlocked).length
  const isReady = dates.every((one) => days.has(one))

  useTodayInSight(place, isReady)

  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const pressed = dateOf(target)
    if (!pressed) return
    const blockId = target.closest<HTMLElement>('[data-block-id]')?.dataset['blockId']
    if (blockId) onOpenBlock(pressed, blockId)
    else if (target.closest('[data-open-day]')) onOpenDay(pressed)
  }
  const approach = (event: SyntheticEvent) => {
    if ((event.target as Element).closest('[data-block-id]')) onApproach()
  }
  return (
    <div className="month-view">
      <MonthTools
        schoolDays={isReady ? schoolDays : undefined}
        filter={filter}
        onFilter={(left) => goTo(today, (now) => ({ ...now, without: left }))}
        show={show}
        onShow={(chosen) => {
          storedShow.set(chosen)
          setShow(chosen)
        }}
      />
      {error && <ErrorState title="Couldn’t load your lessons" description={error.message} busy={isFetching} onRetry={refetch} />}
      <p id={hint} hidden>
        Arrow keys move between plans. Shift+Enter opens a lesson’s menu.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more heading */}
      <div
        ref={place}
        role="group"
        aria-label={formatDay(date, 'month')}
        aria-describedby={hint}
        className="month-plans"
        onClick={press}
        onKeyDown={moveFocus}
        onPointerOver={approach}
        onFocus={(event: FocusEvent) => {
          approach(event)
          followFocus(event)
        }}
      >
        <div aria-hidden="true" className="month-weekdays">
          {WEEKDAYS.map((weekday) => (
            <span key={weekday}>{weekday}</span>
          ))}
        </div>
        {dates.map((one) => (
          <MonthCell
            key={one}
            date={one}
            day={days.get(one)}
            month={month}
            today={today}
            isTabStop={one === date}
            areNamesShown={show === 'names'}
            filter={filter}
          />
        ))}
      </div>
    </div>
  )
}
