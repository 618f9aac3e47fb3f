import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { type PlannerAddress, partOf } from '#web/features/calendar/navigation/planner-url.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { PlannerAsideTabs } from './planner-aside-tabs.tsx'
import { DetailsButton, TodayButton, ViewChoice } from './planner-bar.tsx'
import { ToolActions } from './tool-actions.tsx'

type PlannerToolsProps = {
  view: PlannerAddress['view']
  today: string
  areDetailsShown: boolean
  onDetails: (areShown: boolean) => void
  onClose: () => void
}

/** The right sidebar as a sheet on screens without room for it, with the controls that don't fit in the bar. */
export const PlannerTools = ({ view, today, areDetailsShown, onDetails, onClose }: PlannerToolsProps) => {
  const isOwn = useCalendar().kind === 'own'
  return (
    <Drawer title="Tools" side="right" onClose={onClose}>
      <div className="px-4 pb-6">
        <ToolActions view={partOf({ view, date: today }).view} isPlans={view === 'month' || view === 'class'} />
        <div className="mb-4 flex flex-wrap items-center gap-2">
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only handles clicks on the buttons inside it, whose effect the sheet would cover */}
          <div className="hidden phone:contents small:short:contents" onClick={onClose}>
            <TodayButton today={today} />
            <ViewChoice view={view} today={today} />
          </div>
          {(view === 'week' || view === 'day') && (
            <>
              <PlannerOutlet name="Bar" today={today} view={view} isInSheet />
              <DetailsButton areShown={areDetailsShown} onChange={onDetails} />
            </>
          )}
        </div>
        <PlannerAsideTabs today={today} isStrip={false} onExpand={onClose} />
        {isOwn && <PlannerOutlet name="UnderUpNext" today={today} />}
      </div>
    </Drawer>
  )
}
