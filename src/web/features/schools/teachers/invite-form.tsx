import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Lock, Send } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { invitationsQuery, inviteTeachers, teachersQuery } from '#web/features/schools/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { AddressChips } from './address-chips.tsx'
import { checkedAddress, leftOutWords, splitAddresses } from './typed-addresses.ts'
import { wantsToInvite } from './wants-to-invite.ts'

const SEND = <Send className="size-4" />
const TICK = <Check className="mt-px size-[15px] shrink-0" />
const ALERT = <CircleAlert className="mt-px size-[15px] shrink-0" />
const LOCK = <Lock className="mt-px size-[15px] shrink-0" />
/** The number of problems in words. All of them are marked as chips. */
const PROBLEMS = 3

const countWords = (count: number): string => `${count} ${count === 1 ? 'invitation' : 'invitations'}`

/** Invites teachers to the school by pasting or typing their addresses. */
export const InviteForm = () => {
  const { data: teachers = [] } = useQuery(teachersQuery)
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const [emails, setEmails] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isSending, whileSending] = usePending()
  const field = useRef<HTMLInputElement>(null)
  const messages = useId()
  useEffect(() => {
    if (wantsToInvite.get()) field.current?.focus()
    wantsToInvite.set(false)
  }, [])

  const joined = new Set(teachers.map(({ email }) => email))
  const invited = new Set(invitations.filter(({ status }) => status === 'waiting').map(({ email }) => email))
  const checked = (all: readonly string[]) => all.map((email) => checkedAddress(email, joined, invited))
  const addresses = checked(emails)
  const problems = addresses.flatMap((address) => (address.status === 'bad' ? address.problem : []))
  // The text in the field counts, because it becomes a chip when the button is pressed.
  const good = checked([...new Set([...emails, ...splitAddresses(typed)])]).filter(({ status }) => status === 'new')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || good.length === 0) return
    const sent = good.map(({ email }) => email)
    setEmails([...new Set([...emails, ...splitAddresses(typed)])])
    setTyped('')
    let left: readonly string[] = sent
    await whileSending(() =>
      report(
        () =>
          inviteTeachers(sent, (reached) => {
            left = left.filter((email) => !reached.includes(email))
          }),
        {
          done: ({ invited, skipped }) => ({
            title: `${countWords(invited)} sent`,
            ...(skipped > 0 && { description: `${skipped} ${skipped === 1 ? 'was' : 'were'} already here or invited.` }),
          }),
          failed: (reason) => ({
            title: left.length < sent.length ? `Only ${countWords(sent.length - left.length)} sent` : 'Failed to send invitations',
            description: reason,
          }),
        },
      ),
    )
    // Addresses with a problem stay, and so do those that couldn't be sent.
    setEmails((now) => now.filter((email) => left.includes(email) || checked([email])[0]?.status === 'bad'))
  }
  return (
    <form noValidate className="grid gap-2.5" onSubmit={(event) => void submit(event)}>
      <AddressChips addresses={addresses} onChange={setEmails} typed={typed} onType={setTyped} field={field} describedBy={messages} />
      <div id={messages} className="grid gap-1 empty:hidden">
        {leftOutWords(addresses).map((words) => (
          <p key={words} className="school-aside-line text-ink!">
            {TICK}
            <span className="min-w-0 break-words">{words}</span>
          </p>
        ))}
        {problems.slice(0, PROBLEMS).map((problem) => (
          <p key={problem} role="alert" className="school-aside-line text-blocked!">
            {ALERT}
            <span className="min-w-0 break-words">{`${problem} Fix it or remove it.`}</span>
          </p>
        ))}
        {problems.length > PROBLEMS && (
          <p className="school-aside-line text-blocked!">{`and ${problems.length - PROBLEMS} more that need fixing`}</p>
        )}
      </div>
      <Button variant="solid" type="submit" icon={SEND} className="h-[42px]! small:h-12!" busy={isSending} disabled={good.length === 0}>
        {good.length < 2 ? 'Send invitation' : `Send ${countWords(good.length)}`}
      </Button>
      <p className="school-aside-line">
        {LOCK}
        <span>They join when they accept. You can view their lessons, but not change them.</span>
      </p>
    </form>
  )
}
