import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { SentInvite } from '#shared/collaboration/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { report } from '#web/ui/report.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { deleteInvite, reloadInvites, revokeSent, sentQuery, shareStudentNotes } from './data.ts'
import { InviteList } from './invite-list.tsx'
import { useInviteActions } from './invite-steps.ts'
import { PersonRow } from './person-row.tsx'

const PEOPLE = <Users className="size-7" />

/** A switch that includes the teacher's student notes in sub plans printed by a colleague. Off by default. */
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

type RowProps = { invite: SentInvite; isBusy: boolean; onDelete: () => void; onStop: () => void }

const SentRow = ({ invite, isBusy, onDelete, onStop }: RowProps) => {
  const { timezone } = useUser()
  const { status, invitedAt, answeredAt, isAddressConfirmed, myCollaborators: person } = invite
  const name = nameOf(person)
  const dayOf = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'medium')
  const when = status === 'accepted' && answeredAt ? `since ${dayOf(answeredAt)}` : `sent ${dayOf(invitedAt)}`
  return (
    <PersonRow
      person={person}
      // Without a display name, the row's title is already the email address.
      about={person.displayName?.trim() ? `${person.email} · ${when}` : when}
      below={status === 'accepted' && <StudentNotes invite={invite} />}
    >
      <Unconfirmed isAddressConfirmed={isAddressConfirmed} />
      <StatusBadge status={status} />
      {status === 'accepted' && (
        <Button size="sm" className="text-blocked!" busy={isBusy} aria-label={`Stop sharing with ${name}`} onClick={onStop}>
          Stop sharing
        </Button>
      )}
      {status === 'waiting' && (
        <Button size="sm" busy={isBusy} aria-label={`Delete invitation to ${name}`} onClick={onDelete}>
          Delete invitation
        </Button>
      )}
      {status === 'declined' && (
        <Button variant="ghost" size="sm" busy={isBusy} aria-label={`Remove ${name}`} onClick={onDelete}>
          Remove
        </Button>
      )}
    </PersonRow>
  )
}

/** Lists the invitations that the teacher sent, both pending and resolved. */
export const SentInvites = ({ onInvite }: { onInvite: () => void }) => {
  const query = useQuery(sentQuery)
  const { busy, take } = useInviteActions()
  const { ask, question } = useQuestion()
  const deleted = ({ id, myCollaborators }: SentInvite) =>
    void take(id, {
      call: () => deleteInvite(id),
      done: { title: 'Invitation deleted', description: nameOf(myCollaborators) },
      failed: 'Failed to delete invitation',
    })
  const stopped = ({ id, myCollaborators }: SentInvite) =>
    void take(id, {
      call: () => revokeSent(id),
      done: { title: 'Sharing stopped', description: `${nameOf(myCollaborators)} can no longer view your schedule.` },
      failed: 'Failed to revoke access',
    })
  const askToStop = (invite: SentInvite) =>
    ask({
      title: `Stop sharing with ${nameOf(invite.myCollaborators)}?`,
      description: `${nameOf(invite.myCollaborators)} won’t be able to view your schedule. You can invite them again anytime.`,
      confirmLabel: 'Stop sharing',
      destructive: true,
      onConfirm: () => stopped(invite),
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
            description="Invite a colleague to view your plans and print a sub plan when you’re out."
            action={<Button onClick={onInvite}>Invite Teacher</Button>}
          />
        }
      >
        {(invite) => (
          <SentRow
            key={invite.id}
            invite={invite}
            isBusy={busy === invite.id}
            onDelete={() => deleted(invite)}
            onStop={() => askToStop(invite)}
          />
        )}
      </InviteList>
      {question}
    </>
  )
}
