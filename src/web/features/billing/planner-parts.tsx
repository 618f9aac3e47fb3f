import { Suspense } from 'react'
import { useUser } from '#web/features/accounts/data.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-slots.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle } from '#web/lib/when-idle.ts'

const NoticesPart = lazyPart(async () => (await import('./notices.tsx')).Notices)

const Notice = () => {
  const { isGuest } = useUser()
  return (
    useWasIdle() &&
    !isGuest && (
      <div className="mx-5 mb-3 empty:hidden small:mx-4">
        <Suspense>
          <NoticesPart />
        </Suspense>
      </div>
    )
  )
}

/** What billing adds to the planner. */
export const billingParts: PlannerParts = { Notice }
