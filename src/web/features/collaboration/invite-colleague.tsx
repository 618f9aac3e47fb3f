import { Ban, Eye, Printer } from 'lucide-react'
import { invite } from './data.ts'
import { InviteForm } from './invite-form.tsx'
import { respondToInvite } from './invite-steps.ts'

const icon = (Icon: typeof Eye) => <Icon className="mt-0.5 size-4 shrink-0 text-brand" />

/** The permissions that an invitation grants a colleague. */
const TERMS = [
  { icon: icon(Eye), text: 'They can view your lessons, notes, and days off.' },
  {
    icon: icon(Printer),
    text: 'They can print a sub plan for you, with your substitute instructions and emergency procedures. It includes student notes only if you allow it.',
  },
  { icon: icon(Ban), text: 'They can’t change anything, and they never see your alerts or account.' },
]

/** Invites a colleague to view the teacher's schedule. */
export const InviteColleague = ({ takesFocus, onSent }: { takesFocus: boolean; onSent: () => void }) => {
  const send = async (email: string) => {
    const isSent = await respondToInvite({
      call: () => invite(email),
      done: { title: 'Invitation sent', description: `${email} will see it under Collaboration.` },
      failed: 'Failed to send invitation',
    })
    if (isSent) onSent()
    return isSent
  }
  return (
    <InviteForm hint="The email they use for Firstbell" send={send} takesFocus={takesFocus}>
      <ul className="grid gap-2 rounded-control bg-sunken px-3.5 py-3 text-label">
        {TERMS.map(({ icon, text }) => (
          <li key={text} className="flex gap-2.5">
            {icon}
            {text}
          </li>
        ))}
      </ul>
    </InviteForm>
  )
}
