import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const MaintenanceBannerPart = lazyPart(async () => (await import('./maintenance-banner.tsx')).MaintenanceBanner)

/** The parts that live updates add to the planner. */
export const liveParts: PlannerParts = { WhenIdle: MaintenanceBannerPart }
