import { useState } from 'react'
import { useUser } from '#web/features/accounts/data.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type ProfileDraft, ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { StorageSection } from './storage-section.tsx'

const PROFILE = { value: 'profile', label: 'Profile' } as const
const SECURITY = { value: 'security', label: 'Security' } as const

/** Profile, password, devices, and the data of the account. */
export const AccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { googleId, displayName, profileImage } = useUser()
  const [tab, setTab] = useState<'profile' | 'security'>('profile')
  const [draft, setDraft] = useState<ProfileDraft>({ name: displayName ?? '', picture: profileImage })
  // An account that signs in with Google has no password here.
  const options = googleId ? [PROFILE] : [PROFILE, SECURITY]
  const isChanged = draft.name.trim() !== (displayName ?? '') || draft.picture !== profileImage
  return (
    <Dialog
      onClose={onClose}
      unsaved={{ isChanged: () => isChanged, message: 'What you changed in your profile has not been saved.' }}
      title="Account Management"
    >
      <Tabs label="Account" value={tab} options={options} onChange={setTab}>
        <div className="pt-4">
          {tab === 'profile' ? (
            <>
              <ProfileForm draft={draft} onDraft={setDraft} />
              <StorageSection />
            </>
          ) : (
            <SecurityPanel />
          )}
        </div>
      </Tabs>
    </Dialog>
  )
}
