import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { type PlannerAddress, stepAddress, swipeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { PHONE, SHORT_SCREEN, SMALL_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'

const BACK = <ChevronLeft className="size-[18px]" />
const ON = <ChevronRight className="size-[18px]" />

/** Returns how many days of the week a short screen shows without the strip of days, or null on all other screens. */
const useDaysOnShort = (): 1 | 3 | null => {
  const [isShort, isSmall, isPhone] = [useMedia(SHORT_SCREEN), useMedia(SMALL_SCREEN), useMedia(PHONE)]
  return isShort && isSmall ? (isPhone ? 1 : 3) : null
}

/** True if the screen shows one day of the week and no strip of days, as at 400% zoom. The bar then names the day. */
export const useOneDay = (): boolean => useDaysOnShort() === 1

/**
 * The bar's buttons for the previous and the next week, day or month. Small screens have a week's and a day's in the strip of days instead. Short screens have no
 * strip, so there they step through the days.
 */
export const PlannerSteps = memo(({ view, today }: { view: PlannerAddress['view']; today: string }) => {
  const daysOfShort = useDaysOnShort()
  const hasNoStrip = view === 'month' || view === 'class'
  const daysOnShort = hasNoStrip ? null : daysOfShort
  const unit = view === 'month' ? 'Month' : view === 'day' || daysOnShort === 1 ? 'Day' : daysOnShort === 3 ? 'Days' : 'Week'
  const step = (direction: 1 | -1) =>
    goTo(today, (now) => (daysOnShort ? swipeAddress(now, direction, daysOnShort, today) : stepAddress(now, direction, today)))
  const variant = daysOnShort === 1 ? 'ghost' : 'outline'
  return (
    <div data-tutorial="steps" className={clsx('flex gap-1.5 phone:gap-0', !hasNoStrip && 'small:not-short:hidden phone:order-1')}>
      <IconButton variant={variant} label={`Previous ${unit}`} onClick={() => step(-1)}>
        {BACK}
      </IconButton>
      <IconButton variant={variant} label={`Next ${unit}`} onClick={() => step(1)}>
        {ON}
      </IconButton>
    </div>
  )
})
