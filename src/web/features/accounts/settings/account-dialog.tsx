import { type ComponentType, useState } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { useTitleMeanwhile } from '#web/lib/page-title.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type ProfileDraft, ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { YourDataPanel } from './your-data-panel.tsx'

/** A tab provided by another feature. */
export type AccountTab = { value: string; label: string; Content: ComponentType }

const PROFILE = { value: 'profile', label: 'Profile' }
const SECURITY = { value: 'security', label: 'Security' }
const DATA = { value: 'data', label: 'Your Data' }

type AccountDialogProps = {
  /** Passed in, because those features import this one. */
  others?: readonly AccountTab[]
  /** Value of the initially selected tab. */
  tab?: string | undefined
  onClose: () => void
}

/** The Account Management dialog: the user's profile, security, and data, and tabs from other features. */
export const AccountDialog = ({ others = [], tab: first = PROFILE.value, onClose }: AccountDialogProps) => {
  const user = useUser()
  const { isGuest, hasPassword, displayName, profileImage } = user
  const [chosen, setChosen] = useState(first)
  const [draft, setDraft] = useState<ProfileDraft>({ name: displayName ?? '', picture: profileImage })
  // Users who sign in only with a provider see the security settings on the profile tab. This doesn't update while the dialog is open, so
  // that setting a password doesn't move those settings to another tab.
  const [hasSecurity] = useState(hasPassword)
  const options = [PROFILE, ...(hasSecurity ? [SECURITY] : []), ...others, DATA]
  const { value: tab, label } = options.find(({ value }) => value === chosen) ?? PROFILE
  useTitleMeanwhile(`${label} · Account`)
  const Other = others.find(({ value }) => value === tab)?.Content
  const isChanged = draft.name.trim() !== (displayName ?? '') || draft.picture !== profileImage
  return (
    <Dialog
      onClose={onClose}
      unsaved={{ isChanged: () => isChanged, message: 'You have unsaved changes to your profile.' }}
      title="Account Management"
      description={[displayName?.trim(), user.email].filter(Boolean).join(' · ')}
      size={others.length > 0 ? 'lg' : 'md'}
    >
      <Tabs label="Account" value={tab} options={options} onChange={setChosen} className="sm:min-h-[min(520px,56dvh)]">
        <div className="pt-4">
          {Other && <Other />}
          {tab === SECURITY.value && <SecurityPanel />}
          {tab === DATA.value && <YourDataPanel />}
          {tab === PROFILE.value && (
            <>
              <ProfileForm draft={draft} isChanged={isChanged} onDraft={setDraft} />
              {!hasSecurity && !isGuest && (
                <div className="mt-6 border-t border-line pt-5">
                  <SecurityPanel />
                </div>
              )}
            </>
          )}
        </div>
      </Tabs>
    </Dialog>
  )
}
