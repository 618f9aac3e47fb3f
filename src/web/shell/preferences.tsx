import { PreferencesDialog } from '#web/features/accounts/settings/preferences-dialog.tsx'
import { SchoolInvitations } from '#web/features/schools/school-invitations.tsx'
import { SchoolSection } from '#web/features/schools/school-section.tsx'

/** Preferences, with the school that one has joined or is asked to: the account itself knows of none. */
export const Preferences = ({ onClose }: { onClose: () => void }) => (
  <PreferencesDialog onClose={onClose} before={<SchoolInvitations />}>
    <SchoolSection />
  </PreferencesDialog>
)
