import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-slots.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const ViewSelectorPart = lazyPart(async () => (await import('./view-selector.tsx')).ViewSelector)

/** What schools add to the planner. */
export const schoolParts: PlannerParts = {
  SideTop: (props) => (
    <Suspense>
      <ViewSelectorPart {...props} />
    </Suspense>
  ),
}
