import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const AdminCommandPart = lazyPart(async () => (await import('./admin-command.tsx')).AdminCommand)
const AppOnDevicePart = lazyPart(async () => (await import('./app-on-device.tsx')).AppOnDevice)
const InstallCardPart = lazyPart(async () => (await import('./install-card.tsx')).InstallCard)
const BillingCommandPart = lazyPart(async () => (await import('./billing-command.tsx')).BillingCommand)
const SharedComputerNewsPart = lazyPart(async () => (await import('#web/features/accounts/settings/own-device.tsx')).SharedComputerNews)

/** The planner parts that the shell provides. */
export const shellParts: PlannerParts = {
  WhenIdle: () => (
    <>
      <AdminCommandPart />
      <BillingCommandPart />
      <AppOnDevicePart />
      <SharedComputerNewsPart />
    </>
  ),
  UnderUpNext: ({ today }) => (
    <Suspense>
      <InstallCardPart today={today} />
    </Suspense>
  ),
}
