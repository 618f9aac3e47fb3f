import { type ComponentType, useEffect, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = { today: string; isStrip: boolean; onExpand: () => void }

/** The content below the profile in the right sidebar. It loads when the browser is idle. */
export const PlannerAside = (props: Props) => {
  const isOwn = useCalendar().kind === 'own'
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./planner-aside-tabs.tsx').then(
          (part) => setLoaded(() => part.PlannerAsideTabs),
          // Probably offline. The bar still has its menu.
          () => undefined,
        )
      }),
    [],
  )
  if (Loaded) return <Loaded {...props} />
  if (props.isStrip) return null
  return (
    <>
      <Skeleton className="h-[112px]" />
      <div className="mt-3 h-9 rounded-control bg-sunken" />
      <Skeleton className="mt-10 h-[112px]" />
      {isOwn && <Skeleton className="mt-4 h-[94px]" />}
    </>
  )
}
