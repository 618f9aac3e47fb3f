import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { SentInvite } from '#shared/collaboration/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { report } from '#web/ui/report.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { deleteInvite, reloadInvites, revokeSent, sentQuery, shareStudentNotes } from './data.ts'
import { InviteList } from './invite-list.tsx'
import { useInviteActions } from './invite-steps.ts'
import { PersonRow } from './person-row.tsx'

const PEOPLE = <Users aria-hidden="true" className="size-7" />

/** Switch that includes the teacher's student notes in sub plans printed by a colleague. Off by default. */
const StudentNotes = ({ invite: { id, includesStudentNotes, myCollaborators } }: { invite: SentInvite }) => (
  <div className="mt-3 rounded-control bg-sunken px-3.5 py-2.5">
    <Switch
      label="Include my student notes"
      description={`When ${nameOf(myCollaborators)} prints a sub plan for you, it includes your student notes. They don’t appear anywhere else.`}
      checked={includesStudentNotes}
      onChange={(isOn) =>
        void report(() => shareStudentNotes(id, isOn), {
          failed: (reason) => {
            void reloadInvites()
            return { title: 'Failed to update sharing', description: reason }
          },
        })
      }
    />
  </div>
)

/** Lists the invitations that the teacher sent, pending and answered. */
export const SentInvites = ({ onInvite }: { onInvite: (() => void) | undefined }) => {
  const { timezone } = useUser()
  const query = useQuery(sentQuery)
  const { busy, take } = useInviteActions()
  const [toRevoke, setToRevoke] = useState<SentInvite>()
  const dayOf = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'medium')
  const aboutOf = ({ status, invitedAt, answeredAt, myCollaborators: { displayName, email } }: SentInvite): string => {
    const when = status === 'accepted' && answeredAt ? `since ${dayOf(answeredAt)}` : `sent ${dayOf(invitedAt)}`
    // Without a display name, the row's title is already the email address.
    return displayName?.trim() ? `${email} · ${when}` : when
  }
  const remove = ({ id, myCollaborators }: SentInvite) =>
    void take(id, {
      call: () => deleteInvite(id),
      done: { title: 'Invitation deleted', description: nameOf(myCollaborators) },
      failed: 'Failed to delete invitation',
    })
  const revoke = ({ id, myCollaborators }: SentInvite) =>
    void take(id, {
      call: () => revokeSent(id),
      done: { title: 'Sharing stopped', description: `${nameOf(myCollaborators)} can no longer view your schedule.` },
      failed: 'Failed to revoke access',
    })
  return (
    <>
      <InviteList
        label="Sent invitations"
        query={query}
        empty={
          <EmptyState
            icon={PEOPLE}
            title="You haven’t shared your schedule yet"
            description={
              onInvite
                ? 'Invite a colleague to view your plans and print a sub plan when you’re out.'
                : 'Choose a plan to invite a colleague.'
            }
            action={onInvite && <Button onClick={onInvite}>Invite Teacher</Button>}
          />
        }
      >
        {(invite) => {
          const { id, status, myCollaborators } = invite
          const name = nameOf(myCollaborators)
          return (
            <PersonRow
              key={id}
              person={myCollaborators}
              about={aboutOf(invite)}
              below={status === 'accepted' && <StudentNotes invite={invite} />}
            >
              <Unconfirmed isAddressConfirmed={invite.isAddressConfirmed} />
              <StatusBadge status={status} />
              {status === 'accepted' && (
                <Button
                  size="sm"
                  className="text-blocked!"
                  busy={busy === id}
                  aria-label={`Stop sharing with ${name}`}
                  onClick={() => setToRevoke(invite)}
                >
                  Stop sharing
                </Button>
              )}
              {status === 'waiting' && (
                <Button size="sm" busy={busy === id} aria-label={`Delete invitation to ${name}`} onClick={() => remove(invite)}>
                  Delete invitation
                </Button>
              )}
              {status === 'declined' && (
                <Button variant="ghost" size="sm" busy={busy === id} aria-label={`Remove ${name}`} onClick={() => remove(invite)}>
                  Remove
                </Button>
              )}
            </PersonRow>
          )
        }}
      </InviteList>
      {toRevoke && (
        <ConfirmDialog
          open
          title={`Stop sharing with ${nameOf(toRevoke.myCollaborators)}?`}
          description={`${nameOf(toRevoke.myCollaborators)} won’t be able to view your schedule. You can invite them again anytime.`}
          confirmLabel="Stop sharing"
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
