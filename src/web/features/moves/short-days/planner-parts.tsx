import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const ShortDayCommandPart = lazyPart(async () => (await import('./short-day-command.tsx')).ShortDayCommand)

const ShortDays = () =>
  useWasIdle() && (
    <Suspense>
      <ShortDayCommandPart />
    </Suspense>
  )

/** The part that short days add to the planner. */
export const shortDayParts: PlannerParts = { Dialogs: ShortDays }
