import { X } from 'lucide-react'
import { useState } from 'react'
import { statusAt, trialDaysLeft } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { slot, text } from '#web/lib/storage.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useBilling, useSubscription } from './data.ts'
import { usePayment } from './payment.ts'
import { PaymentFailed } from './payment-failed.tsx'
import { trialLine } from './plans.ts'
import { WaitingForPayment } from './waiting-for-payment.tsx'

/** Stores when the trial notice was dismissed, and by which user. */
const trialLinePutAway = slot('trialLine', text, 'device')

/** A notice shortly before the trial ends. It can be dismissed until the next day. */
const TrialLine = ({ text }: { text: string }) => {
  const { id, timezone } = useUser()
  const day = `${id} ${useToday(timezone)}`
  const [putAway, setPutAway] = useState(trialLinePutAway.get)
  if (putAway === day) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken py-1 pr-1 pl-3.5 text-label text-ink-soft">
      <span className="min-w-[24ch] flex-1">{text} Choose a plan to keep planning. Your lessons are safe either way.</span>
      <span className="flex gap-1">
        <Button size="sm" onClick={() => runCommand('billing')}>
          See plans
        </Button>
        <IconButton
          variant="ghost"
          label="Hide until tomorrow"
          onClick={() => {
            trialLinePutAway.set(day)
            setPutAway(day)
          }}
        >
          <X className="size-4" />
        </IconButton>
      </span>
    </p>
  )
}

const FailedPayment = () => useSubscription().data?.items.some(({ hasFailed }) => hasFailed) && <PaymentFailed />

/** Billing notices above the calendar. */
export const Notices = () => {
  const user = useUser()
  const now = useNow()
  const payment = usePayment()
  const { data: billing } = useBilling()
  const status = statusAt(user, now)
  const line = status === 'TRIAL' && billing && billing.state !== 'off' ? trialLine(trialDaysLeft(user.freeTrialStarted, now)) : null
  if (payment) return <WaitingForPayment payment={payment} />
  if (line) return <TrialLine text={line} />
  return status === 'PROTEACHERACTIVE' && billing?.state === 'on' && <FailedPayment />
}
