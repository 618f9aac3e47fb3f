import { Ban, Eye, Printer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { invite } from './data.ts'
import { EmailField } from './email-field.tsx'
import { respondToInvite } from './invite-steps.ts'

const icon = (Icon: typeof Eye) => <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand" />

/** What an invited colleague will be able to do. */
const TERMS = [
  { icon: icon(Eye), text: 'They can view your lessons, notes, and days off.' },
  {
    icon: icon(Printer),
    text: 'They can print a sub plan for you, with your substitute instructions and emergency procedures. It includes student notes only if you allow it.',
  },
  { icon: icon(Ban), text: 'They can’t change anything, and they never see your alerts or account.' },
]

/** Invites a colleague by email address. */
export const InviteForm = ({ onSent }: { onSent: () => void }) => {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    if (isSending || address === '') return
    if (!event.currentTarget.checkValidity()) return setProblem('Please enter a valid email address')
    setIsSending(true)
    const isSent = await respondToInvite({
      call: () => invite(address),
      done: { title: 'Invitation sent', description: `${address} will see it under Collaboration.` },
      failed: 'Failed to send invitation',
    }).finally(() => setIsSending(false))
    if (isSent) onSent()
  }
  return (
    <form noValidate className="grid gap-4 pt-4" onSubmit={(event) => void send(event)}>
      <EmailField
        hint="The email they use for Firstbell"
        problem={problem}
        email={email}
        onChange={(typed) => {
          setEmail(typed)
          setProblem(undefined)
        }}
      />
      <ul className="grid gap-2 rounded-control bg-sunken px-3.5 py-3 text-label">
        {TERMS.map(({ icon, text }) => (
          <li key={text} className="flex gap-2.5">
            {icon}
            {text}
          </li>
        ))}
      </ul>
      <Button
        variant="solid"
        type="submit"
        className="justify-self-end phone:justify-self-stretch"
        busy={isSending}
        disabled={email.trim() === ''}
      >
        Send invitation
      </Button>
    </form>
  )
}
