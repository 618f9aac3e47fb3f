import { PanelLeftClose } from 'lucide-react'
import { type ComponentType, memo, Suspense, useEffect, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useMarkDialogs } from '#web/features/calendar/marks/use-mark-dialogs.tsx'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { schoolDayOfRow } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { sidePanel } from '#web/lib/side-panel.ts'
import { useStore } from '#web/lib/store.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { TIGHT_SCREEN, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { CalendarStrip } from './calendar-strip.tsx'
import { MonthPanel } from './month-panel.tsx'
import { storedCollapse } from './sidebar-place.tsx'

const DrawerPart = lazyPart(async () => (await import('#web/ui/drawer.tsx')).Drawer)

type CalendarSidebarProps = {
  preferences: Preferences
  today: string
  isReady: boolean
  /** Whether the drawer is open. Only used on screens without room for a sidebar. */
  isDrawerOpen: boolean
  onDrawer: (isOpen: boolean) => void
}

/** Returns the Up Next component once its code has loaded. Loading starts when the browser is idle. */
const useUpNext = () => {
  const [UpNext, setUpNext] = useState<ComponentType<{ today: string }>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('#web/features/calendar/up-next.tsx').then(
          (part) => setUpNext(() => part.UpNext),
          // Probably offline. The week view still shows the next lessons.
          () => undefined,
        )
      }),
    [],
  )
  return UpNext
}

/** The month calendar beside the week, with the block-out and note dialogs. Follows a step to another week after the week is painted. */
export const CalendarSidebar = memo(({ preferences, today, isReady, isDrawerOpen, onDrawer }: CalendarSidebarProps) => {
  const calendar = useCalendar()
  const isWide = useMedia(WIDE_SCREEN)
  const closePanel = useStore(sidePanel)
  const isTight = useMedia(TIGHT_SCREEN) && closePanel !== null
  const [isChosen, setIsCollapsed] = useState(storedCollapse.get)
  const isCollapsed = isChosen || isTight
  /** True after the first click, so that the button that replaces the clicked one also receives focus. */
  const [isPressed, setIsPressed] = useState(false)
  const { write, manage, dialogs } = useMarkDialogs(today)
  const UpNext = useUpNext()

  const collapse = (next: boolean) => {
    if (isTight) closePanel?.()
    storedCollapse.set(next)
    setIsCollapsed(next)
    setIsPressed(true)
  }
  const select = (date: string) => {
    onDrawer(false)
    goTo(today, (now) => ({ ...now, date: schoolDayOfRow(date, preferences.weekStartsOn) }))
  }

  const month = <MonthPanel preferences={preferences} today={today} isReady={isReady} onSelect={select} onWrite={write} onManage={manage} />
  return (
    <>
      {isWide && (
        <aside
          aria-label="Calendar"
          className="calendar-sidebar"
          data-collapsed={isCollapsed || undefined}
          data-compact={preferences.compactView || undefined}
        >
          {isCollapsed ? (
            <CalendarStrip
              today={today}
              takesFocus={isPressed}
              onExpand={() => collapse(false)}
              onManage={calendar.isViewed ? undefined : manage}
            />
          ) : (
            <>
              {month}
              <div className="w-full flex-1 px-3.5">
                {UpNext && calendar.kind === 'own' && (
                  <>
                    {/* Up Next usually appears in the right sidebar. It's shown here only while that sidebar is collapsed to a strip. */}
                    <div className="calendar-up-next">
                      <UpNext today={today} />
                    </div>
                    <PlannerOutlet name="UnderUpNext" today={today} />
                  </>
                )}
              </div>
              <IconButton
                variant="ghost"
                label="Collapse the calendar"
                aria-expanded={true}
                autoFocus={isPressed}
                onClick={() => collapse(true)}
              >
                <PanelLeftClose className="size-[17px]" />
              </IconButton>
            </>
          )}
        </aside>
      )}
      <Suspense>
        {!isWide && isDrawerOpen && (
          <DrawerPart title="Month" onClose={() => onDrawer(false)}>
            {month}
          </DrawerPart>
        )}
        {dialogs}
      </Suspense>
    </>
  )
})
