import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const CollaborationDialogsPart = lazyPart(async () => (await import('./collaboration-dialogs.tsx')).CollaborationDialogs)

/** The parts that collaboration adds to the planner. */
export const collaborationParts: PlannerParts = { WhenIdle: CollaborationDialogsPart }
