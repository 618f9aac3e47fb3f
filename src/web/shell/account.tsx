import { AccountDialog } from '#web/features/accounts/settings/account-dialog.tsx'
import { useBillingTabs } from '#web/features/billing/account-tabs.tsx'

/** Account Management with what billing adds to it: the account itself knows of no plans. */
export const Account = ({ tab, onClose }: { tab?: string; onClose: () => void }) => (
  <AccountDialog others={useBillingTabs()} tab={tab} onClose={onClose} />
)
