import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PROVIDERS, type Provider } from '#shared/accounts/providers/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { useOAuthPopup, useProviderName, useProviders, useUnlink } from '#web/features/sign-in/providers/data.ts'
import { wordsOfDone } from '#web/features/sign-in/providers/problems.ts'
import { ProviderMark } from '#web/features/sign-in/providers/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
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

const PASSWORD = <KeyRound className="size-5 shrink-0 text-ink-soft" />
const MARK = 'size-5 shrink-0'

/** Lists the sign-in methods: the password, whose form opens on request, and all linked or available providers. */
export const WaysToSignIn = () => {
  const { hasPassword } = useUser()
  const { linked, offered } = useProviders()
  const shown = PROVIDERS.filter((provider) => linked.includes(provider) || offered.includes(provider))
  // When the form closes, focus returns to the button.
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (shown.length === 0 && !hasPassword) return null
  return (
    <section aria-labelledby="ways" className="grid gap-1">
      <h3 id="ways" className="text-large">
        Ways to sign in
      </h3>
      <ul className="divide-y divide-line">
        <Row
          icon={PASSWORD}
          name="Password"
          about={hasPassword ? 'Set. Use it with your email address.' : 'Not set. Add one so you have another way to sign in.'}
        >
          {form !== 'open' && (
            <Button
              size="sm"
              autoFocus={form === 'closed'}
              aria-label={hasPassword ? 'Change password…' : undefined}
              onClick={() => setForm('open')}
            >
              {hasPassword ? 'Change…' : 'Set a password'}
            </Button>
          )}
        </Row>
        {shown.map((provider) => (
          <ProviderRow key={provider} provider={provider} linked={linked} />
        ))}
      </ul>
      {form === 'open' && (
        <div className="rounded-card bg-sunken p-3.5">
          <PasswordForm onClose={() => setForm('closed')} />
        </div>
      )}
    </section>
  )
}

const LinkRow = ({ provider, name }: { provider: Provider; name: string }) => {
  const { go, isWaiting, problem } = useOAuthPopup(provider, 'link')
  const link = async () => {
    if (await go()) showToast({ tone: 'success', ...wordsOfDone('link', name) })
  }
  return (
    <Row
      icon={<ProviderMark provider={provider} className={MARK} />}
      name={name}
      about={
        isWaiting ? `Continue in the ${name} window. If you closed it, open it again.` : 'Not linked. Link it to sign in with one click.'
      }
      problem={problem}
    >
      <Button size="sm" onClick={() => void link()}>
        {isWaiting ? `Reopen ${name}` : `Link ${name}`}
      </Button>
    </Row>
  )
}

const LinkedRow = ({ provider, name, isOnlyWay }: { provider: Provider; name: string; isOnlyWay: boolean }) => {
  const { hasPassword } = useUser()
  const unlink = useUnlink(provider)
  const press = () =>
    void report(() => unlink.mutateAsync(), {
      done: () => ({ title: `${name} unlinked`, description: 'From now on, sign in with your password.' }),
      failed: (reason) => ({ title: `Failed to unlink ${name}`, description: reason }),
    })
  const without = isOnlyWay ? 'This is your only way to sign in. Set' : 'Linked. Sign in with one click. Set'
  return (
    <Row
      icon={<ProviderMark provider={provider} className={MARK} />}
      name={name}
      about={hasPassword ? 'Linked. Sign in with one click.' : `${without} a password before you unlink it.`}
    >
      {hasPassword && (
        <Button size="sm" busy={unlink.isPending} onClick={press}>
          Unlink {name}
        </Button>
      )}
    </Row>
  )
}

const ProviderRow = ({ provider, linked }: { provider: Provider; linked: readonly Provider[] }) => {
  const name = useProviderName(provider)
  if (name === undefined) return null
  return linked.includes(provider) ? (
    <LinkedRow provider={provider} name={name} isOnlyWay={linked.length === 1} />
  ) : (
    <LinkRow provider={provider} name={name} />
  )
}
