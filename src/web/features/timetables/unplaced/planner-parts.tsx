import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const UnplacedButtonPart = lazyPart(async () => (await import('./unplaced-button.tsx')).UnplacedButton)
const UnplacedDialogPart = lazyPart(async () => (await import('./unplaced-dialog.tsx')).UnplacedDialog)

/** The parts that unplaced lessons add to the planner. */
export const unplacedParts: PlannerParts = {
  SidebarTop: (props) => (
    <Suspense>
      <UnplacedButtonPart {...props} />
    </Suspense>
  ),
  WhenIdle: UnplacedDialogPart,
}
