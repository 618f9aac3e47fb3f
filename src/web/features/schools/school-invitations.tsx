import { useQuery } from '@tanstack/react-query'
import { School } from 'lucide-react'
import { useState } from 'react'
import type { SchoolInvitation } from '#shared/schools/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { confirmFirst } from '#web/features/sign-in/links/confirm-first.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { declineSchool, joinSchool, mySchoolQuery } from './data.ts'

const Invitation = ({ invitation: { id, schoolName, invitedBy } }: { invitation: SchoolInvitation }) => {
  const [busy, setBusy] = useState<'join' | 'decline'>()
  const answer = async (which: 'join' | 'decline') => {
    setBusy(which)
    await (which === 'join'
      ? report(() => joinSchool(id), {
          done: () => ({
            title: `You joined ${schoolName}`,
            description: 'In Preferences, you can see who can view your schedule and leave the school.',
          }),
          failed: (reason, error) => ({ title: 'Failed to accept invitation', description: reason, ...confirmFirst(error) }),
        })
      : report(() => declineSchool(id), {
          done: () => ({ title: 'Invitation declined', description: schoolName }),
          failed: (reason) => ({ title: 'Failed to decline invitation', description: reason }),
        })
    ).finally(() => setBusy(undefined))
  }
  return (
    <li className="mb-4 grid gap-3 rounded-card border border-brand bg-brand-soft p-3.5">
      <div className="flex gap-3">
        <School className="mt-0.5 size-5 shrink-0 text-brand" />
        <p>
          <strong className="block font-semibold">{`${schoolName} invited you to join`}</strong>
          <span className="text-label">
            {invitedBy && `Invited by ${invitedBy}. `}
            {`${schoolName} administrators will be able to view your schedule, but not change it. You can see every visit and leave anytime.`}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="solid"
          size="sm"
          className="flex-1"
          busy={busy === 'join'}
          disabled={busy === 'decline'}
          aria-label={`Accept the invitation from ${schoolName}`}
          onClick={() => void answer('join')}
        >
          Accept
        </Button>
        <Button
          size="sm"
          className="flex-1"
          busy={busy === 'decline'}
          disabled={busy === 'join'}
          aria-label={`Decline the invitation from ${schoolName}`}
          onClick={() => void answer('decline')}
        >
          Decline
        </Button>
      </div>
    </li>
  )
}

/** Lists the teacher's pending school invitations. */
export const SchoolInvitations = () => {
  const { isGuest } = useUser()
  const { data } = useQuery({ ...mySchoolQuery, enabled: !isGuest })
  return (
    data !== undefined &&
    data.invitations.length > 0 && (
      <ul aria-label="School invitations">
        {data.invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    )
  )
}
