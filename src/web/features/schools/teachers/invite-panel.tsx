import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, MailX, Send } from 'lucide-react'
import { formatDay, todayIn } from '#shared/dates.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { invitationsQuery, resendInvitation, withdrawInvitation } from '#web/features/schools/data.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { report } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { copyAddress } from './copy-address.ts'
import { InviteForm } from './invite-form.tsx'

const MORE = <Ellipsis className="size-[18px]" />
const COPY = <Copy className="size-4" />
const AGAIN = <Send className="size-4" />
const OUT = <MailX className="size-4" />

type Sent = { id: string; email: string; status: 'waiting' | 'declined'; invitedAt: string }

const SentRow = ({ invitation: { id, email, status, invitedAt } }: { invitation: Sent }) => {
  const { timezone } = useUser()
  const { data: settings } = useSettings()
  const isDeclined = status === 'declined'
  const resend = () =>
    void report(() => resendInvitation(id), {
      done: () => ({ title: 'Invitation sent again', description: email }),
      failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
    })
  const withdraw = () =>
    void report(() => withdrawInvitation(id), {
      done: () => ({ title: isDeclined ? 'Invitation removed' : 'Invitation withdrawn', description: email }),
      failed: (reason) => ({ title: 'Failed to withdraw the invitation', description: reason }),
    })
  const day = formatDay(todayIn(timezone, Date.parse(invitedAt)), 'monthDay')
  return (
    <li className="flex items-center gap-2 border-t border-line py-1.5 first:border-0">
      <Avatar person={{ id: email, displayName: null, email }} className="size-8 text-tiny!" />
      <span className="min-w-0 flex-1">
        <b className="block text-label font-semibold wrap-anywhere">{email}</b>
        <span className="block text-small text-ink-soft">{isDeclined ? 'Declined' : `Sent ${day}`}</span>
      </span>
      <Menu
        trigger={
          <IconButton variant="ghost" label={`More for ${email}`}>
            {MORE}
          </IconButton>
        }
      >
        {/* Without email, an invitation only waits in the planner, so sending it again has no effect. */}
        {(settings?.mail || isDeclined) && (
          <MenuItem icon={AGAIN} onSelect={resend}>
            {isDeclined ? 'Invite again' : 'Send again'}
          </MenuItem>
        )}
        <MenuItem icon={COPY} onSelect={() => void copyAddress(email)}>
          Copy email address
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={OUT} onSelect={withdraw}>
          {isDeclined ? 'Remove invitation' : 'Withdraw invitation'}
        </MenuItem>
      </Menu>
    </li>
  )
}

/** Lists the school's pending and declined invitations. */
const SentInvitations = () => {
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery)
  const pending = data?.filter(({ status }) => status === 'waiting').length ?? 0
  return (
    <section aria-labelledby="school-pending">
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <h2 id="school-pending" className="text-title">
          Pending
        </h2>
        {data && <span className="text-label text-ink-soft">{`${pending} ${pending === 1 ? 'invitation' : 'invitations'}`}</span>}
      </div>
      {!data && error && (
        <ErrorState
          className="py-4"
          title="Couldn’t load the invitations"
          description={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingRows />}
      {data?.length === 0 && <p className="text-caption text-ink-soft">People you invite are listed here until they join.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Invitations">
          {data.map((invitation) => (
            <SentRow key={invitation.email} invitation={invitation} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Invites teachers to the school, and lists who hasn't accepted yet. */
export const InvitePanel = ({ hasTitle }: { hasTitle: boolean }) => (
  <>
    <div className="mb-2.5">
      {hasTitle && <h2 className="text-title">Invite teachers</h2>}
      <p className="text-label text-ink-soft">Paste a list or a column from a spreadsheet.</p>
    </div>
    <InviteForm />
    <hr />
    <SentInvitations />
  </>
)
