import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useNamedCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { isReading } from '#web/features/calendar/viewing/is-reading.ts'
import { useUser } from '#web/features/people/data.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/time/use-today.ts'

const GatePart = lazyPart(async () => (await import('./gate.tsx')).Gate)

/**
 * The planner, behind the gate if its owner can't edit it. Other calendars aren't gated, because viewing a colleague's schedule and
 * administering a school don't require a plan.
 */
export const Gated = ({ children }: { children: ReactNode }) => {
  const today = useToday(useUser().timezone)
  const { kind, mayEdit } = useNamedCalendar(usePlannerAddress(today).calendar)
  const isRead = useStore(isReading)
  const isGated = kind === 'own' && !mayEdit && !isRead
  useEffect(() => {
    if (mayEdit) isReading.set(false)
  }, [mayEdit])
  const wasGated = useRef(isGated)
  useEffect(() => {
    if (wasGated.current && !isGated) focusPlans()
    wasGated.current = isGated
  }, [isGated])
  return (
    <>
      <div className="contents" inert={isGated}>
        {children}
      </div>
      {isGated && (
        <Suspense fallback={<div className="fixed inset-0 z-35 bg-(--scrim)" />}>
          <GatePart today={today} onRead={() => isReading.set(true)} />
        </Suspense>
      )}
    </>
  )
}
