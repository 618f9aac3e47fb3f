import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { DELETE_WORD, type User } from '#shared/accounts/contract.ts'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { CurrentPasswordField } from '#web/features/accounts/current-password-field.tsx'
import { useJoinByProvider, useProviderName } from '#web/features/accounts/providers/data.ts'
import { ProviderMark } from '#web/features/accounts/providers/provider-mark.tsx'
import { RefusedCall } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { report } from '#web/ui/report.ts'

const tooLate = (name: string) => ({
  title: 'This took longer than ten minutes',
  description: `Nothing was changed. Continue with ${name} once more.`,
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
 * Shown if the provider vouches for an address whose account here has a password. With the password, the person links the two. Without it,
 * they keep the account's contents or start empty.
 */
export const ChoosePage = ({ provider, choice, email, onSignedIn, onLeave }: ChoosePageProps) => {
  usePageTitle('Sign In')
  const name = useProviderName(provider) ?? 'Your school’s sign-in'
  const join = useJoinByProvider()
  const [isKeeping, setIsKeeping] = useState(false)
  const goOn = (way: Way) =>
    void report(async () => onSignedIn(await join.mutateAsync({ choice, how: way })), {
      failed: (reason, error) => {
        const isOver = error instanceof RefusedCall && error.code === 'not_found'
        if (isOver) onLeave()
        return isOver ? tooLate(name) : { title: 'This did not work', description: reason }
      },
    })
  const underWay = join.isPending ? join.variables.how.kind : undefined
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface">
      <header className="px-7 py-5 small:px-4">
        <Logo />
      </header>
      <main tabIndex={-1} className="m-auto grid w-full max-w-[520px] gap-5 px-5 pt-2 pb-6 outline-none">
        <div>
          <h1 className="text-display-small leading-tight tracking-[-.02em]">You have an account already</h1>
          <p className="mt-2 text-lead text-ink-soft">
            Somebody signed up for Firstbell as <strong className="font-semibold break-words text-ink">{email}</strong>, with a password.
            Most likely that was you.
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
              <h3 className="text-large">Keep what is in it</h3>
              <p className="text-ink-soft">
                Choose this if the lessons are yours. The old password stops working, and every device that used it is signed out. You sign
                in with {name} from then on.
              </p>
            </div>
            <Button className="justify-self-start" busy={underWay === 'keep'} onClick={() => setIsKeeping(true)}>
              Keep the Lessons
            </Button>
          </section>
          <EmptyWay isBusy={underWay === 'empty'} onEmpty={() => goOn({ kind: 'empty' })} />
        </WithoutPassword>
        <Button variant="ghost" className="justify-self-center" onClick={onLeave}>
          Back, and change nothing
        </Button>
        <ConfirmDialog
          open={isKeeping}
          title="Keep the lessons?"
          description="The password of this account is removed, and every device that is signed in with it is signed out. Colleagues who were shown this schedule see it no more until you invite them again."
          confirmLabel="Keep the Lessons"
          onCancel={() => setIsKeeping(false)}
          onConfirm={() => {
            setIsKeeping(false)
            goOn({ kind: 'keep' })
          }}
        />
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
        label="Password of that account"
        hint={`Once, to link the two. After that, ${name} or the password signs you in.`}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={password === ''}>
        Sign In and Link {name}
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
      <p className="-mt-3 text-ink-soft">{name} confirms that this address is yours, so you can choose.</p>
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
        <h3 className="text-large">Start empty</h3>
        <p className="text-ink-soft">
          Choose this if nothing in it is yours. That account and everything in it are deleted for good, and you start with a new planner.
        </p>
      </div>
      {typed === null ? (
        <Button variant="danger" className="-ml-3.5 justify-self-start" onClick={() => setTyped('')}>
          Delete It and Start Empty
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
              Start Empty
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
