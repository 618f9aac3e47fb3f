import { type FormEvent, useState } from 'react'
import { noMailRule } from '#shared/accounts/rules.ts'
import { useSettings } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { useForgotPassword } from './data.ts'

/** Requests a password reset link. Doesn't reveal whether the address has an account. */
export const ForgotForm = ({ onBack }: { onBack: () => void }) => {
  const forgot = useForgotPassword()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const { data: settings } = useSettings()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (forgot.isPending) return
    void report(() => forgot.mutateAsync(email).then(() => setSentTo(email)), {
      failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
    })
  }
  const back = (
    <Button variant="ghost" className="justify-self-center" onClick={onBack}>
      Back to sign-in
    </Button>
  )
  if (settings && !settings.mail)
    return (
      <div className="grid gap-4">
        <p role="status" className="break-words">
          {noMailRule(settings.contactEmail)}
        </p>
        {back}
      </div>
    )
  if (sentTo !== undefined)
    return (
      <div className="grid gap-4">
        <p role="status">
          If <strong className="break-words">{sentTo}</strong> has an account, we just sent it a link. The link works once and expires in an
          hour. Check your spam folder, too.
        </p>
        {back}
      </div>
    )
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Email">
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="solid" size="lg" className="mt-1 w-full" busy={forgot.isPending}>
        Send link
      </Button>
      {back}
    </form>
  )
}
