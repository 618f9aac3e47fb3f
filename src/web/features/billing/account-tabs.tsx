import { useUser } from '#web/features/accounts/data.ts'
import type { AccountTab } from '#web/features/accounts/settings/account-dialog.tsx'
import { AiUsagePanel } from './ai-usage-panel.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { useBilling } from './data.ts'
import { ReferralPanel } from './referral-panel.tsx'

/** What billing adds to Account Management: nothing for a guest, who buys nothing, nor where nothing is sold. */
export const useBillingTabs = (): AccountTab[] => {
  const { isGuest, aiFeatureFlag } = useUser()
  const { data: billing } = useBilling()
  if (isGuest || !billing || billing.state === 'off') return []
  const isAiSold = billing.prices.ai_addon !== undefined
  return [
    { value: 'billing', label: 'Billing', Content: BillingPanel },
    { value: 'referral', label: 'Referral', Content: ReferralPanel },
    ...(isAiSold || aiFeatureFlag ? [{ value: 'ai-usage', label: 'AI Usage', Content: AiUsagePanel }] : []),
  ]
}
