import { useState } from 'react'
import { Tabs } from '#web/ui/tabs.tsx'
import { usePlannerPlaces } from './planner-places.ts'
import { WeekNumbers } from './week-numbers.tsx'

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'templates', label: 'Templates' },
] as const

/** Overview and Templates, under the profile in the right sidebar. */
export const PlannerAsideTabs = ({ owner, today }: { owner: string; today: string }) => {
  const { SideTab } = usePlannerPlaces()
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('overview')
  return (
    <Tabs label="Sidebar" value={tab} options={TABS} onChange={setTab}>
      {tab === 'overview' ? <WeekNumbers owner={owner} today={today} /> : <SideTab today={today} />}
    </Tabs>
  )
}
