import { InviteForm } from '#web/features/collaboration/invite-form.tsx'
import { report } from '#web/ui/report.ts'

/** Invites a teacher by email address to join a school. */
export const InviteToSchool = ({ invite, takesFocus = false }: { invite: (email: string) => Promise<void>; takesFocus?: boolean }) => (
  <InviteForm
    takesFocus={takesFocus}
    hint="They can accept in Firstbell, or after they sign up."
    send={(email) =>
      report(() => invite(email), {
        done: () => ({ title: 'Invitation sent', description: email }),
        failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
      })
    }
  />
)
