import { BackupsPanel } from '#web/features/backups/backups-panel.tsx'
import { MaintenanceTool } from './maintenance-tool.tsx'

/** What is done to the whole installation. */
export const ToolsTab = () => (
  <div className="grid gap-3.5">
    <BackupsPanel />
    <div className="grid grid-cols-2 gap-3.5 narrow:grid-cols-1">
      <MaintenanceTool />
    </div>
  </div>
)
