import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Inbox } from 'lucide-react'
import type { ReceivedInvite } from '#shared/collaboration/contract.ts'
import { formatNearDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { accept, decline, receivedQuery, revokeReceived } from './data.ts'
import { InviteList } from './invite-list.tsx'
import { useInviteActions } from './invite-steps.ts'
import { PersonRow } from './person-row.tsx'
import { RowMenu } from './row-menu.tsx'

const INBOX = <Inbox className="size-7" />
const EYE = <Eye className="size-4" />
const STOP = <EyeOff className="size-4" />

type RowProps = {
  invite: ReceivedInvite
  isBusy: boolean
  onView: () => void
  onAccept: () => void
  onDecline: () => void
  onStop: () => void
}

const Answers = ({ name, isBusy, onAccept, onDecline }: Pick<RowProps, 'isBusy' | 'onAccept' | 'onDecline'> & { name: string }) => (
  <>
    <Button
      variant="solid"
      size="sm"
      className="phone:flex-1"
      busy={isBusy}
      aria-label={`Accept invitation from ${name}`}
      onClick={onAccept}
    >
      Accept
    </Button>
    <Button size="sm" className="phone:flex-1" disabled={isBusy} aria-label={`Decline invitation from ${name}`} onClick={onDecline}>
      Decline
    </Button>
  </>
)

const ReceivedRow = ({ invite, isBusy, onView, onStop, ...answers }: RowProps) => {
  const { timezone } = useUser()
  const today = useToday(timezone)
  const { status, invitedAt, answeredAt, invitedBy } = invite
  const name = nameOf(invitedBy)
  const dayOf = (instant: string) => formatNearDay(todayIn(timezone, Date.parse(instant)), today)
  const about =
    status === 'waiting'
      ? `Wants to share their schedule with you, ${dayOf(invitedAt)}`
      : `${status === 'accepted' ? 'Since' : 'Declined'} ${dayOf(answeredAt ?? invitedAt)}`
  return (
    <PersonRow
      person={invitedBy}
      badge={<StatusBadge status={status} />}
      about={invitedBy.displayName?.trim() ? [invitedBy.email, about] : [about]}
      menu={
        status === 'accepted' && (
          <RowMenu name={name}>
            <MenuItem icon={STOP} onSelect={onStop}>
              Stop viewing…
            </MenuItem>
          </RowMenu>
        )
      }
      below={
        status === 'waiting' && (
          <div className="mt-2.5 flex gap-2 pl-[50px]">
            <Answers name={name} isBusy={isBusy} {...answers} />
          </div>
        )
      }
    >
      {status === 'accepted' && (
        <Button size="sm" icon={EYE} className="text-brand!" aria-label={`View schedule of ${name}`} onClick={onView}>
          View schedule
        </Button>
      )}
    </PersonRow>
  )
}

const PLACES = { waiting: 0, accepted: 1, declined: 2 } as const satisfies Record<ReceivedInvite['status'], number>

/** Lists the invitations that the teacher received: those that wait for an answer, then the accepted, then the declined. */
export const ReceivedInvites = ({ onView }: { onView: (userId: string) => void }) => {
  const { data, ...state } = useQuery(receivedQuery)
  const invites = data && [...data].sort((a, b) => PLACES[a.status] - PLACES[b.status])
  const { busy, take } = useInviteActions()
  const { ask, question } = useQuestion()
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
  const stopped = ({ id, invitedBy }: ReceivedInvite) =>
    void take(id, {
      call: () => revokeReceived(id),
      done: { title: 'Stopped viewing', description: `You can no longer view ${nameOf(invitedBy)}’s schedule.` },
      failed: 'Failed to revoke access',
    })
  const askToStop = (invite: ReceivedInvite) =>
    ask({
      title: `Stop viewing ${nameOf(invite.invitedBy)}’s schedule?`,
      description: `To see it again, you’ll need a new invitation from ${nameOf(invite.invitedBy)}.`,
      confirmLabel: 'Stop viewing',
      destructive: true,
      onConfirm: () => stopped(invite),
    })
  return (
    <>
      <InviteList
        label="Received invitations"
        query={{ ...state, data: invites }}
        empty={
          <EmptyState
            icon={INBOX}
            title="No invitations yet"
            description="When a colleague shares their schedule with you, the invitation shows up here."
          />
        }
      >
        {(invite) => (
          <ReceivedRow
            key={invite.id}
            invite={invite}
            isBusy={busy === invite.id}
            onView={() => onView(invite.invitedBy.id)}
            onAccept={() => accepted(invite)}
            onDecline={() => declined(invite)}
            onStop={() => askToStop(invite)}
          />
        )}
      </InviteList>
      {question}
    </>
  )
}
