import { useState } from 'react'
import { useSideTabs } from '#web/features/calendar/navigation/planner-slots.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { QuickActionIcons, QuickActions } from './quick-actions.tsx'
import { WeekNumbers } from './week-numbers.tsx'

const OVERVIEW = 'Overview'

/** The overview and the tabs of other features, under the profile in the right sidebar; in a narrow one, what the overview leads to. */
export const PlannerAsideTabs = ({ today, isStrip }: { today: string; isStrip: boolean }) => {
  const sideTabs = useSideTabs()
  const [tab, setTab] = useState(OVERVIEW)
  if (isStrip) return <QuickActionIcons />
  const options = [OVERVIEW, ...sideTabs.map(({ label }) => label)].map((label) => ({ value: label, label }))
  const Chosen = sideTabs.find(({ label }) => label === tab)?.Content
  return (
    <Tabs label="Sidebar" value={tab} options={options} onChange={setTab}>
      {Chosen ? (
        <Chosen today={today} />
      ) : (
        <>
          <QuickActions />
          <WeekNumbers today={today} />
        </>
      )}
    </Tabs>
  )
}
