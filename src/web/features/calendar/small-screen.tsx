import { Suspense, useEffect } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { type PlannerAddress, swipeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { DayStrip } from '#web/features/calendar/week/day-strip.tsx'
import { listenForSwipes } from '#web/features/calendar/week/swipe.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { PHONE, SHORT_SCREEN, SMALL_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { NextBar } from './next-bar.tsx'
import { ThumbBar } from './thumb-bar.tsx'

const ToolsPart = lazyPart(async () => (await import('./planner-tools.tsx')).PlannerTools)

type SmallScreenProps = { address: PlannerAddress; week: PlannedWeek | undefined; today: string }

/** The strip of days on a small screen, and swipes to other days. Short screens have no strip. */
export const SmallScreen = ({ address, week, today }: SmallScreenProps) => {
  const isSmall = useMedia(SMALL_SCREEN)
  const isPhone = useMedia(PHONE)
  const isShort = useMedia(SHORT_SCREEN)
  useEffect(() => {
    const place = document.getElementById('main')
    if (!isSmall || !place) return undefined
    const daysOnShow = isPhone ? 1 : 3
    return listenForSwipes(place, (direction) => goTo(today, (now) => swipeAddress(now, direction, daysOnShow, today)))
  }, [isSmall, isPhone, today])
  return isSmall && !isShort && <DayStrip address={address} week={week} today={today} />
}

type SmallScreenFootProps = {
  view: PlannerAddress['view']
  today: string
  /** Undefined if the user can't add time blocks. */
  onAdd: (() => void) | undefined
  /** False if something else on the page is the main action. */
  isAddMain: boolean
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
  onCalendar: () => void
  areToolsOpen: boolean
  onTools: (areOpen: boolean) => void
  areDetailsShown: boolean
  onDetails: (areShown: boolean) => void
}

/** Follows the lessons on small screens: the bar at the bottom of a phone's or an upright tablet's screen, and the tools sheet. */
export const SmallScreenFoot = ({
  view,
  today,
  onAdd,
  isAddMain,
  onApproach,
  onCalendar,
  areToolsOpen,
  onTools,
  ...details
}: SmallScreenFootProps) => {
  const isPhone = useMedia(PHONE)
  const isTablet = useMedia(SMALL_SCREEN) && !isPhone
  const isShort = useMedia(SHORT_SCREEN)
  // Only the user's own calendar shows upcoming lessons.
  const isOwn = useCalendar().kind === 'own'
  const add = { onAdd, isAddMain, onApproach }
  return (
    <>
      {isPhone && <ThumbBar {...add} onCalendar={onCalendar} onTools={() => onTools(true)} />}
      {isTablet && isOwn && !isShort && <NextBar today={today} {...add} />}
      {areToolsOpen && (
        <Suspense>
          <ToolsPart view={view} today={today} onClose={() => onTools(false)} {...details} />
        </Suspense>
      )}
    </>
  )
}
