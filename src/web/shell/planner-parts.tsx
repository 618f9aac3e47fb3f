import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const AdminCommandPart = lazyPart(async () => (await import('./admin-command.tsx')).AdminCommand)
const BillingCommandPart = lazyPart(async () => (await import('./billing-command.tsx')).BillingCommand)

/** The planner parts that the shell provides. */
export const shellParts: PlannerParts = {
  WhenIdle: () => (
    <>
      <AdminCommandPart />
      <BillingCommandPart />
    </>
  ),
}
