import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const InAndOutPart = lazyPart(async () => (await import('./in-and-out.tsx')).InAndOut)

/** The parts that bring lessons into the planner, and take them out. */
export const importParts: PlannerParts = {
  Dialogs: () =>
    useWasIdle() && (
      <Suspense>
        <InAndOutPart />
      </Suspense>
    ),
}
