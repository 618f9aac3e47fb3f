import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SchoolPagesPart = lazyPart(async () => (await import('./school-pages.tsx')).SchoolPages)
const SchoolHeadPart = lazyPart(async () => (await import('./school-head.tsx')).SchoolHead)
const SchoolNoticePart = lazyPart(async () => (await import('./school-notice.tsx')).SchoolNotice)
const SchoolDialogsPart = lazyPart(async () => (await import('./school-dialogs.tsx')).SchoolDialogs)
const ViewSelectorPart = lazyPart(async () => (await import('./view-selector.tsx')).ViewSelector)

/** The parts that schools add to the planner. */
export const schoolParts: PlannerParts = {
  SchoolPage: (props) => (
    <Suspense>
      <SchoolPagesPart {...props} />
    </Suspense>
  ),
  AboveBar: ({ today, place }) => (
    <div className="px-5 small:px-4 short:hidden">
      <Suspense
        fallback={
          <div className="flex h-[60px] items-center narrow:pr-14 wide:h-[58px] wide:pt-2.5">
            <Skeleton className="h-12 w-[458px] max-w-full rounded-card! phone:h-[52px]" />
          </div>
        }
      >
        <SchoolHeadPart today={today} place={place} />
      </Suspense>
    </div>
  ),
  AboveSchoolDays: (props) => (
    <Suspense fallback={<div className="mx-5 mb-3 h-11 rounded-control bg-brand-soft phone:h-[66px] small:mx-4" />}>
      <SchoolNoticePart {...props} />
    </Suspense>
  ),
  SidebarTop: (props) => (
    <Suspense>
      <ViewSelectorPart {...props} />
    </Suspense>
  ),
  WhenIdle: SchoolDialogsPart,
}
