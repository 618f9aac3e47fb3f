import { PreferencesDialog } from '#web/features/accounts/settings/preferences-dialog.tsx'
import { SchoolInvitations } from '#web/features/schools/school-invitations.tsx'
import { SchoolSection } from '#web/features/schools/school-section.tsx'

/** Preferences plus the teacher's school and school invitations. The accounts feature itself doesn't depend on schools. */
export const Preferences = ({ onClose }: { onClose: () => void }) => (
  <PreferencesDialog onClose={onClose} before={<SchoolInvitations />}>
    <SchoolSection />
  </PreferencesDialog>
)
