import { type ReactNode, useEffect } from 'react'
import { type PlannerParts, PlannerPartsProvider } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { PrintButton } from '#web/features/print/print-button.tsx'
import { schoolParts } from '#web/features/schools/planner-parts.tsx'
import { TemplatesButton } from '#web/features/templates/planner/templates-button.tsx'
import { lazyModule } from '#web/lib/lazy-part.tsx'
import { createStore, useStore } from '#web/lib/store.ts'
import { useIsDrawn } from '#web/lib/time/when-drawn.ts'

/** The features' parts of the first screen. The others aren't visible on it, so they load after it. */
const FIRST_PARTS: readonly PlannerParts[] = [{ Bar: TemplatesButton }, { Bar: PrintButton }, schoolParts]
const parts = createStore(FIRST_PARTS)
const loadRest = lazyModule(() => import('./feature-parts.ts'))

/** Provides the features' parts to the planner's outlets. */
export const PartsProvider = ({ children }: { children: ReactNode }) => {
  const isDrawn = useIsDrawn()
  useEffect(() => {
    if (isDrawn) void loadRest().then(({ FEATURE_PARTS }) => parts.set(FEATURE_PARTS))
  }, [isDrawn])
  return <PlannerPartsProvider value={useStore(parts)}>{children}</PlannerPartsProvider>
}
