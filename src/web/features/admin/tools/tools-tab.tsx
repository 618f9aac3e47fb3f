import { Mails, UserRoundSearch } from 'lucide-react'
import { BackupsPanel } from '#web/features/backups/backups-panel.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { BulkTool } from './bulk-tool.tsx'
import { ConfigTool } from './config-tool.tsx'
import { ExportTool } from './export-tool.tsx'
import { MaintenanceTool } from './maintenance-tool.tsx'
import { ToolCard } from './tool-card.tsx'

/** Tools that affect the whole installation. */
export const ToolsTab = () => (
  <div className="grid gap-3.5">
    <div className="grid grid-cols-2 gap-3.5 narrow:grid-cols-1">
      <ExportTool />
      <ConfigTool />
      <BulkTool />
      <ToolCard
        title="Bulk Email Campaign"
        Icon={Mails}
        description="Email everyone on a trial, everyone on a plan, or all users, and see the results."
      >
        <ButtonLink href="/admin?tab=email">Write an email</ButtonLink>
      </ToolCard>
      <ToolCard
        title="Account Management"
        Icon={UserRoundSearch}
        description="Find a person and open their page: plan, credits, school, and devices."
      >
        <ButtonLink href="/admin?tab=users&view=search">Find a person</ButtonLink>
      </ToolCard>
      <MaintenanceTool />
    </div>
    <BackupsPanel />
  </div>
)
