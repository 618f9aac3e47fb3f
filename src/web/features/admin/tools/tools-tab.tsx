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
        description="Writes to everybody on trial, with a plan, or to all, and tells what became of it."
      >
        <ButtonLink href="/admin?tab=email">Write a mail</ButtonLink>
      </ToolCard>
      <ToolCard
        title="Account Management"
        Icon={UserRoundSearch}
        description="Finds a person and opens their page: plan, credits, school, devices."
      >
        <ButtonLink href="/admin?tab=users&view=search">Find a person</ButtonLink>
      </ToolCard>
    </div>
    <BackupsPanel />
    <MaintenanceTool />
  </div>
)
