import { type ComponentType, useEffect, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WeekNumbers } from './week-numbers.tsx'

type Props = { today: string; isStrip: boolean; onExpand: () => void }

/** The content below the profile in the right sidebar. The tabs load when the browser is idle. The week's totals appear immediately. */
export const PlannerAside = (props: Props) => {
  const isOwn = useCalendar().kind === 'own'
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./planner-aside-tabs.tsx').then(
          (part) => setLoaded(() => part.PlannerAsideTabs),
          // Probably offline. The totals remain visible without tabs, and the bar still has its menu.
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
      {isOwn && <WeekNumbers today={props.today} />}
    </>
  )
}
