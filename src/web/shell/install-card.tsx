import { memo, useState } from 'react'
import { useNextLessons } from '#web/features/calendar/use-next-lessons.ts'
import { useUser } from '#web/features/people/data.ts'
import { acceptOffer, useInstallOffer } from '#web/lib/device/install-prompt.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { isAppleTouch } from '#web/lib/platform.ts'
import { flag, slot } from '#web/lib/storage.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

/** Whether a teacher on this device chose "Not now". */
const storedChoice = slot('installCard', flag('off'), 'device')

/** Where the installed app can be opened. */
const placeOf = (userAgent: string): string => {
  if (userAgent.includes('CrOS')) return 'From the shelf of this Chromebook'
  if (userAgent.includes('Android') || isAppleTouch) return 'From your home screen'
  return 'From its own window on this computer'
}

/** Offers to install the app, under Up Next. It never covers anything, and "Not now" ends it for good. */
export const InstallCard = memo(({ today }: { today: string }) => {
  const [isOff, setIsOff] = useState(storedChoice.get)
  const isInstalled = useMedia('(display-mode: standalone)')
  const offer = useInstallOffer()
  const hasLessons = Boolean(useNextLessons(today).next)
  const { isGuest } = useUser()
  // Safari on iPhones and iPads can only be told how.
  if (isOff || isInstalled || !(offer || isAppleTouch) || !hasLessons || isGuest || isSharedComputer()) return null
  const end = () => {
    storedChoice.set(true)
    setIsOff(true)
  }
  return (
    <section aria-label="Install Firstbell" className="mt-2 rounded-card border border-line bg-paper p-2.5">
      <h2 className="flex items-center gap-2.5 font-text text-label leading-[1.3] font-semibold tracking-normal">
        <LogoMark className="size-[30px]" />
        Open Firstbell without a network
      </h2>
      <p className="mt-1.5 text-small text-ink-soft">
        {placeOf(navigator.userAgent)}, with the weeks around today.{!offer && ' Tap Share, then Add to Home Screen.'}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-1">
        {offer && (
          // If the teacher closes the browser's dialog, the browser offers it again on another day.
          <Button size="sm" className="border-brand! text-brand" onClick={() => void acceptOffer(offer)}>
            Install
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={end}>
          Not now
        </Button>
      </div>
    </section>
  )
})
