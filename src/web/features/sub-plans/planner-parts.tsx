import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const SubPlanDialogsPart = lazyPart(async () => (await import('./sub-plan-dialogs.tsx')).SubPlanDialogs)

/** The parts that sub plans add to the planner. */
export const subPlanParts: PlannerParts = { WhenIdle: SubPlanDialogsPart }
