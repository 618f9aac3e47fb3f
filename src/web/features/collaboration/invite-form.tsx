import { type FormEvent, type ReactNode, useState } from 'react'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

type InviteFormProps = {
  hint: string
  /** Sends the invitation and reports the outcome. Resolves to true if the invitation was sent. */
  send: (email: string) => Promise<boolean>
  /** Whether the field receives focus when the form appears. */
  takesFocus?: boolean
  /** Rendered between the field and the button, which are otherwise on one line. */
  children?: ReactNode
}

/** Invites a teacher by email address. */
export const InviteForm = ({ hint, send, takesFocus = false, children }: InviteFormProps) => {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, whileSending] = usePending()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    if (isSending || address === '') return
    if (!event.currentTarget.checkValidity()) return setProblem('Please enter a valid email address')
    const isSent = await whileSending(() => send(address))
    // The teacher may already be typing the next email address.
    if (isSent) setEmail((now) => (now.trim() === address ? '' : now))
  }
  const type = (typed: string) => {
    setEmail(typed)
    setProblem(undefined)
  }
  const isLine = children === undefined
  return (
    <form
      noValidate
      className={isLine ? 'flex flex-wrap items-start gap-2 pt-4' : 'grid gap-4 pt-4'}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Teacher’s email" error={problem} hint={hint} className={isLine ? 'min-w-[220px] flex-1' : undefined}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            autoFocus={takesFocus}
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      {children}
      <Button
        variant="solid"
        type="submit"
        className={isLine ? 'mt-[23px] h-10! touch:h-11!' : 'justify-self-end phone:justify-self-stretch'}
        busy={isSending}
        disabled={email.trim() === ''}
      >
        Send invitation
      </Button>
    </form>
  )
}
