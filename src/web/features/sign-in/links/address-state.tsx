import { BadgeCheck } from 'lucide-react'
import type { User } from '#shared/accounts/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { useAskToConfirm } from './data.ts'

type Confirmable = Pick<User, 'email' | 'isEmailConfirmed' | 'mailComesBack'>

/** Shows whether the user's email address is confirmed or bounces, and lets the user confirm it. */
export const AddressState = ({ email, isEmailConfirmed, mailComesBack }: Confirmable) => {
  const ask = useAskToConfirm()
  if (isEmailConfirmed && !mailComesBack)
    return (
      <span className="flex items-center gap-1.5 text-caption text-ink-soft">
        <BadgeCheck className="size-4" /> Confirmed
      </span>
    )
  const send = () =>
    void report(() => ask.mutateAsync(), {
      done: () => ({ title: 'Check your email', description: `We sent a link to ${email}.` }),
      failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
    })
  return (
    <span className="flex flex-wrap items-center justify-between gap-2 text-caption text-ink-soft">
      {mailComesBack ? 'Email to this address bounced.' : 'Your email isn’t confirmed yet. Confirm it, so we know our emails reach you.'}
      <Button size="sm" busy={ask.isPending} disabled={ask.isSuccess} onClick={send}>
        Confirm your email
      </Button>
    </span>
  )
}
