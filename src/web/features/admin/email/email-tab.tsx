import { MailX } from 'lucide-react'
import { useState } from 'react'
import type { Segment } from '#shared/mail/campaigns/contract.ts'
import { CAMPAIGN_TEMPLATES, SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignReports } from './campaign-reports.tsx'
import { useEmail } from './data.ts'
import { SegmentChoice } from './segment-choice.tsx'
import { TemplateChoice } from './template-choice.tsx'

type Template = (typeof CAMPAIGN_TEMPLATES)[number]
type Draft = { subject: string; text: string }

const EMPTY: Draft = { subject: '', text: '' }
const isAsWritten = (draft: Draft): boolean =>
  [EMPTY, ...CAMPAIGN_TEMPLATES].some(({ subject, text }) => subject === draft.subject && text === draft.text)

/** Email campaigns: segment, text, and results. */
export const EmailTab = () => {
  const { data: email, error, isFetching, refetch } = useEmail()
  const [segment, setSegment] = useState<Segment>('trial')
  const [draft, setDraft] = useState(EMPTY)
  const { ask, question } = useQuestion()

  if (!email)
    return error ? (
      <ErrorState title="Couldn’t load audiences" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <LoadingPlace />
    )
  if (!email.isConfigured)
    return (
      <EmptyState
        icon={<MailX className="size-8" />}
        title="Email isn’t set up"
        description="Set SMTP_URL, MAIL_FROM, and PUBLIC_ADDRESS on the server, then restart it. Until then, Firstbell doesn’t send email and hides everything that needs it."
      />
    )

  const take = ({ subject, text, segment }: Template) => {
    setDraft({ subject, text })
    setSegment(segment)
  }
  const askToReplace = (template: Template) =>
    ask({
      title: 'Replace your draft?',
      description: `This replaces your text with the “${template.name}” template for ${SEGMENT_NAMES[template.segment]}.`,
      confirmLabel: 'Replace',
      cancelLabel: 'Keep mine',
      onConfirm: () => take(template),
    })
  return (
    <div className="grid gap-3.5">
      <SegmentChoice segments={email.segments} value={segment} onChange={setSegment} />
      <TemplateChoice onChoose={(template) => (isAsWritten(draft) ? take(template) : askToReplace(template))} />
      <CampaignForm
        segment={segment}
        reached={email.segments[segment].reached}
        draft={draft}
        onChange={setDraft}
        onSent={() => setDraft(EMPTY)}
      />
      <CampaignReports campaigns={email.campaigns} />
      {question}
    </div>
  )
}
