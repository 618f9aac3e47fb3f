import { FileText } from 'lucide-react'
import { CAMPAIGN_TEMPLATES } from '#shared/mail/campaigns/rules.ts'
import { Button } from '#web/ui/button.tsx'

export const TemplateChoice = ({ onChoose }: { onChoose: (template: (typeof CAMPAIGN_TEMPLATES)[number]) => void }) => (
  <section aria-label="Templates" className="grid gap-2">
    <h2 className="text-caption font-semibold text-ink-soft">Start with a template</h2>
    <div className="grid grid-cols-4 gap-2.5 narrow:grid-cols-3 phone:grid-cols-1">
      {CAMPAIGN_TEMPLATES.map((template) => (
        <Button
          key={template.id}
          icon={<FileText className="size-4 text-brand" />}
          className="h-auto min-h-11 min-w-0 justify-start! py-1.5 whitespace-normal!"
          onClick={() => onChoose(template)}
        >
          <span className="grid text-left">
            {template.name}
            <span className="text-small font-normal text-ink-soft">{template.about}</span>
          </span>
        </Button>
      ))}
    </div>
  </section>
)
