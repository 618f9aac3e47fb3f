import { type FormEvent, useState } from 'react'
import { DELETE_WORD } from '#shared/accounts/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useDeleteAccount } from './data.ts'
import { PasswordInput } from './password-input.tsx'

/** The end of an account: behind a press, the password and a typed word, since nothing brings it back. */
export const DeleteAccountForm = () => {
  const deleteAccount = useDeleteAccount()
  const [isOpen, setIsOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim().toUpperCase() === DELETE_WORD && password !== ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed) deleteAccount.mutate(password)
  }
  return (
    <section aria-labelledby="delete-account" className="grid gap-3 border-t border-line pt-5">
      <h3 id="delete-account" className="text-base">
        Delete my account
      </h3>
      <p className="text-ink-soft">Your lessons, notes and history are deleted at once, on every device. Nobody can bring them back.</p>
      {!isOpen && (
        <Button variant="danger" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Delete My Account
        </Button>
      )}
      {isOpen && (
        <form noValidate onSubmit={submit} className="grid gap-3">
          <Field label="Your password">
            {(wiring) => (
              <PasswordInput
                {...wiring}
                autoFocus
                autoComplete="current-password"
                maxLength={256}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Field label={`Type ${DELETE_WORD} to confirm`}>
            {(wiring) => <TextInput {...wiring} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>Keep My Account</Button>
            <Button variant="danger-solid" type="submit" busy={deleteAccount.isPending} disabled={!isConfirmed}>
              Delete for Good
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
