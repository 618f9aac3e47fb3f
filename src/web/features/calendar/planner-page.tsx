import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { GuestNotice } from '#web/features/accounts/guest-notice.tsx'
import { BlockMenus } from '#web/features/calendar/block-actions/block-menus.tsx'
import { DayMenus } from '#web/features/calendar/day-actions/day-menus.tsx'
import { CalendarProvider, type CalendarRef, schoolPageOf, useNamedCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { blockOn, isAddQuiet } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { SidebarPlace } from '#web/features/calendar/month/sidebar-place.tsx'
import { useAskedBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { plannerTitle } from '#web/features/calendar/navigation/planner-title.ts'
import { partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { TimeBlockDialogPart } from '#web/features/calendar/time-block/dialog-part.ts'
import type { OpenDialog } from '#web/features/calendar/time-block/planner-dialogs.tsx'
import { isReading } from '#web/features/calendar/viewing/is-reading.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { isHintShown } from '#web/features/tutorial/hint-memory.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { useIsDrawn, useNoteDrawn } from '#web/lib/time/when-drawn.ts'
import { holdIdleWork, whenIdle, whenNotBusy } from '#web/lib/time/when-idle.ts'
import { SMALL_SCREEN, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { lessonNotLoaded } from './days/lesson-not-loaded.ts'
import { loadDay, prefetchAround, shownDay, useWeek } from './days/shown.ts'
import { PlannerAside } from './planner-aside.tsx'
import { PlannerBar } from './planner-bar.tsx'
import { DayViewPart, FirstWeek, NoWeek, PlannerContent } from './planner-content.tsx'
import './month/month.css'
import './planner.css'

const AlertsPart = lazyPart(async () => (await import('#web/features/calendar/alerts/alert-clock.ts')).Alerts)
const WeekAnnouncementPart = lazyPart(async () => (await import('./navigation/week-announcement.tsx')).WeekAnnouncement)
const CalendarSidebarPart = lazyPart(async () => (await import('./month/calendar-sidebar.tsx')).CalendarSidebar)
const PlannerRestPart = lazyPart(async () => (await import('./planner-rest.tsx')).PlannerRest)
const SmallScreenPart = lazyPart(async () => (await import('./small-screen.tsx')).SmallScreen)
const SmallScreenFootPart = lazyPart(async () => (await import('./small-screen.tsx')).SmallScreenFoot)
const ViewingPart = lazyPart(async () => (await import('#web/features/calendar/viewing/viewing.tsx')).Viewing)
const ReadingPart = lazyPart(async () => (await import('#web/features/calendar/viewing/reading.tsx')).Reading)

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
const useBlockDialogs = (calendar: CalendarRef, today: string) => {
  const [dialogs, setDialogs] = useState<readonly OpenDialog[]>([])
  const show = (on: string, blockId: string | null, slot?: Partial<Slot>) => {
    const day = blockId ? shownDay(calendar, on) : undefined
    const lesson = day?.lessons.find(({ block }) => block.id === blockId)
    const before = (day && blockId && blockOn(day, blockId)) || null
    // Ignore a second click while the dialog is loading.
    setDialogs((now) => [
      { key: `${on} ${blockId ?? 'new'} ${Date.now()}`, date: on, before, hue: lesson?.hue, slot },
      ...now.filter(({ unsaved }) => unsaved),
    ])
  }
  const open = (on: string, blockId: string | null, slot?: Partial<Slot>) => {
    // A class has lessons in weeks that aren't loaded.
    if (blockId === null || shownDay(calendar, on)) return show(on, blockId, slot)
    void loadDay(calendar, on).then(() => show(on, blockId), lessonNotLoaded)
  }
  const add = (on: string, slot?: Partial<Slot>) => {
    const isBlocked = shownDay(calendar, on)?.marks.isBlocked
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

type PlannerMainProps = { calendar: CalendarRef; today: string; loading: ReturnType<typeof useWeek>; onCalendar: () => void }

/** The content between the sidebars: the bar, the lessons, and their dialogs. */
const PlannerMain = ({ calendar, today, loading, onCalendar }: PlannerMainProps) => {
  const user = useUser()
  const { preferences } = user
  const { kind, name, isViewed, mayEdit, mayAddLessons, mayTakeOver } = calendar
  const isRead = useStore(isReading)
  const isOnlyRead = isViewed || (isRead && !mayEdit)
  const hasPlaces = kind === 'school' || (name === 'mine' && !isOnlyRead)
  const address = usePlannerAddress(today)
  const { view, date } = address
  const part = partOf(address).view
  const isPart = view === part
  const hasHint = useStore(isHintShown)
  const isSmall = useMedia(SMALL_SCREEN)
  const isWide = useMedia(WIDE_SCREEN)
  const [areDetailsShown, setAreDetailsShown] = useState(true)
  const [areToolsOpen, setAreToolsOpen] = useState(false)
  const isDrawn = useIsDrawn()
  const { data: week, error, isFetching, refetch } = loading
  const { dialogs, setDialogs, open, add } = useBlockDialogs(calendar, today)
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
    isAddMain: isPart && user.hasPlanned && !hasHint && !(week && isAddQuiet(week, { view: part, date }, isSmall)),
  }

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
        {hasPlaces && <PlannerOutlet name="AboveBar" today={today} place={kind === 'school' ? 'school' : 'mine'} />}
        <PlannerBar {...controls} hasPlaces={hasPlaces} onTools={() => setAreToolsOpen(true)} />
        {!isWide && isPart && (
          <Suspense fallback={isSmall && <div className="h-[62px] short:hidden" />}>
            <SmallScreenPart address={address} week={week} today={today} />
          </Suspense>
        )}
        {kind === 'school' && <PlannerOutlet name="AboveSchoolDays" today={today} />}
        {!isViewed && <GuestNotice className="mx-5 mb-3 small:mx-4" />}
        {!isViewed && <PlannerOutlet name="AboveDays" />}
        {!week && isPart && <NoWeek view={part} {...{ date, today, isViewed, error }} isBusy={isFetching} onRetry={() => void refetch()} />}
        <BlockMenus timeFormat={preferences.timeFormat} onEdit={open}>
          {isPart && !user.hasPlanned && kind === 'own' && <FirstWeek user={user} week={week} view={part} date={date} onAdd={add} />}
          <PlannerContent {...{ address, user, week, today, areDetailsShown, open, add }} onApproach={prepareDialog} />
        </BlockMenus>
      </DayMenus>
      {!isWide && (
        <Suspense>
          <SmallScreenFootPart {...controls} areToolsOpen={areToolsOpen} onTools={setAreToolsOpen} />
        </Suspense>
      )}
      {(isDrawn || dialogs.length > 0) && (
        <Suspense>
          <PlannerRestPart
            {...{ calendar, user, today, address, dialogs, open, add }}
            hasWeek={week !== undefined}
            onDialogs={setDialogs}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The planner: a week, day or month of a calendar, or a class, depending on the URL, between the sidebars. Switching calendars resets its state. */
export const PlannerPage = ({ Frame }: { Frame: PageFrame }) => {
  const user = useUser()
  const today = useToday(user.timezone)
  const address = usePlannerAddress(today)
  const calendar = useNamedCalendar(address.calendar)
  const [isCalendarOpen, setIsCalendarOpen] = useState(false)
  const monday = mondayOf(address.date)
  const schoolPage = schoolPageOf(calendar)
  const loading = useWeek(calendar, monday, { enabled: !schoolPage })
  const { data: week, error } = loading
  // A viewed schedule's banner sets the title, because it knows the owner's name. The school's pages set their own.
  const className = useClasses().find(({ id }) => id === address.classId)?.name
  usePageTitle(
    calendar.isViewed || schoolPage ? null : `${calendar.kind === 'school' ? 'School: ' : ''}${plannerTitle(address, className)}`,
  )
  const isReady = week !== undefined || error !== null
  useNoteDrawn(isReady || schoolPage !== undefined)
  useDialogFirst(!schoolPage, isReady)
  usePrefetch(calendar, monday, !schoolPage)
  const isDrawn = useIsDrawn()

  const aside = useCallback(
    (isStrip: boolean, expand: () => void) => <PlannerAside today={today} isStrip={isStrip} onExpand={expand} />,
    [today],
  )
  if (schoolPage)
    return (
      <CalendarProvider value={calendar}>
        <Suspense>{isDrawn && <AlertsPart user={user} />}</Suspense>
        <Frame side={null} main={<PlannerOutlet name="SchoolPage" page={schoolPage} today={today} />} aside={aside} />
      </CalendarProvider>
    )
  const main = (
    <PlannerMain key={calendar.id} calendar={calendar} today={today} loading={loading} onCalendar={() => setIsCalendarOpen(true)} />
  )
  const side = isDrawn ? (
    <Suspense fallback={<SidebarPlace />}>
      <CalendarSidebarPart
        key={calendar.id}
        preferences={user.preferences}
        today={today}
        isReady={isReady}
        isDrawerOpen={isCalendarOpen}
        onDrawer={setIsCalendarOpen}
      />
    </Suspense>
  ) : (
    <SidebarPlace />
  )
  return (
    <CalendarProvider value={calendar}>
      <Suspense>
        {isDrawn && <AlertsPart user={user} />}
        {isDrawn && <WeekAnnouncementPart address={address} week={week} />}
      </Suspense>
      <Frame side={side} main={main} aside={aside} />
    </CalendarProvider>
  )
}
