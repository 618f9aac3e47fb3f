import { useState } from 'react'
import { usePlannerPlaces } from '#web/features/calendar/navigation/planner-places.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { QuickActionIcons, QuickActions } from './quick-actions.tsx'
import { WeekNumbers } from './week-numbers.tsx'

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'templates', label: 'Templates' },
] as const

/** Overview and Templates, under the profile in the right sidebar; in a narrow one, what the overview leads to. */
export const PlannerAsideTabs = ({ today, isStrip }: { today: string; isStrip: boolean }) => {
  const { SideTab } = usePlannerPlaces()
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('overview')
  if (isStrip) return <QuickActionIcons />
  return (
    <Tabs label="Sidebar" value={tab} options={TABS} onChange={setTab}>
      {tab === 'templates' && <SideTab today={today} />}
      {tab === 'overview' && (
        <>
          <QuickActions />
          <WeekNumbers today={today} />
        </>
      )}
    </Tabs>
  )
}
