import { Suspense } from 'react'
import { hasAccess } from '#shared/billing/rules.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useUser } from '#web/features/people/data.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const NoticesPart = lazyPart(async () => (await import('./notices.tsx')).Notices)

const Notice = () => {
  const user = useUser()
  const isOpen = hasAccess(user, useNow())
  const isIdle = useWasIdle()
  // If the user doesn't have access, the gate already shows these messages.
  return (
    isIdle &&
    isOpen &&
    !user.isGuest && (
      <div className="mx-5 mb-3 empty:hidden small:mx-4">
        <Suspense>
          <NoticesPart />
        </Suspense>
      </div>
    )
  )
}

/** The billing feature's additions to the planner. */
export const billingParts: PlannerParts = { AboveDays: Notice }
