import { PlannerSlot } from '#web/features/calendar/navigation/planner-slots.tsx'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { PlannerAsideTabs } from './planner-aside-tabs.tsx'
import { DetailsButton, TodayButton, ViewChoice } from './planner-bar.tsx'

type PlannerToolsProps = {
  view: PlannerAddress['view']
  today: string
  areDetailsShown: boolean
  onDetails: (areShown: boolean) => void
  onClose: () => void
}

/** The right sidebar as a sheet, where there is no room for it, with what the bar has no room for. */
export const PlannerTools = ({ view, today, areDetailsShown, onDetails, onClose }: PlannerToolsProps) => (
  <Drawer title="Tools" side="right" onClose={onClose}>
    <div className="px-4 pb-6">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only hears the buttons inside it, whose work the sheet would cover */}
        <div className="hidden phone:contents" onClick={onClose}>
          <TodayButton today={today} />
          <ViewChoice view={view} today={today} />
        </div>
        <PlannerSlot name="BarMenu" today={today} view={view} />
        <DetailsButton areShown={areDetailsShown} onChange={onDetails} />
      </div>
      <PlannerAsideTabs today={today} isStrip={false} onExpand={onClose} />
    </div>
  </Drawer>
)
