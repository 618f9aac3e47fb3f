import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { isPanelOpen } from './panel-store.ts'
import { WritePanelPart } from './write-panel-part.ts'

const WritingDialogsPart = lazyPart(async () => (await import('./writing-dialogs.tsx')).WritingDialogs)
const WriteToolPart = lazyPart(async () => (await import('./write-tool.tsx')).WriteTool)

/** Once opened, stays mounted while hidden so that a draft survives closing the panel. Unmounts with the dialog. */
const BlockAside = (props: ComponentProps<NonNullable<PlannerParts['BlockAside']>>) => {
  const isOpen = useStore(isPanelOpen)
  const [hasOpened, setHasOpened] = useState(false)
  if (isOpen && !hasOpened) setHasOpened(true)
  useEffect(() => () => isPanelOpen.set(false), [])
  return (
    hasOpened && (
      <Suspense>
        <WritePanelPart {...props} />
      </Suspense>
    )
  )
}

/** The planner parts that the AI writing feature provides. */
export const writingParts: PlannerParts = {
  TextTool: () => (
    <Suspense>
      <WriteToolPart />
    </Suspense>
  ),
  BlockAside,
  WhenIdle: WritingDialogsPart,
}
