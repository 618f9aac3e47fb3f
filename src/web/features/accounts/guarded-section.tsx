import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useUser } from '#web/features/accounts/data.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

type Press = Pick<ButtonProps, 'icon' | 'variant'> & { label: string }

type GuardedFormProps = {
  hint?: string
  cancelLabel: string
  confirm: Press
  isPending: boolean
  /** Whether what is asked for beside the password is there. */
  isReady?: boolean
  /** A guest has no password. */
  onConfirm: (password: string | undefined) => void
  onCancel: () => void
  children?: ReactNode
}

/**
 * Asks for the password, and for what `children` ask besides, before something that only the person may do. Of a guest the
 * session is the only proof.
 */
export const GuardedForm = ({ hint, cancelLabel, confirm, isPending, isReady = true, onConfirm, onCancel, children }: GuardedFormProps) => {
  const [password, setPassword] = useState('')
  const { isGuest } = useUser()
  const isConfirmable = isReady && (isGuest || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmable) onConfirm(isGuest ? undefined : password)
  }
  const { label, ...look } = confirm
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {isGuest ? (
        hint && <p className="text-ink-soft">{hint}</p>
      ) : (
        <Field label="Your password" hint={hint}>
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
      )}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus={isGuest} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button {...look} type="submit" busy={isPending} disabled={!isConfirmable}>
          {label}
        </Button>
      </div>
    </form>
  )
}

type GuardedSectionProps = {
  title: string
  description: string
  opener: Press
  /** In a list of things to do: nothing but the button, until it is pressed. */
  isRow?: boolean | undefined
  children: (close: () => void) => ReactNode
}

/** A part of the account whose form opens with a button. The form is empty when it is opened again. */
export const GuardedSection = ({ title, description, opener: { label, ...look }, isRow = false, children }: GuardedSectionProps) => {
  const id = useId()
  // Once closed, the focus goes back to what opened it.
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (isRow && state !== 'open')
    return (
      <Button
        {...look}
        variant={look.variant ?? 'ghost'}
        autoFocus={state === 'closed'}
        className="min-h-10 justify-start"
        onClick={() => setState('open')}
      >
        {label}
      </Button>
    )
  return (
    <section aria-labelledby={id} className={clsx('grid gap-3', isRow ? 'my-1 rounded-card bg-sunken p-3.5' : 'border-t border-line pt-5')}>
      <h3 id={id} className="text-large">
        {title}
      </h3>
      <p className="text-ink-soft">{description}</p>
      {state === 'open' ? (
        children(() => setState('closed'))
      ) : (
        <Button {...look} autoFocus={state === 'closed'} className="justify-self-start" onClick={() => setState('open')}>
          {label}
        </Button>
      )}
    </section>
  )
}
