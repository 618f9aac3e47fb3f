import { PRICES } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { AddOnRow } from './add-on-row.tsx'

/** Whether the add-on is part of the account. */
export const AiUsagePanel = () => {
  const { aiFeatureFlag } = useUser()
  if (!aiFeatureFlag)
    return (
      <div className="grid gap-3">
        <p className="text-ink-soft">Your account has no AI. It can be added to a trial and to a plan.</p>
        <AddOnRow />
      </div>
    )
  return (
    <p className="text-ink-soft">
      The AI add-on is part of your account: {PRICES.aiAddOn.tokens.toLocaleString('en-US')} tokens each month.
    </p>
  )
}
