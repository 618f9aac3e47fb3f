import type { AccountTab } from '#web/features/accounts/settings/account-dialog.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useIsAway } from '#web/features/people/use-is-away.ts'
import { AiUsagePanel } from './ai-usage-panel.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { useBilling } from './data.ts'
import { ReferralPanel } from './referral-panel.tsx'

/**
 * Returns the billing tabs for Account Management. Guests get none. Omits the plan tabs if nothing is for sale, and the AI tab if AI isn't
 * set up.
 */
export const useBillingTabs = (): AccountTab[] => {
  const { isGuest, isAdmin } = useUser()
  const { data: billing } = useBilling()
  const { data: settings } = useSettings()
  const isAway = useIsAway()
  if (isGuest) return []
  // The panel then says that it needs the network.
  if (!billing) return isAway ? [{ value: 'billing', label: 'Billing', Content: BillingPanel }] : []
  const isAiSold = billing.prices.ai_addon !== undefined
  return [
    ...(billing.state === 'off'
      ? []
      : [
          { value: 'billing', label: 'Billing', Content: BillingPanel },
          { value: 'referral', label: 'Referral', Content: ReferralPanel },
        ]),
    ...(isAiSold || settings?.ai || isAdmin ? [{ value: 'ai-usage', label: 'AI Usage', Content: AiUsagePanel }] : []),
  ]
}
