import { type ReactNode, Suspense, useEffect } from 'react'
import { useUser } from '#web/features/accounts/data.ts'
import { useNamedCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { createStore, useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/use-today.ts'

const GatePart = lazyPart(async () => (await import('./gate.tsx')).Gate)

/** Whether somebody whose plan has ended has put the gate aside, to read. */
const isPutAside = createStore(false)

/**
 * The planner, behind the gate where its owner may not change it any more. Other calendars have no gate: what colleagues
 * share is read, and a school is administered, without a plan.
 */
export const Gated = ({ children }: { children: ReactNode }) => {
  const today = useToday(useUser().timezone)
  const { kind, mayEdit } = useNamedCalendar(usePlannerAddress(today).calendar)
  const isRead = useStore(isPutAside)
  const isGated = kind === 'own' && !mayEdit && !isRead
  useEffect(() => {
    if (mayEdit) isPutAside.set(false)
  }, [mayEdit])
  return (
    <>
      <div className="contents" inert={isGated}>
        {children}
      </div>
      {isGated && (
        <Suspense fallback={<div className="fixed inset-0 z-35 bg-(image:--gate)" />}>
          <GatePart today={today} onRead={() => isPutAside.set(true)} />
        </Suspense>
      )}
    </>
  )
}
