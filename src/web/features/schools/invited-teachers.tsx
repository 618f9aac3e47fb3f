import { useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDay, todayIn } from '#shared/dates.ts'
import { InviteList } from '#web/features/collaboration/invite-list.tsx'
import { PersonRow } from '#web/features/collaboration/person-row.tsx'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { report } from '#web/ui/report.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { invitationsQuery, inviteTeacher, withdrawInvitation } from './data.ts'
import { InviteToSchool } from './invite-to-school.tsx'

const LETTER = <MailPlus className="size-7" />

/** Lists the school's open and declined invitations, with a form to invite more teachers. */
export const InvitedTeachers = () => {
  const { timezone } = useUser()
  const query = useQuery(invitationsQuery)
  const [busy, setBusy] = useState<string>()
  const withdraw = async (id: string, email: string) => {
    setBusy(id)
    await report(() => withdrawInvitation(id), {
      done: () => ({ title: 'Invitation withdrawn', description: email }),
      failed: (reason) => ({ title: 'Failed to withdraw the invitation', description: reason }),
    }).finally(() => setBusy(undefined))
  }
  return (
    <>
      <InviteToSchool invite={inviteTeacher} />
      <InviteList
        label="Invitations"
        query={query}
        empty={<EmptyState icon={LETTER} title="No pending invitations" description="People you invite are listed here until they join." />}
      >
        {({ id, email, status, invitedAt }) => (
          <PersonRow
            key={id}
            person={{ id, displayName: null, email }}
            about={`sent ${formatDay(todayIn(timezone, Date.parse(invitedAt)), 'medium')}`}
          >
            <StatusBadge status={status} />
            <Button
              size="sm"
              busy={busy === id}
              aria-label={`${status === 'waiting' ? 'Withdraw' : 'Remove'} invitation to ${email}`}
              onClick={() => void withdraw(id, email)}
            >
              {status === 'waiting' ? 'Withdraw' : 'Remove'}
            </Button>
          </PersonRow>
        )}
      </InviteList>
    </>
  )
}
