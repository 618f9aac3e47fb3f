import { useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { EmailField } from '#web/features/collaboration/email-field.tsx'
import { InviteList } from '#web/features/collaboration/invite-list.tsx'
import { PersonRow } from '#web/features/collaboration/person-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { report } from '#web/ui/report.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { invitationsQuery, inviteTeacher, withdrawInvitation } from './data.ts'

const LETTER = <MailPlus aria-hidden="true" className="size-7" />

const InviteForm = () => {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    if (isSending || address === '') return
    if (!event.currentTarget.checkValidity()) return setProblem('Please enter an e-mail address')
    setIsSending(true)
    const isSent = await report(() => inviteTeacher(address), {
      done: () => ({ title: 'Invitation sent', description: address }),
      failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
    }).finally(() => setIsSending(false))
    // The next one may be there already.
    if (isSent) setEmail((now) => (now.trim() === address ? '' : now))
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-2 pt-4" onSubmit={(event) => void send(event)}>
      <EmailField
        hint="They join by accepting it in Firstbell. To an address without an account the invitation waits for one."
        problem={problem}
        email={email}
        onChange={(typed) => {
          setEmail(typed)
          setProblem(undefined)
        }}
        className="min-w-[220px] flex-1"
      />
      <Button variant="solid" type="submit" className="mt-[23px] h-10!" busy={isSending} disabled={email.trim() === ''}>
        Send
      </Button>
    </form>
  )
}

/** The teachers who are invited to join the school and have not, and the form that invites more. */
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
      <InviteForm />
      <InviteList
        label="Invitations"
        query={query}
        empty={<EmptyState icon={LETTER} title="No invitation waits" description="Whom you invite is listed here until they join." />}
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
