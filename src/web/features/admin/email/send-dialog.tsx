import { useState } from 'react'
import type { CampaignWords, Segment } from '#shared/mail/campaigns/contract.ts'
import { SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { GuardedForm } from '#web/features/accounts/guarded-section.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { startCampaign } from './data.ts'

type SendDialogProps = { segment: Segment; toWhom: string; words: CampaignWords; onSent: () => void; onClose: () => void }

/** Asks the admin to confirm sending a campaign. */
export const SendDialog = ({ segment, toWhom, words, onSent, onClose }: SendDialogProps) => {
  // One idempotency key per dialog, so that a retry after a lost response doesn't send the campaign twice.
  const [id] = useState(() => crypto.randomUUID())
  const [isPending, whilePending] = usePending()
  const send = async () => {
    await whilePending(() => startCampaign({ id, segment, ...words }))
  }
  return (
    <Dialog
      size="sm"
      title={`Send this email to ${toWhom}?`}
      description={`“${words.subject.trim()}” goes to everyone in ${SEGMENT_NAMES[segment]} who hasn’t unsubscribed. You can’t unsend it.`}
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: `Send to ${toWhom}`, variant: 'solid' }}
        isPending={isPending}
        call={send}
        messages={{
          done: () => ({ title: 'Sending your email', description: 'Check its progress in the report below.' }),
          failed: (reason) => ({ title: 'Failed to send the email', description: reason }),
        }}
        onDone={() => {
          onSent()
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
