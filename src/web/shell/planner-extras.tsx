import { CollaborationDialogs } from '#web/features/collaboration/collaboration-dialogs.tsx'
import { MaintenanceBanner } from '#web/features/live/maintenance-banner.tsx'
import { SchoolDialogs } from '#web/features/schools/school-dialogs.tsx'
import { SubPlanDialogs } from '#web/features/sub-plans/sub-plan-dialogs.tsx'
import { WritingDialogs } from '#web/features/writing/writing-dialogs.tsx'
import { AdminCommand } from './admin-command.tsx'
import { BillingCommand } from './billing-command.tsx'

/** Parts of the planner that don't belong to one of its slots. They load, with their commands, when the browser is idle. */
export const PlannerExtras = () => (
  <>
    <MaintenanceBanner />
    <SubPlanDialogs />
    <CollaborationDialogs />
    <SchoolDialogs />
    <WritingDialogs />
    <BillingCommand />
    <AdminCommand />
  </>
)
