import { useEffect, useState } from 'react'
import { type Provider, providers } from '#shared/accounts/providers/contract.ts'
import { useSettings } from '#web/features/people/data.ts'
import { inviter } from '#web/features/sign-in/before-sign-in.ts'
import { addressOf } from '#web/lib/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { zoneHere } from './data.ts'
import { ProviderMark } from './providers/provider-mark.tsx'
import { TextLink } from './text-link.tsx'

const PATHS = { google: providers.signInWithGoogle.path, oidc: providers.signInWithOidc.path }

/**
 * Buttons for signing in with Google and the operator's provider. Renders nothing if neither is configured. Signing in with a provider also
 * creates new accounts, so it asks for agreement to the terms, which the form for signing up links to.
 */
export const ProviderSignIn = ({ isSigningUp }: { isSigningUp: boolean }) => {
  const { data: settings } = useSettings()
  const [leavingFor, setLeavingFor] = useState<Provider>()
  useEffect(() => {
    // Going back from the provider can restore this page from the back/forward cache, with its buttons still disabled.
    const stay = () => setLeavingFor(undefined)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  if (!settings?.google && !settings?.oidc) return null
  const way = (provider: Provider, label: string) => {
    const leave = () => {
      setLeavingFor(provider)
      window.location.assign(addressOf(PATHS[provider], { query: { ...zoneHere(), ref: inviter.get() ?? undefined } }))
    }
    const mark = <ProviderMark provider={provider} />
    return (
      <Button
        size="lg"
        className="h-auto! min-h-[50px] w-full py-2 whitespace-normal!"
        icon={mark}
        busy={leavingFor === provider}
        disabled={leavingFor !== undefined}
        onClick={leave}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      <div className="grid gap-2.5">
        {settings.oidc && way('oidc', settings.oidc.button)}
        {settings.google && way('google', 'Continue with Google')}
      </div>
      <p className="mt-2 text-center text-caption text-balance text-ink-soft">
        {isSigningUp ? (
          'By continuing, you agree to the terms below.'
        ) : (
          <>
            New here? You agree to the <TextLink href="/terms">Terms</TextLink> and <TextLink href="/privacy">Privacy Policy</TextLink>.
          </>
        )}
      </p>
      <p className="my-4 phone:my-2 flex items-center gap-3 text-label text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  )
}
