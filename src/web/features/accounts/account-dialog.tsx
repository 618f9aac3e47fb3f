import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useUser } from './data.ts'
import { ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'

/** Who someone is here, and what keeps the account theirs. */
export const AccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { googleId } = useUser()
  const [tab, setTab] = useState<'profile' | 'security'>('profile')
  const tabs = [
    { value: 'profile' as const, label: 'Profile', panel: <ProfileForm /> },
    // Whoever signs in with Google has no password here.
    ...(googleId ? [] : [{ value: 'security' as const, label: 'Security', panel: <SecurityPanel /> }]),
  ]
  return (
    <Dialog open onOpenChange={onClose} title="Account Management">
      <Tabs label="Account" value={tab} tabs={tabs} onChange={setTab} />
    </Dialog>
  )
}
