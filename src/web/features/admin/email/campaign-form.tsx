import { MailCheck, Send } from 'lucide-react'
import { useState } from 'react'
import type { Segment } from '#shared/mail/campaigns/contract.ts'
import { SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { formatNumber } from '../figures.ts'
import { sendTest } from './data.ts'
import { MailPreview } from './mail-preview.tsx'
import { SendDialog } from './send-dialog.tsx'

type Draft = { subject: string; text: string }
type CampaignFormProps = { segment: Segment; reached: number; draft: Draft; onChange: (draft: Draft) => void; onSent: () => void }

const toWhom = (reached: number): string => `${formatNumber(reached)} ${reached === 1 ? 'person' : 'people'}`

/** The campaign editor, with a preview and send buttons. */
export const CampaignForm = ({ segment, reached, draft, onChange, onSent }: CampaignFormProps) => {
  const { email } = useUser()
  const [isTesting, setIsTesting] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isReady = draft.subject.trim() !== '' && draft.text.trim() !== ''
  const test = async () => {
    setIsTesting(true)
    await report(() => sendTest(draft), {
      done: () => ({ title: 'Test sent', description: `Check the inbox for ${email}.` }),
      failed: (reason) => ({ title: 'Failed to send the test', description: reason }),
    })
    setIsTesting(false)
  }
  return (
    <section aria-label="Message" className="rounded-dialog border border-line bg-surface p-5 shadow-card small:p-4">
      <div className="grid grid-cols-2 gap-6 narrow:grid-cols-1">
        <div className="grid content-start gap-3.5">
          <Field label="Subject">
            {(wiring) => (
              <TextInput
                {...wiring}
                maxLength={150}
                placeholder="Plan next week in five minutes"
                value={draft.subject}
                onChange={(event) => onChange({ ...draft, subject: event.target.value })}
              />
            )}
          </Field>
          <Field label="Message" hint="Leave a blank line between paragraphs. We add the greeting, the button, and the unsubscribe link.">
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={12}
                maxLength={5000}
                placeholder="What’s new, and what it does for a teacher’s week"
                value={draft.text}
                onChange={(event) => onChange({ ...draft, text: event.target.value })}
              />
            )}
          </Field>
        </div>
        <MailPreview {...draft} />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2.5 border-t border-line pt-4">
        <Button icon={<MailCheck className="size-4" />} busy={isTesting} disabled={!isReady} onClick={() => void test()}>
          Send me a test
        </Button>
        <Button variant="solid" icon={<Send className="size-4" />} disabled={!isReady || reached === 0} onClick={() => setIsAsking(true)}>
          Send to {toWhom(reached)}
        </Button>
      </div>
      {(reached === 0 || !isReady) && (
        <p className="mt-2 text-right text-label text-ink-soft">
          {reached === 0 ? `No one in ${SEGMENT_NAMES[segment]} can get email right now.` : 'To send it, write a subject and a message.'}
        </p>
      )}
      {isAsking && (
        <SendDialog segment={segment} toWhom={toWhom(reached)} words={draft} onSent={onSent} onClose={() => setIsAsking(false)} />
      )}
    </section>
  )
}
