import { AccountDialog } from '#web/features/accounts/settings/account-dialog.tsx'
import { useBillingTabs } from '#web/features/billing/account-tabs.tsx'

/** Account Management plus the billing tabs. The accounts feature itself doesn't depend on billing. */
export const Account = ({ tab, onClose }: { tab?: string; onClose: () => void }) => (
  <AccountDialog others={useBillingTabs()} tab={tab} onClose={onClose} />
)
