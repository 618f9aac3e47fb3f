import { type FormEvent, useState } from 'react'
import { EmailField } from '#web/features/collaboration/email-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'

/** Invites a teacher by email address to join a school. */
export const InviteTeacherForm = ({ invite }: { invite: (email: string) => Promise<void> }) => {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    if (isSending || address === '') return
    if (!event.currentTarget.checkValidity()) return setProblem('Please enter a valid email address')
    setIsSending(true)
    const isSent = await report(() => invite(address), {
      done: () => ({ title: 'Invitation sent', description: address }),
      failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
    }).finally(() => setIsSending(false))
    // The administrator may already be typing the next address.
    if (isSent) setEmail((now) => (now.trim() === address ? '' : now))
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-2 pt-4" onSubmit={(event) => void send(event)}>
      <EmailField
        hint="They can accept in Firstbell, or after they sign up."
        problem={problem}
        email={email}
        onChange={(typed) => {
          setEmail(typed)
          setProblem(undefined)
        }}
        className="min-w-[220px] flex-1"
      />
      <Button variant="solid" type="submit" className="mt-[23px] h-10!" busy={isSending} disabled={email.trim() === ''}>
        Send invitation
      </Button>
    </form>
  )
}
