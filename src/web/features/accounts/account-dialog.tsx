import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useUser } from './data.ts'
import { ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'

const PROFILE = { value: 'profile', label: 'Profile' } as const
const SECURITY = { value: 'security', label: 'Security' } as const

/** Who someone is here, and what keeps the account theirs. */
export const AccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { googleId } = useUser()
  const [tab, setTab] = useState<'profile' | 'security'>('profile')
  // Whoever signs in with Google has no password here.
  const options = googleId ? [PROFILE] : [PROFILE, SECURITY]
  return (
    <Dialog open onOpenChange={onClose} title="Account Management">
      <Tabs label="Account" value={tab} options={options} onChange={setTab}>
        <div className="pt-4">{tab === 'profile' ? <ProfileForm /> : <SecurityPanel />}</div>
      </Tabs>
    </Dialog>
  )
}
