import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { DELETE_WORD, type User } from '#shared/accounts/contract.ts'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { report } from '#web/ui/report.ts'
import { useQuestion } from '#web/ui/use-question.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { useJoinByProvider, useProviderName } from './providers/data.ts'
import { ProviderMark } from './providers/provider-mark.tsx'

const tooLate = (name: string) => ({
  title: 'That took too long',
  description: `Nothing changed. Continue with ${name} to try again.`,
})

type Way = { kind: 'password'; password: string } | { kind: 'keep' } | { kind: 'empty' }

type ChoosePageProps = {
  provider: Provider
  /** The server's one-time code for this choice, valid for ten minutes. */
  choice: string
  email: string
  onSignedIn: (session: { token: string; user: User }) => Promise<void>
  onLeave: () => void
}

/**
 * Shown if the provider vouches for an email address that already has a password-protected account here. With the password, the user links
 * the provider to that account. Without it, the user either keeps the account's contents or starts with an empty account.
 */
export const ChoosePage = ({ provider, choice, email, onSignedIn, onLeave }: ChoosePageProps) => {
  usePageTitle('Sign In')
  const name = useProviderName(provider) ?? 'Your school’s sign-in'
  const join = useJoinByProvider()
  const { ask, question } = useQuestion()
  const goOn = (way: Way) =>
    void report(async () => onSignedIn(await join.mutateAsync({ choice, how: way })), {
      failed: (reason, error) => {
        const isOver = error instanceof RefusedCall && error.code === 'not_found'
        if (isOver) onLeave()
        return isOver ? tooLate(name) : { title: 'That didn’t work', description: reason }
      },
    })
  const askToKeep = () =>
    ask({
      title: 'Keep this account?',
      description:
        'This removes the account’s password and signs out every device. Colleagues can’t see this schedule until you invite them again.',
      confirmLabel: 'Keep this account',
      onConfirm: () => goOn({ kind: 'keep' }),
    })
  const underWay = join.isPending ? join.variables.how.kind : undefined
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface">
      <header className="px-7 py-5 small:px-4">
        <Logo />
      </header>
      <main tabIndex={-1} className="m-auto grid w-full max-w-[520px] gap-5 px-5 pt-2 pb-6 outline-none">
        <div>
          <h1 className="text-display-small leading-tight tracking-[-.02em]">You already have an account</h1>
          <p className="mt-2 text-lead text-ink-soft">
            Someone signed up for Firstbell as <strong className="font-semibold break-words text-ink">{email}</strong> with a password. It
            was probably you.
          </p>
        </div>
        <PasswordWay
          name={name}
          email={email}
          isBusy={underWay === 'password'}
          onPassword={(password) => goOn({ kind: 'password', password })}
        />
        <WithoutPassword provider={provider} name={name}>
          <section className="grid gap-3">
            <div>
              <h3 className="text-large">Keep the account</h3>
              <p className="text-ink-soft">
                Choose this if the lessons are yours. The old password will stop working, every device will be signed out, and you’ll sign
                in with {name} from now on.
              </p>
            </div>
            <Button className="justify-self-start" busy={underWay === 'keep'} onClick={askToKeep}>
              Keep this account
            </Button>
          </section>
          <EmptyWay isBusy={underWay === 'empty'} onEmpty={() => goOn({ kind: 'empty' })} />
        </WithoutPassword>
        <Button variant="ghost" className="justify-self-center" onClick={onLeave}>
          Go back without changing anything
        </Button>
        {question}
      </main>
    </div>
  )
}

const PasswordWay = ({
  name,
  email,
  isBusy,
  onPassword,
}: {
  name: string
  email: string
  isBusy: boolean
  onPassword: (password: string) => void
}) => {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && password !== '') onPassword(password)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField
        label="Password for that account"
        hint={`Just once, to link the two. After that, sign in with ${name} or your password.`}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={password === ''}>
        Sign in and link {name}
      </Button>
    </form>
  )
}

const WithoutPassword = ({ provider, name, children }: { provider: Provider; name: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-5 border-t border-line pt-5">
      <h2 id={id} className="flex items-center gap-2.5 text-title">
        <ProviderMark provider={provider} /> Don’t know the password?
      </h2>
      <p className="-mt-3 text-ink-soft">{name} confirmed that this email is yours, so you can choose.</p>
      {children}
    </section>
  )
}

/** Deletes the existing account after a typed confirmation. */
const EmptyWay = ({ isBusy, onEmpty }: { isBusy: boolean; onEmpty: () => void }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const isSure = typed?.trim().toUpperCase() === DELETE_WORD
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && isSure) onEmpty()
  }
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-large">Start over</h3>
        <p className="text-ink-soft">
          Choose this if none of it is yours. We’ll permanently delete that account and everything in it, and you’ll get a new planner.
        </p>
      </div>
      {typed === null ? (
        <Button variant="danger" className="-ml-3.5 justify-self-start" onClick={() => setTyped('')}>
          Delete it and start over
        </Button>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-3 rounded-card bg-sunken p-3.5">
          <Field label={`Type ${DELETE_WORD} to confirm`}>
            {(wiring) => (
              <TextInput {...wiring} autoFocus autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setTyped(null)}>Cancel</Button>
            <Button type="submit" variant="danger-solid" busy={isBusy} disabled={!isSure}>
              Delete and start over
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
