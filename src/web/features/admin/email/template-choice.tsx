import { FileText } from 'lucide-react'
import { CAMPAIGN_TEMPLATES } from '#shared/mail/campaigns/rules.ts'
import { Button } from '#web/ui/button.tsx'

const TEXT = <FileText className="size-4 text-brand" />

export const TemplateChoice = ({ onChoose }: { onChoose: (template: (typeof CAMPAIGN_TEMPLATES)[number]) => void }) => (
  <section aria-label="Templates" className="flex flex-wrap items-center gap-2">
    <h2 className="mr-1 font-text text-caption font-semibold tracking-normal text-ink-soft phone:w-full">Start with a template</h2>
    {CAMPAIGN_TEMPLATES.map((template) => (
      <Button key={template.id} size="sm" icon={TEXT} onClick={() => onChoose(template)}>
        {template.name}
      </Button>
    ))}
  </section>
)
