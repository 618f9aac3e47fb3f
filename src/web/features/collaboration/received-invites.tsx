import { useQuery } from '@tanstack/react-query'
import { Eye, Inbox } from 'lucide-react'
import { useState } from 'react'
import type { ReceivedInvite } from '#shared/collaboration/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { accept, decline, receivedQuery, revokeReceived } from './data.ts'
import { InviteList } from './invite-list.tsx'
import { useInviteActions } from './invite-steps.ts'
import { PersonRow } from './person-row.tsx'

const INBOX = <Inbox aria-hidden="true" className="size-7" />
const EYE = <Eye aria-hidden="true" className="size-4" />

/** Lists the invitations that the teacher received, pending and answered. */
export const ReceivedInvites = ({ onView }: { onView: (userId: string) => void }) => {
  const { timezone } = useUser()
  const query = useQuery(receivedQuery)
  const { busy, take } = useInviteActions()
  const [toRevoke, setToRevoke] = useState<ReceivedInvite>()
  const dayOf = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'medium')
  const aboutOf = ({ status, invitedAt, answeredAt }: ReceivedInvite): string => {
    if (status === 'waiting') return `Wants to share with you · ${dayOf(invitedAt)}`
    return `${status === 'accepted' ? 'since' : 'declined'} ${dayOf(answeredAt ?? invitedAt)}`
  }
  const accepted = ({ id, invitedBy }: ReceivedInvite) =>
    void take(id, {
      call: () => accept(id),
      done: {
        title: 'Invitation accepted',
        description: `You can now view ${nameOf(invitedBy)}’s schedule.`,
        action: { label: 'View schedule', onPress: () => onView(invitedBy.id) },
      },
      failed: 'Failed to accept invitation',
    })
  const declined = ({ id, invitedBy }: ReceivedInvite) =>
    void take(id, {
      call: () => decline(id),
      done: { title: 'Invitation declined', description: nameOf(invitedBy) },
      failed: 'Failed to decline invitation',
    })
  const revoke = ({ id, invitedBy }: ReceivedInvite) =>
    void take(id, {
      call: () => revokeReceived(id),
      done: { title: 'Stopped viewing', description: `You can no longer view ${nameOf(invitedBy)}’s schedule.` },
      failed: 'Failed to revoke access',
    })
  return (
    <>
      <InviteList
        label="Received invitations"
        query={query}
        empty={
          <EmptyState
            icon={INBOX}
            title="No invitations yet"
            description="When a colleague shares their schedule with you, the invitation shows up here."
          />
        }
      >
        {(invite) => {
          const { id, status, invitedBy } = invite
          const name = nameOf(invitedBy)
          const about = invitedBy.displayName?.trim() ? `${invitedBy.email} · ${aboutOf(invite)}` : aboutOf(invite)
          return (
            <PersonRow
              key={id}
              person={invitedBy}
              about={about}
              below={
                status !== 'declined' && (
                  <div className="mt-2.5 flex gap-2 pl-[50px]">
                    {status === 'waiting' && (
                      <>
                        <Button
                          variant="solid"
                          size="sm"
                          className="flex-1"
                          busy={busy === id}
                          aria-label={`Accept invitation from ${name}`}
                          onClick={() => accepted(invite)}
                        >
                          Accept
                        </Button>
                        <Button
                          size="sm"
                          className="flex-1"
                          disabled={busy === id}
                          aria-label={`Decline invitation from ${name}`}
                          onClick={() => declined(invite)}
                        >
                          Decline
                        </Button>
                      </>
                    )}
                    {status === 'accepted' && (
                      <>
                        <Button
                          size="sm"
                          icon={EYE}
                          className="flex-1 text-brand!"
                          aria-label={`View schedule of ${name}`}
                          onClick={() => onView(invitedBy.id)}
                        >
                          View schedule
                        </Button>
                        <Button
                          size="sm"
                          className="flex-1 text-blocked!"
                          busy={busy === id}
                          aria-label={`Stop viewing ${name}’s schedule`}
                          onClick={() => setToRevoke(invite)}
                        >
                          Stop viewing
                        </Button>
                      </>
                    )}
                  </div>
                )
              }
            >
              <StatusBadge status={status} />
            </PersonRow>
          )
        }}
      </InviteList>
      {toRevoke && (
        <ConfirmDialog
          open
          title={`Stop viewing ${nameOf(toRevoke.invitedBy)}’s schedule?`}
          description={`To see it again, you’ll need a new invitation from ${nameOf(toRevoke.invitedBy)}.`}
          confirmLabel="Stop viewing"
          destructive
          onConfirm={() => {
            revoke(toRevoke)
            setToRevoke(undefined)
          }}
          onCancel={() => setToRevoke(undefined)}
        />
      )}
    </>
  )
}
