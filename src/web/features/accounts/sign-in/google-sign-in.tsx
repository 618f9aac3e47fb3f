import { useEffect, useState } from 'react'
import { google } from '#shared/accounts/google/contract.ts'
import { useSettings, zoneHere } from '#web/features/accounts/data.ts'
import { GoogleMark } from '#web/features/accounts/google/google-mark.tsx'
import { addressOf } from '#web/lib/api.ts'
import { storedInviter } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from './text-link.tsx'

/** The way in by Google, over the form; nothing where this installation has none. */
export const GoogleSignIn = () => {
  const { data: settings } = useSettings()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // Back from Google, to the page that the browser has kept.
    const stay = () => setIsLeaving(false)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  if (!settings?.google) return null
  const leave = () => {
    setIsLeaving(true)
    window.location.assign(addressOf(google.signInWithGoogle.path, { query: { ...zoneHere(), ref: storedInviter() ?? undefined } }))
  }
  return (
    <>
      <Button size="lg" className="w-full" icon={<GoogleMark />} busy={isLeaving} onClick={leave}>
        Continue with Google
      </Button>
      {/* Whoever is new signs up by it. */}
      <p className="mt-2 text-center text-caption text-balance text-ink-soft">
        With a new account you agree to the <TextLink href="/terms">Terms</TextLink> and the{' '}
        <TextLink href="/privacy">Privacy Policy</TextLink>.
      </p>
      <p className="my-4 flex items-center gap-3 text-label text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  )
}
