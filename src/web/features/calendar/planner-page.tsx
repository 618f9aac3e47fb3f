import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { GuestNotice } from '#web/features/accounts/guest-notice.tsx'
import { useAlerts } from '#web/features/calendar/alerts/use-alerts.ts'
import { BlockMenus } from '#web/features/calendar/block-actions/block-menus.tsx'
import { DayMenus } from '#web/features/calendar/day-actions/day-menus.tsx'
import { CalendarProvider, type CalendarRef, schoolPageOf, useNamedCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DayHistory } from '#web/features/calendar/history/day-history.tsx'
import { dayOfWeek, isAddQuiet, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { CalendarSidebar } from '#web/features/calendar/month/calendar-sidebar.tsx'
import { useAskedBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { usePlannerCommands } from '#web/features/calendar/navigation/planner-commands.ts'
import { PlannerSlot } from '#web/features/calendar/navigation/planner-slots.tsx'
import { plannerTitle } from '#web/features/calendar/navigation/planner-title.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { WeekAnnouncement } from '#web/features/calendar/navigation/week-announcement.tsx'
import { type OpenDialog, PlannerDialogs, TimeBlockDialogPart } from '#web/features/calendar/time-block/planner-dialogs.tsx'
import { isReading } from '#web/features/calendar/viewing/is-reading.ts'
import { DaySkeleton, WeekSkeleton } from '#web/features/calendar/week/week-skeleton.tsx'
import { WeekView } from '#web/features/calendar/week/week-view.tsx'
import { useUser } from '#web/features/people/data.ts'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { isHintShown } from '#web/features/tutorial/hint-memory.ts'
import { storedDrafts } from '#web/lib/drafts.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { holdIdleWork, whenIdle, whenNotBusy } from '#web/lib/time/when-idle.ts'
import { SMALL_SCREEN, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { prefetchAround } from './days/queries.ts'
import { useWeek } from './days/shown.ts'
import { PlannerAside } from './planner-aside.tsx'
import { PlannerBar } from './planner-bar.tsx'
import './planner.css'

const FirstWeekPart = lazyPart(async () => (await import('#web/features/calendar/first-week/first-week.tsx')).FirstWeek)
const DraftReminderPart = lazyPart(async () => (await import('#web/features/calendar/time-block/draft-reminder.tsx')).DraftReminder)
const SmallScreenPart = lazyPart(async () => (await import('./small-screen.tsx')).SmallScreen)
const SmallScreenFootPart = lazyPart(async () => (await import('./small-screen.tsx')).SmallScreenFoot)
const ViewingPart = lazyPart(async () => (await import('#web/features/calendar/viewing/viewing.tsx')).Viewing)
const ReadingPart = lazyPart(async () => (await import('#web/features/calendar/viewing/reading.tsx')).Reading)
const DayViewPart = lazyPart(async () => (await import('#web/features/calendar/week/day-view.tsx')).DayView)

const loadDialog = () => Promise.all([TimeBlockDialogPart.preload(), EditorPart.preload()])
const prepareDialog = (): void => void loadDialog()

/** The layout that the router renders around a page: the main content, the left sidebar, and the right sidebar's content. */
type PageFrame = ComponentType<{ main: ReactNode; side: ReactNode; aside: (isStrip: boolean, expand: () => void) => ReactNode }>

/**
 * Loads the dialog of a lesson and its editor once the first week is on screen, and makes all other idle work wait for them. On a slow
 * connection, a teacher who presses a lesson would otherwise wait for files that they don't need yet.
 */
const useDialogFirst = (isWeek: boolean, isWeekShown: boolean): void => {
  const release = useRef<() => void>(undefined)
  // A layout effect, because it runs before the effects that ask for idle work.
  useLayoutEffect(() => {
    if (!isWeek) return undefined
    release.current = holdIdleWork()
    return release.current
  }, [isWeek])
  useEffect(() => (isWeekShown ? whenNotBusy(() => void loadDialog().then(() => release.current?.())) : undefined), [isWeekShown])
}

/** Prefetches what the teacher is likely to need next, when the browser is idle. */
const usePrefetch = (calendar: CalendarRef, monday: string, isWeek: boolean): void => {
  useEffect(() => (isWeek ? whenIdle(() => void prefetchAround(calendar, monday)) : undefined), [calendar, monday, isWeek])
  useEffect(() => (isWeek ? whenIdle(() => void DayViewPart.preload()) : undefined), [isWeek])
}

/** Returns the open time block dialogs, and functions that open them. */
const useBlockDialogs = (week: PlannedWeek | undefined, today: string) => {
  const [dialogs, setDialogs] = useState<readonly OpenDialog[]>([])
  const open = (on: string, blockId: string | null, slot?: Partial<Slot>) => {
    const lesson = blockId && week ? dayOfWeek(week, on)?.lessons.find(({ block }) => block.id === blockId) : undefined
    // Ignore a second click while the dialog is loading.
    setDialogs((now) => [
      { key: `${on} ${blockId ?? 'new'} ${Date.now()}`, date: on, before: lesson?.block ?? null, hue: lesson?.hue, slot },
      ...now.filter(({ unsaved }) => unsaved),
    ])
  }
  const add = (on: string, slot?: Partial<Slot>) => {
    const isBlocked = week && dayOfWeek(week, on)?.marks.isBlocked
    // A blocked day hides its lessons, so a new one would disappear.
    if (isBlocked) showToast({ title: 'No lessons on non-instructional days', description: formatDay(on, 'full') })
    else {
      // Navigate to the day, so that the N shortcut also adds the next lesson there.
      goTo(today, (now) => ({ ...now, date: on }))
      open(on, null, slot)
    }
  }
  return { dialogs, setDialogs, open, add }
}

type PlannerContentProps = {
  user: User
  week: PlannedWeek
  today: string
  areDetailsShown: boolean
  open: (on: string, blockId: string | null) => void
  add: (on: string, slot?: Slot) => void
}

/** Renders the week view or the day view, depending on the URL. */
const PlannerContent = ({ user, week, today, areDetailsShown, open, add }: PlannerContentProps) => {
  const { view, date } = usePlannerAddress(today)
  const { timeFormat } = user.preferences
  const day = dayOfWeek(week, date)
  if (view === 'week')
    return (
      <WeekView
        week={week}
        today={today}
        chosenDate={date}
        timeFormat={timeFormat}
        timezone={user.timezone}
        onOpenDay={(opened) => goTo(today, (now) => ({ ...now, view: 'day', date: opened }))}
        onOpenBlock={open}
        onAddBlock={add}
        onApproach={prepareDialog}
      />
    )
  return (
    day && (
      <Suspense fallback={<DaySkeleton />}>
        <DayViewPart
          day={day}
          isToday={date === today}
          timeFormat={timeFormat}
          timezone={user.timezone}
          areDetailsShown={areDetailsShown}
          onEdit={(blockId) => open(date, blockId)}
          onAdd={(slot) => add(date, slot)}
          onApproach={prepareDialog}
        />
      </Suspense>
    )
  )
}

type NoWeekProps = { view: 'week' | 'day'; date: string; isViewed: boolean; error: Error | null; isBusy: boolean; onRetry: () => void }

/** Shown instead of the lessons while they load, or if they couldn't be loaded. */
const NoWeek = ({ view, date, isViewed, error, isBusy, onRetry }: NoWeekProps) =>
  error ? (
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

type FirstWeekProps = { user: User; week: PlannedWeek | undefined; view: 'week' | 'day'; date: string; onAdd: (date: string) => void }

const FirstWeek = ({ user, week, view, date, onAdd }: FirstWeekProps) => (
  <Suspense
    fallback={week && view === 'week' ? <Skeleton className="mx-5 mb-3.5 h-[420px] md:h-[279px] min-[900px]:h-[302px] small:mx-4" /> : null}
  >
    <FirstWeekPart user={user} week={view === 'week' ? week : undefined} date={date} onAdd={onAdd} />
  </Suspense>
)

type PlannerMainProps = { calendar: CalendarRef; today: string; onCalendar: () => void }

/** The content between the sidebars: the bar, the lessons, and their dialogs. */
const PlannerMain = ({ calendar, today, onCalendar }: PlannerMainProps) => {
  const user = useUser()
  const { id: owner, preferences } = user
  const { kind, name, isViewed, mayEdit, mayAddLessons, mayTakeOver } = calendar
  const isRead = useStore(isReading)
  const isOnlyRead = isViewed || (isRead && !mayEdit)
  const hasPlaces = kind === 'school' || (name === 'mine' && !isOnlyRead)
  const address = usePlannerAddress(today)
  const { view, date } = address
  const hasHint = useStore(isHintShown)
  const isSmall = useMedia(SMALL_SCREEN)
  const isWide = useMedia(WIDE_SCREEN)
  const [areDetailsShown, setAreDetailsShown] = useState(true)
  const [areToolsOpen, setAreToolsOpen] = useState(false)
  const [hasDrafts] = useState(() => storedDrafts(owner).size > 0)
  const { data: week, error, isFetching, refetch } = useWeek(calendar, mondayOf(date))
  const { dialogs, setDialogs, open, add } = useBlockDialogs(week, today)
  // Requested lessons are in the user's own calendar, which may still be loading.
  useAskedBlock({ week: kind === 'own' ? week : undefined, date, onOpen: open, onRefetch: refetch })
  const controls = {
    view,
    today,
    areDetailsShown,
    onDetails: setAreDetailsShown,
    onCalendar,
    onAdd: mayAddLessons ? () => add(date) : undefined,
    onApproach: prepareDialog,
    isAddMain: user.hasPlanned && !hasHint && !(week && isAddQuiet(week, address, isSmall)),
  }
  usePlannerCommands({ calendar, today, view, onAddBlock: (title) => add(date, title === undefined ? undefined : { title }) })

  return (
    <div
      className="planner flex flex-1 flex-col"
      data-details={areDetailsShown ? undefined : 'off'}
      data-read-only={!(mayEdit || mayTakeOver) || undefined}
      data-viewing={isOnlyRead || undefined}
      data-compact={preferences.compactView || undefined}
    >
      {isOnlyRead && (
        <Suspense fallback={<div className="viewing-banner" />}>{isViewed ? <ViewingPart today={today} /> : <ReadingPart />}</Suspense>
      )}
      <DayMenus onAdd={add}>
        {hasPlaces && <PlannerSlot name="AboveBar" today={today} place={kind === 'school' ? 'school' : 'mine'} />}
        <PlannerBar {...controls} hasPlaces={hasPlaces} onTools={() => setAreToolsOpen(true)} />
        {!isWide && (
          <Suspense fallback={isSmall && <div className="h-[62px] short:hidden" />}>
            <SmallScreenPart address={address} week={week} today={today} />
          </Suspense>
        )}
        {kind === 'school' && <PlannerSlot name="AboveSchoolDays" today={today} />}
        {!isViewed && <GuestNotice className="mx-5 mb-3 small:mx-4" />}
        {!isViewed && <PlannerSlot name="AboveDays" />}
        {!week && <NoWeek view={view} date={date} isViewed={isViewed} error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
        <BlockMenus timeFormat={preferences.timeFormat} onEdit={open}>
          {!user.hasPlanned && kind === 'own' && <FirstWeek user={user} week={week} view={view} date={date} onAdd={add} />}
          {week && <PlannerContent user={user} week={week} today={today} areDetailsShown={areDetailsShown} open={open} add={add} />}
          {week && !isViewed && <DayHistory user={user} date={date} />}
        </BlockMenus>
      </DayMenus>
      {!isWide && (
        <Suspense>
          <SmallScreenFootPart {...controls} areToolsOpen={areToolsOpen} onTools={setAreToolsOpen} />
        </Suspense>
      )}
      {hasDrafts && week && dialogs.length === 0 && mayAddLessons && (
        <Suspense>
          <DraftReminderPart owner={owner} today={today} onOpen={(on) => open(on, null)} />
        </Suspense>
      )}
      <PlannerSlot name="Dialogs" />
      <PlannerDialogs preferences={preferences} dialogs={dialogs} onChange={setDialogs} />
    </div>
  )
}

/** The planner: a week or a day of a calendar, depending on the URL, between the sidebars. Switching calendars resets its state. */
export const PlannerPage = ({ Frame }: { Frame: PageFrame }) => {
  const user = useUser()
  const today = useToday(user.timezone)
  const address = usePlannerAddress(today)
  const calendar = useNamedCalendar(address.calendar)
  const [isCalendarOpen, setIsCalendarOpen] = useState(false)
  const monday = mondayOf(address.date)
  const schoolPage = schoolPageOf(calendar)
  const { data: week, error } = useWeek(calendar, monday, { enabled: !schoolPage })
  // A viewed schedule's banner sets the title, because it knows the owner's name. The school's pages set their own.
  usePageTitle(calendar.isViewed || schoolPage ? null : `${calendar.kind === 'school' ? 'School: ' : ''}${plannerTitle(address)}`)
  const isReady = week !== undefined || error !== null
  useDialogFirst(!schoolPage, isReady)
  usePrefetch(calendar, monday, !schoolPage)
  useAlerts(user)

  const aside = (isStrip: boolean, expand: () => void) => <PlannerAside today={today} isStrip={isStrip} onExpand={expand} />
  if (schoolPage)
    return (
      <CalendarProvider value={calendar}>
        <Frame side={null} main={<PlannerSlot name="SchoolPage" page={schoolPage} today={today} />} aside={aside} />
      </CalendarProvider>
    )
  const main = <PlannerMain key={calendar.id} calendar={calendar} today={today} onCalendar={() => setIsCalendarOpen(true)} />
  const side = (
    <CalendarSidebar
      key={calendar.id}
      preferences={user.preferences}
      today={today}
      isReady={isReady}
      isDrawerOpen={isCalendarOpen}
      onDrawer={setIsCalendarOpen}
    />
  )
  return (
    <CalendarProvider value={calendar}>
      <WeekAnnouncement address={address} week={week} />
      <Frame side={side} main={main} aside={aside} />
    </CalendarProvider>
  )
}
