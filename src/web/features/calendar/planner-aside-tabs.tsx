import { Gauge, History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { PlannerOutlet, useSidebarTabs } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { QuickActionIcons, QuickActions } from './quick-actions.tsx'
import { UpNext } from './up-next.tsx'
import { WeekNumbers } from './week-numbers.tsx'

const OVERVIEW = 'Overview'
const ChangesPart = lazyPart(async () => (await import('./changes/changes-list.tsx')).ChangesList)
const CHANGES = {
  label: 'Changes',
  Icon: History,
  Content: () => (
    <Suspense>
      <ChangesPart />
    </Suspense>
  ),
}

type PlannerAsideTabsProps = { today: string; isStrip: boolean; onExpand: () => void }

/**
 * The overview and the tabs from other features, below the profile in the right sidebar. In the collapsed strip, shows an icon for each tab
 * and for each of the overview's quick actions.
 */
export const PlannerAsideTabs = ({ today, isStrip, onExpand }: PlannerAsideTabsProps) => {
  const { kind, mayEdit } = useCalendar()
  // Only the user's own calendar shows upcoming lessons, week totals and changes.
  const isOwn = kind === 'own'
  const sideTabs = [...useSidebarTabs(), ...(isOwn && mayEdit ? [CHANGES] : [])]
  const [tab, setTab] = useState(OVERVIEW)
  if (isStrip)
    return (
      <div className="grid justify-items-center gap-2">
        <PlannerOutlet name="SidebarTop" isStrip />
        {[{ label: OVERVIEW, Icon: Gauge }, ...sideTabs].map(({ label, Icon }) => (
          <IconButton
            key={label}
            label={label}
            variant="ghost"
            onClick={() => {
              setTab(label)
              onExpand()
            }}
          >
            <Icon className="size-[17px]" />
          </IconButton>
        ))}
        <QuickActionIcons />
      </div>
    )
  const options = [OVERVIEW, ...sideTabs.map(({ label }) => label)].map((label) => ({ value: label, label }))
  const Chosen = sideTabs.find(({ label }) => label === tab)?.Content
  return (
    <>
      <PlannerOutlet name="SidebarTop" isStrip={false} />
      {isOwn && <UpNext today={today} />}
      <Tabs label="Sidebar" value={tab} options={options} onChange={setTab} className="mt-3">
        {Chosen ? (
          <Chosen today={today} />
        ) : (
          <>
            <QuickActions />
            {isOwn && <WeekNumbers today={today} />}
          </>
        )}
      </Tabs>
    </>
  )
}
