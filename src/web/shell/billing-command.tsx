import { useState } from 'react'
import { useUser } from '#web/features/accounts/data.ts'
import { useBilling } from '#web/features/billing/data.ts'
import { type Command, useCommands } from '#web/lib/commands.ts'
import { Account } from './account.tsx'

const NONE: Command[] = []

/** Opens Account Management at Billing, where there is billing. */
export const BillingCommand = () => {
  const { isGuest } = useUser()
  const { data: billing } = useBilling()
  const [isOpen, setIsOpen] = useState(false)
  const commands: Command[] = [
    {
      id: 'billing',
      label: 'Billing',
      group: 'Settings',
      words: 'plan subscription price pay invoice card cancel referral credit',
      run: () => setIsOpen(true),
    },
  ]
  useCommands(!isGuest && billing && billing.state !== 'off' ? commands : NONE)
  return isOpen && <Account tab="billing" onClose={() => setIsOpen(false)} />
}
