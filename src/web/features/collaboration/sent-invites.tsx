import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { SentInvite } from '#shared/collaboration/contract.ts'
import { formatNearDay, todayIn } from '#shared/dates.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
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
const ACTS = {
  waiting: 'Delete invitation',
  accepted: 'Stop sharing…',
  declined: 'Remove',
} as const satisfies Record<SentInvite['status'], string>

/** A switch that includes the teacher's student notes in sub plans printed by a colleague. Off by default. */
const StudentNotes = ({ invite: { id, includesStudentNotes, myCollaborators } }: { invite: SentInvite }) => (
  <div className="mt-3 rounded-control bg-sunken px-3.5 py-2.5">
    <Switch
      label="Include my student notes"
      description={`Adds them to sub plans that ${nameOf(myCollaborators)} prints for you, and nowhere else.`}
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

type RowProps = { invite: SentInvite; onDelete: () => void; onStop: () => void }

const SentRow = ({ invite, onDelete, onStop }: RowProps) => {
  const { timezone } = useUser()
  const today = useToday(timezone)
  const { data: settings } = useSettings()
  const { status, invitedAt, answeredAt, isAddressConfirmed, myCollaborators: person } = invite
  const dayOf = (instant: string) => formatNearDay(todayIn(timezone, Date.parse(instant)), today)
  const when = status === 'accepted' && answeredAt ? `Since ${dayOf(answeredAt)}` : `Sent ${dayOf(invitedAt)}`
  // Someone who hasn't confirmed their address can't have accepted yet, so 'Waiting' would say nothing more.
  const isUnconfirmed = status === 'waiting' && !isAddressConfirmed && settings?.mail
  const act = ACTS[status]
  return (
    <PersonRow
      person={person}
      badge={
        <>
          <Unconfirmed isAddressConfirmed={isAddressConfirmed} />
          {!isUnconfirmed && <StatusBadge status={status} />}
        </>
      }
      // Without a display name, the row's title is already the email address.
      about={person.displayName?.trim() ? [person.email, when] : [when]}
      below={status === 'accepted' && <StudentNotes invite={invite} />}
    >
      <Button size="sm" aria-label={`${act}: ${nameOf(person)}`} onClick={status === 'accepted' ? onStop : onDelete}>
        {act}
      </Button>
    </PersonRow>
  )
}

/** Lists the invitations that the teacher sent, both pending and resolved. */
export const SentInvites = ({ onInvite }: { onInvite: () => void }) => {
  const query = useQuery(sentQuery)
  const { take } = useInviteActions()
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
        {(invite) => <SentRow key={invite.id} invite={invite} onDelete={() => deleted(invite)} onStop={() => askToStop(invite)} />}
      </InviteList>
      {question}
    </>
  )
}
