import { PreferencesDialog } from '#web/features/accounts/settings/preferences-dialog.tsx'
import { SchoolInvitations } from '#web/features/schools/school-invitations.tsx'
import { SchoolSection } from '#web/features/schools/school-section.tsx'
import { useWaiting } from '#web/lib/waiting.ts'

/** Preferences plus the teacher's school and school invitations. The accounts feature itself doesn't depend on schools. */
export const Preferences = ({ onClose }: { onClose: () => void }) => (
  <PreferencesDialog
    onClose={onClose}
    schoolInvitations={useWaiting().get('preferences') ?? 0}
    school={
      <>
        <SchoolInvitations />
        <SchoolSection />
      </>
    }
  />
)
