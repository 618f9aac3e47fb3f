import { useState } from 'react'
import type { CampaignWords, Segment } from '#shared/mail/campaigns/contract.ts'
import { SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { startCampaign } from './data.ts'

type SendDialogProps = { segment: Segment; toWhom: string; words: CampaignWords; onSent: () => void; onClose: () => void }

/** Asks the admin to confirm sending a campaign. */
export const SendDialog = ({ segment, toWhom, words, onSent, onClose }: SendDialogProps) => {
  // One idempotency key per dialog, so that a retry after a lost response doesn't send the campaign twice.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <ActionDialog
      title={`Send this email to ${toWhom}?`}
      description={`“${words.subject.trim()}” goes to everyone in ${SEGMENT_NAMES[segment]} who hasn’t unsubscribed. You can’t unsend it.`}
      submitLabel={`Send to ${toWhom}`}
      call={() => startCampaign({ id, segment, ...words })}
      messages={{
        done: () => ({ title: 'Sending your email', description: 'Check its progress in the report below.' }),
        failed: (reason) => ({ title: 'Failed to send the email', description: reason }),
      }}
      onDone={() => {
        onSent()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
