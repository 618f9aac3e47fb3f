import { Suspense } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { dayOfWeek, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { DaySkeleton, WeekSkeleton } from '#web/features/calendar/week/week-skeleton.tsx'
import { WeekView } from '#web/features/calendar/week/week-view.tsx'
import { keptWeeks } from '#web/lib/device/kept.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { isOffline } from '#web/lib/net/api.ts'
import { useStore } from '#web/lib/store.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const NotOnDevicePart = lazyPart(async () => (await import('#web/features/calendar/offline/not-on-device.tsx')).NotOnDevice)
const FirstWeekPart = lazyPart(async () => (await import('#web/features/calendar/first-week/first-week.tsx')).FirstWeek)
const ClassViewPart = lazyPart(async () => (await import('#web/features/calendar/class-view/class-view.tsx')).ClassView)
const MonthViewPart = lazyPart(async () => (await import('#web/features/calendar/month-view/month-view.tsx')).MonthView)
export const DayViewPart = lazyPart(async () => (await import('#web/features/calendar/week/day-view.tsx')).DayView)

type PlannerContentProps = {
  address: PlannerAddress
  user: User
  /** The week of the displayed date. The month and the class load their own days. */
  week: PlannedWeek | undefined
  today: string
  areDetailsShown: boolean
  open: (on: string, blockId: string | null) => void
  add: (on: string, slot?: Slot) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

/** Renders the view that the URL names: a month, a class, a week or a day. */
export const PlannerContent = ({ address, user, week, today, areDetailsShown, open, add, onApproach }: PlannerContentProps) => {
  const { view, date } = address
  const { timeFormat } = user.preferences
  const openDay = (opened: string) => goTo(today, ({ classId: _, without: __, ...now }) => ({ ...now, view: 'day', date: opened }))
  if (view === 'month')
    return (
      <Suspense fallback={<Skeleton className="mx-5 flex-1 small:mx-4" />}>
        <MonthViewPart address={address} today={today} onOpenDay={openDay} onOpenBlock={open} onApproach={onApproach} />
      </Suspense>
    )
  if (view === 'class')
    return (
      <Suspense fallback={<Skeleton className="mx-5 flex-1 small:mx-4" />}>
        <ClassViewPart address={address} today={today} onOpen={open} onApproach={onApproach} />
      </Suspense>
    )
  const day = week && dayOfWeek(week, date)
  if (!week || !day) return null
  if (view === 'week')
    return (
      <WeekView
        week={week}
        today={today}
        chosenDate={date}
        timeFormat={timeFormat}
        timezone={user.timezone}
        onOpenDay={openDay}
        onOpenBlock={open}
        onAddBlock={add}
        onApproach={onApproach}
      />
    )
  return (
    <Suspense fallback={<DaySkeleton />}>
      <DayViewPart
        day={day}
        isToday={date === today}
        timeFormat={timeFormat}
        timezone={user.timezone}
        areDetailsShown={areDetailsShown}
        onEdit={(blockId) => open(date, blockId)}
        onAdd={(slot) => add(date, slot)}
        onApproach={onApproach}
      />
    </Suspense>
  )
}

type NoWeekProps = {
  view: 'week' | 'day'
  date: string
  today: string
  isViewed: boolean
  error: Error | null
  isBusy: boolean
  onRetry: () => void
}

/** Shown instead of the lessons while they load, or if they couldn't be loaded. */
export const NoWeek = ({ view, date, today, isViewed, error, isBusy, onRetry }: NoWeekProps) => {
  const isKeeping = useStore(keptWeeks) !== null
  if (error && isKeeping && !isViewed && isOffline(error))
    return (
      <Suspense>
        <NotOnDevicePart today={today} view={view} isBusy={isBusy} onRetry={onRetry} />
      </Suspense>
    )
  return error ? (
    <ErrorState
      title={isViewed ? "Failed to load collaborator's schedule." : 'Couldn’t load your lessons'}
      description={error.message}
      busy={isBusy}
      onRetry={onRetry}
    />
  ) : view === 'day' ? (
    <DaySkeleton />
  ) : (
    <WeekSkeleton date={date} />
  )
}

type FirstWeekProps = { user: User; week: PlannedWeek | undefined; view: 'week' | 'day'; date: string; onAdd: (date: string) => void }

export const FirstWeek = ({ user, week, view, date, onAdd }: FirstWeekProps) => (
  <Suspense fallback={week && view === 'week' ? <Skeleton className="coming-ways mx-5 mb-3.5 small:mx-4" /> : null}>
    <FirstWeekPart user={user} week={view === 'week' ? week : undefined} date={date} onAdd={onAdd} />
  </Suspense>
)
