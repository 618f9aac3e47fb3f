import { useState } from 'react'
import { useBillingTabs } from '#web/features/billing/account-tabs.tsx'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { Account } from './account.tsx'

/** Registers the commands that open the Billing and AI Usage tabs in Account Management, if the user has those tabs. */
export const BillingCommand = () => {
  const tabs = useBillingTabs().map(({ value }) => value)
  const [tab, setTab] = useState<string>()
  const commands: Command[] = [
    {
      id: 'billing',
      label: 'Billing',
      group: 'Settings',
      words: 'plan subscription price pay invoice card cancel referral credit',
      run: () => setTab('billing'),
    },
    { id: 'ai-usage', label: 'AI Usage', group: 'Settings', words: 'tokens credits add-on', run: () => setTab('ai-usage') },
  ]
  useCommands(commands.filter(({ id }) => tabs.includes(id)))
  return tab && <Account tab={tab} onClose={() => setTab(undefined)} />
}
