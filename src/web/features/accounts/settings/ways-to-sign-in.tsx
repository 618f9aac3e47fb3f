import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSettings, useUser } from '#web/features/accounts/data.ts'
import { useGoogleRound, useUnlinkGoogle } from '#web/features/accounts/google/data.ts'
import { GoogleMark } from '#web/features/accounts/google/google-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { PasswordForm } from './password-form.tsx'

type RowProps = { icon: ReactNode; name: string; about: string; problem?: string | undefined; children: ReactNode }

const Row = ({ icon, name, about, problem, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
    {icon}
    <span className="min-w-[20ch] flex-1">
      <strong className="block font-semibold">{name}</strong>
      <span className="block text-caption text-ink-soft">{about}</span>
      {problem && (
        <span role="alert" className="block text-caption font-medium text-blocked">
          {problem}
        </span>
      )}
    </span>
    {children}
  </li>
)

const PASSWORD = <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
const GOOGLE = <GoogleMark className="size-5 shrink-0" />

/** Password and Google, as far as there are two: what one signs in with, and what one could. */
export const WaysToSignIn = () => {
  const { hasPassword, googleId } = useUser()
  const { data: settings } = useSettings()
  // Once closed, the focus goes back to what opened it.
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (!settings?.google && !googleId) return null
  return (
    <section aria-labelledby="ways" className="grid gap-1">
      <h3 id="ways" className="text-large">
        Ways to sign in
      </h3>
      <ul className="divide-y divide-line">
        <Row
          icon={PASSWORD}
          name="Password"
          about={hasPassword ? 'You have one. It can be changed below.' : 'You have none. With one you can sign in without Google too.'}
        >
          {!hasPassword && form !== 'open' && (
            <Button size="sm" autoFocus={form === 'closed'} onClick={() => setForm('open')}>
              Set a Password
            </Button>
          )}
        </Row>
        {googleId === null ? <LinkRow /> : <LinkedRow />}
      </ul>
      {!hasPassword && form === 'open' && (
        <div className="rounded-card bg-sunken p-3.5">
          <PasswordForm onCancel={() => setForm('closed')} />
        </div>
      )}
    </section>
  )
}

const LinkRow = () => {
  const { go, isWaiting, problem } = useGoogleRound('link')
  const link = async () => {
    if (await go()) showToast({ tone: 'success', title: 'Google is linked', description: 'From now on you can sign in with it.' })
  }
  return (
    <Row
      icon={GOOGLE}
      name="Google"
      about={
        isWaiting
          ? 'Go on in the window of Google. If you have closed it, open it again.'
          : 'Not linked. Once it is, one press signs you in.'
      }
      problem={problem}
    >
      <Button size="sm" onClick={() => void link()}>
        {isWaiting ? 'Open Google Again' : 'Link Google'}
      </Button>
    </Row>
  )
}

const LinkedRow = () => {
  const { hasPassword } = useUser()
  const unlink = useUnlinkGoogle()
  const press = () =>
    void report(() => unlink.mutateAsync(), {
      done: () => ({ title: 'Google is unlinked', description: 'From now on your password signs you in.' }),
      failed: (reason) => ({ title: 'Failed to Unlink Google', description: reason }),
    })
  return (
    <Row
      icon={GOOGLE}
      name="Google"
      about={hasPassword ? 'Linked: one press signs you in.' : 'Your only way in. Set a password before you unlink it.'}
    >
      {hasPassword && (
        <Button size="sm" busy={unlink.isPending} onClick={press}>
          Unlink Google
        </Button>
      )}
    </Row>
  )
}
