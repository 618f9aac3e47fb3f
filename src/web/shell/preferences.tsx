import { OwnDevice } from '#web/features/accounts/settings/own-device.tsx'
import { PreferencesDialog } from '#web/features/accounts/settings/preferences-dialog.tsx'
import { OtherCalendars } from '#web/features/feeds/other-calendars.tsx'
import { SchoolInvitations } from '#web/features/schools/school-invitations.tsx'
import { SchoolSection } from '#web/features/schools/school-section.tsx'
import { useWaiting } from '#web/lib/waiting.ts'

/** Preferences plus this device, other calendars, and the teacher's school and school invitations. The accounts feature itself depends on neither. */
export const Preferences = ({ onClose }: { onClose: () => void }) => (
  <PreferencesDialog
    onClose={onClose}
    schoolInvitations={useWaiting().get('preferences') ?? 0}
    calendars={<OtherCalendars />}
    school={
      <>
        <OwnDevice />
        <SchoolInvitations />
        <SchoolSection />
      </>
    }
  />
)
