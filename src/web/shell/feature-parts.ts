import { billingParts } from '#web/features/billing/planner-parts.tsx'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { collaborationParts } from '#web/features/collaboration/planner-parts.tsx'
import { driveParts } from '#web/features/drive/planner-parts.tsx'
import { importParts } from '#web/features/imports/planner-parts.tsx'
import { liveParts } from '#web/features/live/planner-parts.tsx'
import { shortDayParts } from '#web/features/moves/short-days/planner-parts.tsx'
import { printParts } from '#web/features/print/print-parts.tsx'
import { schoolParts } from '#web/features/schools/planner-parts.tsx'
import { subPlanParts } from '#web/features/sub-plans/planner-parts.tsx'
import { subReportParts } from '#web/features/sub-reports/planner-parts.tsx'
import { templateParts } from '#web/features/templates/planner/planner-parts.tsx'
import { timetableParts } from '#web/features/timetables/page/planner-parts.tsx'
import { unplacedParts } from '#web/features/timetables/unplaced/planner-parts.tsx'
import { writingParts } from '#web/features/writing/planner-parts.tsx'
import { shellParts } from './planner-parts.tsx'

/** All features' parts of the planner, in the order in which an outlet shows them. The first ones are those of `FIRST_PARTS`. */
export const FEATURE_PARTS: readonly PlannerParts[] = [
  templateParts,
  printParts,
  schoolParts,
  liveParts,
  subPlanParts,
  collaborationParts,
  unplacedParts,
  billingParts,
  driveParts,
  writingParts,
  shellParts,
  timetableParts,
  shortDayParts,
  subReportParts,
  importParts,
]
