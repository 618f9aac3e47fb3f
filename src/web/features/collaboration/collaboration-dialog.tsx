import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, Users } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { receivedQuery, sentQuery } from './data.ts'
import { InviteColleague } from './invite-colleague.tsx'
import { ReceivedInvites } from './received-invites.tsx'
import { SentInvites } from './sent-invites.tsx'

const PEOPLE = <Users className="size-7" />

type CollaborationDialogProps = {
  /** Opens with the received invitations. */
  showsReceived: boolean
  onView: (userId: string) => void
  onClose: () => void
}

type Tab = 'invite' | 'sent' | 'received'

/** Replaces the invitation form for teachers whose trial or plan has ended. */
const CannotInvite = ({ onClose }: Pick<CollaborationDialogProps, 'onClose'>) => (
  <EmptyState
    icon={PEOPLE}
    title="You need a plan to send invitations"
    description="Your trial or plan has ended. You can still accept invitations and view what colleagues share."
    action={
      <Button
        variant="solid"
        onClick={() => {
          onClose()
          runCommand('billing')
        }}
      >
        See plans
      </Button>
    }
  />
)

const Invites = ({ showsReceived, onView, onClose }: CollaborationDialogProps) => {
  const { data: sent } = useQuery(sentQuery)
  const { data: received } = useQuery(receivedQuery)
  const waiting = received?.filter(({ status }) => status === 'waiting').length ?? 0
  const mayInvite = useOwnCalendar().mayEdit
  // If an invitation is pending, the teacher probably came from its badge.
  const [tab, setTab] = useState<Tab>(showsReceived || waiting > 0 || !mayInvite ? 'received' : 'invite')
  // Arrow keys choose tabs, so a chosen tab must not take the focus from its name.
  const [hasChosenTab, setHasChosenTab] = useState(false)
  const chooseTab = (chosen: Tab) => {
    setHasChosenTab(true)
    setTab(chosen)
  }
  return (
    <Tabs
      label="Collaboration"
      className="sm:min-h-[min(520px,56dvh)]"
      value={tab}
      options={[
        { value: 'invite', label: 'Invite Teacher' },
        { value: 'sent', label: sent ? `Sent Invites (${sent.length})` : 'Sent Invites' },
        { value: 'received', label: 'Received', badge: <Count value={waiting} word="new" /> },
      ]}
      onChange={chooseTab}
    >
      <div className="min-h-[290px]">
        {tab === 'invite' &&
          (mayInvite ? <InviteColleague takesFocus={!hasChosenTab} onSent={() => setTab('sent')} /> : <CannotInvite onClose={onClose} />)}
        {tab === 'sent' && <SentInvites onInvite={() => setTab('invite')} />}
        {tab === 'received' && <ReceivedInvites onView={onView} />}
      </div>
      {tab === 'sent' && sent && sent.length > 0 && (
        <p className="flex items-center gap-2 border-t border-line pt-3.5 text-caption text-ink-soft">
          <LockKeyhole className="size-[15px] shrink-0" />
          They can view your lessons, notes, and days off. They can’t change anything.
        </p>
      )}
    </Tabs>
  )
}

/** Shares the teacher's schedule with colleagues and lists the schedules that colleagues share. */
export const CollaborationDialog = (props: CollaborationDialogProps) => (
  <Dialog onClose={props.onClose} title="Collaboration" description="Share your schedule, read-only, with teachers you trust.">
    {useUser().isGuest ? (
      <EmptyState
        icon={PEOPLE}
        title="Sign up to share your schedule"
        description="Colleagues find you by email. Everything you’ve planned as a guest comes with you."
        action={
          <Button variant="solid" onClick={() => navigate(SIGN_UP_ADDRESS)}>
            Sign up
          </Button>
        }
      />
    ) : (
      <Invites {...props} />
    )}
  </Dialog>
)
