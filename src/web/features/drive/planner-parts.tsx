import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const ToolPart = lazyPart(async () => (await import('./drive-tool.tsx')).DriveTool)

/** The planner parts that Google Drive contributes. */
export const driveParts: PlannerParts = {
  TextTool: (props) => (
    <Suspense>
      <ToolPart {...props} />
    </Suspense>
  ),
}
